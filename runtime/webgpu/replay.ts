import type { TensorInfo } from '@tensorflow/tfjs-core';
import { internalError } from '../errors.js';
import { stopwatch } from '../interpret/stopwatch.js';
import { bufferOf, currentPass, submit, type WebGPUBackend } from './backend.js';
import type { CompiledRegion } from './compileRegion.js';
import { type Pipeline, pipelineOf } from './pipelines.js';
import type { BufferName } from './plan.js';
import { compileCast } from './storedIntegers.js';

interface Command {
  readonly pipeline: Pipeline;
  readonly buffers: readonly BufferName[];
  /** The places of the external buffers among `buffers`. */
  readonly externals: readonly number[];
  /** Where the kernel's part of the uniform buffer begins, in bytes, and how long it is; `null` where it has none. */
  readonly uniforms: { readonly offset: number; readonly size: number } | null;
  readonly workgroups: readonly [number, number, number];
  readonly groups: BoundGroup[];
}

/** A bind group and the external buffers that it binds. */
interface BoundGroup {
  readonly external: readonly GPUBuffer[];
  readonly group: GPUBindGroup;
}

/** Commands of long loops are handed over in parts. */
const longestSubmission = 512;

/** Tensors come and go with their buffers, of which the backend uses some in turn. */
const groupLimit = 8;

/** A compiled region on one device: run again and again without anything being made anew. */
export class Replay {
  readonly #commands: readonly Command[];
  readonly #arena: GPUBuffer | null;
  readonly #constants: GPUBuffer | null;
  readonly #uniforms: GPUBuffer | null;
  /** The buffers of a run, by their number. */
  readonly #external: GPUBuffer[] = [];
  /** For parameters that came as floats stored as integers: what makes floats of them. */
  readonly #casts = new Map<number, Replay>();

