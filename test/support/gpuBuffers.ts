import * as tf from '@tensorflow/tfjs-core';

/** The buffers that are alive on the device of the active backend, of those made since it was first asked. */
export interface LiveBuffers {
  readonly count: number;
  readonly bytes: number;
}

const watched = new WeakMap<GPUDevice, { count: number; bytes: number }>();

/** None on a backend without a device. */
export function liveBuffers(): LiveBuffers {
  const { device } = tf.backend() as { device?: GPUDevice };
  if (device === undefined) return { count: 0, bytes: 0 };
  const live = watched.get(device) ?? watch(device);
  return { ...live };
}

function watch(device: GPUDevice): { count: number; bytes: number } {
  const live = { count: 0, bytes: 0 };
  watched.set(device, live);
  const createBuffer = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = createBuffer(descriptor);
    const destroy = buffer.destroy.bind(buffer);
    let isAlive = true;
    live.count++;
    live.bytes += descriptor.size;
    buffer.destroy = () => {
      if (isAlive) {
        live.count--;
        live.bytes -= descriptor.size;
      }
      isAlive = false;
      return destroy();
    };
    return buffer;
  };
  return live;
}
