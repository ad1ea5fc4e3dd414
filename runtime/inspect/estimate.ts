import type { DeviceModel } from '../webgpu/fuse/deviceModel.js';
import type { Kernel } from '../webgpu/kernels/kernel.js';

/**
 * The time of a kernel by the model that chose it: what a dispatch costs, and the work, which takes longer where there are
 * too few invocations to keep the device busy. Right to a factor of a few, as the model is.
 */
export function estimatedMs(
  work: number,
  { workgroups, workgroupSize }: Kernel,
  device: DeviceModel,
): number {
  const groups = workgroups.reduce((product, count) => product * count, 1);
  const idle = Math.max(1, device.parallelism / (groups * workgroupSize));
  const alone = groups === 1 ? device.dispatchCost / device.smallWork : Infinity;
  return (device.dispatchCost + work * Math.min(idle, alone)) * additionMs(device);
}

/**
 * What one addition takes where all of the device is busy: measured on SwiftShader with two cores; on GPUs so that a
 * dispatch takes two microseconds.
 */
function additionMs({ isSoftware }: DeviceModel): number {
  return isSoftware ? 1e-6 : 4e-9;
}
