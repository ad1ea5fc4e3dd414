import type { TensorInfo } from '@tensorflow/tfjs-core';
import { type ExecutionError, internalError } from '../errors.js';
import type { WhileNode } from '../graph/graph.js';
import type { Reading } from '../interpret/backend.js';
import { stopwatch } from '../interpret/stopwatch.js';
import type { Key } from '../random/philox.js';
import { bufferOf, currentPass, submit, type WebGPUBackend } from './backend.js';
import {
  type Command,
  commandsOf,
  type Dispatch,
  isWorthWaiting,
  mustWait,
  numberOf,
  type Slices,
  type Until,
} from './commands.js';
import type { CompiledRegion } from './compileRegion.js';
import { DeviceCheck } from './deviceCheck.js';
import type { BufferName, Location } from './kernels/memoryPlan.js';
import { loopTooLong } from './loopTooLong.js';
import { sizesOf } from './lower/operation.js';
import { allWork } from './program/instructions.js';
import { secondsOfSlice } from './program/slices.js';
import { ProgressReader } from './progress.js';
import { compileCast } from './storedIntegers.js';
import { sizeOf } from './wgsl/index.js';

/** Commands of long loops are handed over in parts. */
const longestSubmission = 512;

/** How many rounds of a loop are encoded before it is asked whether it has ended. */
const firstChunk = 8;
const longestChunk = 256;

/** How many slices of a loop in one workgroup are encoded before it is asked whether it has ended. */
const slicesBetween = 3;

/** In seconds, of the clock and of a workgroup's work: a busy device needs long for little. */
const longestLoop = 60;

/** In milliseconds. */
const watchAfter = 1000;

/** Tensors come and go with their buffers, of which the backend uses some in turn. */
const groupLimit = 8;

/** In elements: it costs little in comparison to ask whether there was memory for so many. */
const largeOutput = 2 ** 20;

/** What a run is part of. */
export interface Call {
  /** How many references the caller holds to each input, besides those that tensors hold. */
  readonly references: number;
  /** Unless it is the last part of a call, a run may wait in the command encoder. */
  readonly isLast: boolean;
  readonly seed: Key;
}

/** A compiled region on one device: run again and again without anything being made anew. */
export class Replay {
  readonly #commands: readonly Command[];
  /** The pages of the arena. */
  readonly #arena: readonly GPUBuffer[];
  readonly #constants: GPUBuffer | null;
  readonly #hasLargeOutputs: boolean;
  readonly #uniforms: GPUBuffer | null;
  readonly #progress: ProgressReader;
  /** Of the random numbers, where there are any. */
  readonly #seed: GPUBuffer | null;
  /** What a call before this one has to be told still. */
  #failure: ExecutionError | null = null;
  #isWatched = false;
  #isDisposed = false;
  /** Whether commands that read the seed have been written and not been handed over. */
  #isSeedAwaited = false;
  /** The buffers of a run, by their number. */
  readonly #external: GPUBuffer[] = [];
  /** For parameters that came as floats stored as integers: what makes floats of them. */
  readonly #casts = new Map<number, Replay>();

  constructor(
    readonly backend: WebGPUBackend,
    readonly region: CompiledRegion,
    readonly results = new DeviceCheck(),
  ) {
    const { device } = backend;
    const { instructions, plan, constants } = region;
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
    const { commands, uniforms } = commandsOf(instructions, device);
    this.#commands = commands;
    this.#progress = new ProgressReader(backend);
    const isRandom = [...allWork(instructions)].some(({ usesSeed }) => usesSeed);
    const seedUsage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
    this.#seed = isRandom ? device.createBuffer({ size: 16, usage: seedUsage }) : null;
    this.#arena = plan.arenaSizes.map((size) => device.createBuffer({ size: size * 4, usage }));
    this.#hasLargeOutputs = region.outputs.some((one) => sizeOf(sizesOf(one)) >= largeOutput);
    this.#constants = filled(device, constants, usage);
    this.#uniforms = filled(device, uniforms, GPUBufferUsage.UNIFORM);
  }

  /** Whether it can only be run by somebody who can wait. */
  get mustWait(): boolean {
    return this.#commands.some(mustWait);
  }