  constructor(
    readonly backend: WebGPUBackend,
    readonly region: CompiledRegion,
  ) {
    const { device } = backend;
    const { kernels, plan, constants } = region;
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
    const alignment = device.limits.minUniformBufferOffsetAlignment;
    const uniforms: number[] = [];
    this.#commands = kernels.map(({ code, label, buffers, offsets, workgroups }) => {
      const offset = Math.ceil((uniforms.length * 4) / alignment) * alignment;
      const size = Math.ceil(offsets.length / 4) * 16;
      if (size > 0) {
        uniforms.length = offset / 4 + size / 4;
        for (const [index, place] of offsets.entries()) uniforms[offset / 4 + index] = place;
      }
      return {
        pipeline: pipelineOf(device, code, label),
        buffers,
        externals: buffers.flatMap((name) => (isExternal(name) ? [numberOf(name)] : [])),
        uniforms: size === 0 ? null : { offset, size },
        workgroups,
        groups: [],
      };
    });
    this.#arena =
      plan.arenaSize === 0 ? null : device.createBuffer({ size: plan.arenaSize * 4, usage });
    this.#constants = filled(device, constants, usage);
    this.#uniforms = filled(
      device,
      Uint32Array.from(uniforms, (place) => place ?? 0),
      GPUBufferUsage.UNIFORM,
    );
  }

  /**
   * The inputs must be on the backend, and stay the caller's, who holds `references` of its own to each besides those that
   * tensors hold; each output is a reference of its own. Unless this is the last part of a call, it may wait in the
   * command encoder.
   */
  run(inputs: readonly TensorInfo[], references: number, isLast: boolean): TensorInfo[] {
    const { backend, region } = this;
    const { parameters, outputs } = region;
    const own: TensorInfo[] = [];
    for (let index = 0; index < parameters.length; index++) {
      let input = inputs[index]!;
      if (input.dtype === 'float32' && backend.tensorMap.get(input.dataId).dtype !== 'float32') {
        input = this.#asFloats(index, input);
        own.push(input);
      }
      const buffer = bufferOf(backend, input.dataId);
      if (buffer === null) throw internalError('A compiled graph was given a texture.');
      this.#external[index] = buffer;
    }
    const made = new Map<unknown, TensorInfo>();
    const infos = outputs.map((output, index): TensorInfo => {
      const known = made.get(output);
      const info = known ?? this.#output(index, inputs, references);
      if (known !== undefined) backend.incRef(info.dataId);
      made.set(output, info);
      return { dataId: info.dataId, shape: output.shape as number[], dtype: output.dtype };
    });
    let pass = currentPass(backend);
    for (let index = 0; index < this.#commands.length; index++) {
      const command = this.#commands[index]!;
      if (stopwatch !== null) {
        stopwatch.startPass(backend, region.graph, index);
        pass = currentPass(backend);
      }
      pass.setPipeline(command.pipeline.pipeline);
      pass.setBindGroup(0, this.#groupOf(command));
      const [x, y, z] = command.workgroups;
      pass.dispatchWorkgroups(x, y, z);
    }
    backend.dispatchCountInPass += this.#commands.length;
    for (const info of own) backend.disposeData(info.dataId);
    if (isLast || backend.dispatchCountInPass >= longestSubmission) submit(backend);
    return infos;
  }

  dispose(): void {
    for (const cast of this.#casts.values()) cast.dispose();
    this.#arena?.destroy();
    this.#constants?.destroy();
    this.#uniforms?.destroy();
  }

  /** A new tensor, or the input that is passed on or written in place. */
  #output(index: number, inputs: readonly TensorInfo[], references: number): TensorInfo {
    const { backend, region } = this;
    const output = region.outputs[index]!;
    const passed = region.parameters.indexOf(output);
    if (passed >= 0) {
      const input = inputs[passed]!;
      backend.incRef(input.dataId);
      return input;
    }
    const replaced = region.plan.inPlace.get(index);
    if (replaced !== undefined && this.#mayOverwrite(replaced, inputs, references)) {
      const input = inputs[replaced]!;
      backend.tensorMap.get(input.dataId).values = null;
      backend.incRef(input.dataId);
      return input;
    }
    const info = backend.makeTensorInfo([...(output.shape as number[])], output.dtype);
    const buffer = bufferOf(backend, info.dataId)!;
    if (replaced === undefined) {
      this.#external[region.parameters.length + index] = buffer;
    } else {
      // Somebody else has the old elements too: they stay, and a copy of them is written over.
      backend.endComputePassEncoder();
      backend.ensureCommandEncoderReady();
      const old = this.#external[replaced]!;
      backend.commandEncoder!.copyBufferToBuffer(old, 0, buffer, 0, old.size);
      this.#external[replaced] = buffer;
    }
    return info;
  }

  #asFloats(index: number, { dataId, shape }: TensorInfo): TensorInfo {
    let cast = this.#casts.get(index);
    if (cast === undefined) {
      cast = new Replay(this.backend, compileCast(this.region.parameters[index]!, this.backend));
      this.#casts.set(index, cast);
    }
    return cast.run([{ dataId, shape, dtype: 'int32' }], 0, false)[0]!;
  }

  #mayOverwrite(parameter: number, inputs: readonly TensorInfo[], references: number): boolean {
    const { dataId, dtype } = inputs[parameter]!;
    if (dtype === 'float32' && this.backend.tensorMap.get(dataId).dtype !== dtype) return false;
    if (this.backend.refCount(dataId) !== references + 1) return false;
    return inputs.every((input, index) => index === parameter || input.dataId !== dataId);
  }

  #groupOf(command: Command): GPUBindGroup {
    const { externals, groups } = command;
    for (let index = 0; index < groups.length; index++) {
      const { external, group } = groups[index]!;
      let isSame = true;
      for (let place = 0; place < externals.length; place++) {
        if (external[place] !== this.#external[externals[place]!]) {
          isSame = false;
          break;
        }
      }
      if (isSame) return group;
    }
    const entries = command.buffers.map(
      (name, binding): GPUBindGroupEntry => ({
        binding,
        resource: { buffer: this.#bufferNamed(name) },
      }),
    );
    if (command.uniforms !== null) {
      const resource = { buffer: this.#uniforms!, ...command.uniforms };
      entries.push({ binding: entries.length, resource });
    }
    const group = this.backend.device.createBindGroup({ layout: command.pipeline.layout, entries });
    if (groups.length === groupLimit) groups.shift();
    groups.push({ external: externals.map((index) => this.#external[index]!), group });
    return group;
  }

  #bufferNamed(name: BufferName): GPUBuffer {
    if (name === 'arena') return this.#arena!;
    if (name === 'constants') return this.#constants!;
    return this.#external[numberOf(name)]!;
  }
}

/** A buffer of these elements; none where there are none. */
function filled(
  device: GPUDevice,
  elements: Uint32Array<ArrayBuffer>,
  usage: GPUBufferUsageFlags,
): GPUBuffer | null {
  if (elements.length === 0) return null;
  const buffer = device.createBuffer({ size: elements.byteLength, usage, mappedAtCreation: true });
  new Uint32Array(buffer.getMappedRange()).set(elements);
  buffer.unmap();
  return buffer;
}

function isExternal(name: BufferName): name is `external${number}` {
  return name.startsWith('external');
}

function numberOf(name: `external${number}` | BufferName): number {
  return Number(name.slice('external'.length));
}