  /** The inputs must be on the backend, and stay the caller's; each output is a reference of its own. */
  run(inputs: readonly TensorInfo[], call: Call): TensorInfo[] {
    const { outputs, casts } = this.#begin(inputs, call);
    for (const command of this.#commands) this.#encode(command);
    this.#releaseAll(casts);
    this.#end(call);
    return outputs;
  }

  /** The same, asking loops on the way whether they have ended. Nobody else may run it meanwhile. */
  *running(inputs: readonly TensorInfo[], call: Call): Reading<TensorInfo[]> {
    const { outputs, casts } = this.#begin(inputs, call);
    try {
      for (const command of this.#commands) yield* this.#encodeAsking(command);
    } catch (error) {
      this.#releaseAll(outputs);
      throw error;
    } finally {
      this.#releaseAll(casts);
    }
    this.#end(call);
    return outputs;
  }

  /** Binds what enters and leaves. `casts` are to be released when all has been encoded. */
  #begin(
    inputs: readonly TensorInfo[],
    { references, seed }: Call,
  ): { readonly outputs: TensorInfo[]; readonly casts: readonly TensorInfo[] } {
    const { backend, region } = this;
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
    const { parameters } = region;
    if (this.#seed !== null) {
      if (this.#isSeedAwaited) submit(backend);
      backend.device.queue.writeBuffer(this.#seed, 0, Uint32Array.from(seed));
    }
    const casts: TensorInfo[] = [];
    for (let index = 0; index < parameters.length; index++) {
      let input = inputs[index]!;
      if (input.dtype === 'float32' && backend.tensorMap.get(input.dataId).dtype !== 'float32') {
        input = this.#asFloats(index, input);
        casts.push(input);
      }
      const buffer = bufferOf(backend, input.dataId);
      if (buffer === null) throw internalError('A compiled graph was given a texture.');
      this.#external[index] = buffer;
    }
    const make = () => this.#makeOutputs(inputs, references);
    const infos = this.#hasLargeOutputs ? this.results.make(backend.device, make) : make();
    return { outputs: infos, casts };
  }

  #makeOutputs(inputs: readonly TensorInfo[], references: number): TensorInfo[] {
    const { backend, region } = this;
    const made = new Map<unknown, TensorInfo>();
    return region.outputs.map((output, index): TensorInfo => {
      const known = made.get(output);
      const info = known ?? this.#output(index, inputs, references);
      if (known !== undefined) backend.incRef(info.dataId);
      made.set(output, info);
      return { dataId: info.dataId, shape: output.shape as number[], dtype: output.dtype };
    });
  }

  #end({ isLast }: Call): void {
    if (isLast) submit(this.backend);
    this.#isSeedAwaited = !isLast;
  }

  #releaseAll(infos: readonly TensorInfo[]): void {
    for (const { dataId } of infos) this.backend.disposeData(dataId);
  }

  /** Loops that have a limit are encoded to that: rounds after their end do nothing. */
  #encode(command: Command): void {
    if (command.kind === 'dispatch') {
      this.#dispatch(command);
      return;
    }
    if (command.kind === 'slices') {
      this.#encodeSlices(command);
      return;
    }
    const rounds = command.kind === 'repeat' ? command.times : command.limit!;
    for (let round = 0; round < rounds; round++) {
      for (const inner of command.body) this.#encode(inner);
    }
  }

  *#encodeAsking(command: Command): Reading<void> {
    if (command.kind === 'until' && isWorthWaiting(command)) {
      yield* this.#encodeChunks(command);
    } else if (command.kind === 'slices' && command.slicing.open !== null) {
      yield* this.#encodeOpenSlices(command, command.slicing.open);
    } else if (command.kind === 'repeat' && command.body.some(mustWait)) {
      for (let round = 0; round < command.times; round++) {
        for (const inner of command.body) yield* this.#encodeAsking(inner);
      }
    } else this.#encode(command);
  }

  /**
   * Encodes the rounds of a loop in chunks, and asks behind each whether it goes on, while the next one is already under
   * way. The first chunk is as long as the last run was; chunks grow, so that a loop that has ended is noticed after at
   * most two more. A loop that waits in each round is asked after each.
   */
  *#encodeChunks(until: Until): Reading<void> {
    const limit = until.limit ?? Infinity;
    const isWaiting = until.body.some(mustWait);
    let chunk = isWaiting ? 1 : until.lastRounds || firstChunk;
    let encoded = 0;
    let asked: Promise<[number, number]> | null = null;
    for (;;) {
      const count = Math.min(chunk, limit - encoded);
      for (let round = 0; round < count; round++) {
        for (const inner of until.body) {
          if (isWaiting) yield* this.#encodeAsking(inner);
          else this.#encode(inner);
        }
      }
      encoded += count;
      if (encoded >= limit) return;
      const following = Math.min(Math.max(firstChunk, 2 * chunk), longestChunk);
      // What the last run took may well be what this one takes.
      const isLikelyLast = isWaiting || encoded === until.lastRounds;
      // Behind the last chunk nobody waits for what was asked before it.
      const isHeard = isLikelyLast || encoded + following < limit;
      const answer = isHeard ? this.#readProgress(until.progress) : null;
      const awaited: Promise<[number, number]> | null = isLikelyLast ? answer : asked;
      asked = isLikelyLast ? null : answer;
      if (awaited !== null) {
        const request = { promise: awaited, refusal: cannotWait };
        const [goesOn, rounds] = (yield request) as [number, number];
        if (goesOn === 0) {
          until.lastRounds = rounds;
          return;
        }
      }
      if (!isWaiting) chunk = following;
    }
  }

  #encodeSlices({ first, next, last, slicing, progress }: Slices): void {
    this.#dispatch(first);
    for (let slice = 2; slice < slicing.count; slice++) this.#dispatch(next);
    this.#dispatch(last);
    if (slicing.open !== null) this.#watch(slicing.open, progress);
  }

  /** A call that cannot wait leaves it to a later look whether its loop has ended. */
  #watch(loop: WhileNode, progress: Location): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    const look = async (): Promise<void> => {
      this.#isWatched = false;
      if (this.#isDisposed) return;
      const [stopped] = await this.#readProgress([progress, progress]);
      if (stopped <= 0) return;
      this.#failure = loopTooLong(loop, this.region.graph);
      console.error(this.#failure.message);
    };
    // Where the device has been lost meanwhile, others say so.
    const timer: unknown = setTimeout(() => look().catch(() => {}), watchAfter);
    // It keeps no process of Node's alive.
    (timer as { unref?: () => void }).unref?.();
  }

  /** A call that waits asks whether the loop has ended, and goes on for as long as a loop may take. */
  *#encodeOpenSlices({ first, next, progress }: Slices, loop: WhileNode): Reading<void> {
    const start = performance.now();
    this.#dispatch(first);
    for (let slices = 1; ; slices += slicesBetween) {
      for (let slice = 0; slice < slicesBetween; slice++) this.#dispatch(next);
      const promise = this.#readProgress([progress, progress]);
      const [stopped] = (yield { promise, refusal: cannotWait }) as [number, number];
      if (stopped < 0) return;
      const seconds = Math.min((performance.now() - start) / 1000, slices * secondsOfSlice);
      if (seconds > longestLoop) throw loopTooLong(loop, this.region.graph);
    }
  }

  #readProgress(places: readonly [Location, Location]): Promise<[number, number]> {
    const [first, second] = places.map(({ buffer, offset }) => ({
      buffer: this.#bufferNamed(buffer),
      offset,
    }));
    return this.#progress.read(first!, second!);
  }

  #dispatch(command: Dispatch): void {
    const { backend, region } = this;
    stopwatch?.startPass(backend, region.graph, command.number);
    const pass = currentPass(backend);
    pass.setPipeline(command.pipeline.pipeline);
    pass.setBindGroup(0, this.#groupOf(command));
    const [x, y, z] = command.workgroups;
    pass.dispatchWorkgroups(x, y, z);
    backend.dispatchCountInPass++;
    if (backend.dispatchCountInPass >= longestSubmission) submit(backend);
  }

  dispose(): void {
    this.#isDisposed = true;
    // A submission in which anything is destroyed is lost, with all that others have written into it.
    submit(this.backend);
    for (const cast of this.#casts.values()) cast.dispose();
    for (const page of this.#arena) page.destroy();
    this.#constants?.destroy();
    this.#uniforms?.destroy();
    this.#progress.dispose();
    this.#seed?.destroy();
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
    const stored: TensorInfo = { dataId, shape, dtype: 'int32' };
    return cast.run([stored], { references: 0, isLast: false, seed: [0, 0] })[0]!;
  }

  #mayOverwrite(parameter: number, inputs: readonly TensorInfo[], references: number): boolean {
    const { dataId, dtype } = inputs[parameter]!;
    if (dtype === 'float32' && this.backend.tensorMap.get(dataId).dtype !== dtype) return false;
    if (this.backend.refCount(dataId) !== references + 1) return false;
    return inputs.every((input, index) => index === parameter || input.dataId !== dataId);
  }

  #groupOf(command: Dispatch): GPUBindGroup {
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
    if (command.usesSeed) {
      entries.push({ binding: entries.length, resource: { buffer: this.#seed! } });
    }
    const group = this.backend.device.createBindGroup({ layout: command.pipeline.layout, entries });
    if (groups.length === groupLimit) groups.shift();
    groups.push({ external: externals.map((index) => this.#external[index]!), group });
    return group;
  }

  #bufferNamed(name: BufferName): GPUBuffer {
    if (name.startsWith('arena')) return this.#arena[Number(name.slice('arena'.length))]!;
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

function cannotWait(): never {
  throw internalError('A loop without a limit is run synchronously.');
}
