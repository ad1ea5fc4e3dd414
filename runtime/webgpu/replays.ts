import type { TensorInfo } from '@tensorflow/tfjs-core';
import { ExecutionError } from '../errors.js';
import type { Graph, WhileNode } from '../graph/graph.js';
import { allNodes } from '../graph/walk.js';
import type { Reading } from '../interpret/backend.js';
import { submit, type WebGPUBackend } from './backend.js';
import { type CompiledRegion, compileRegion, tooManyBuffers } from './compileRegion.js';
import { DeviceCheck } from './deviceCheck.js';
import { modelOf } from './deviceModels.js';
import type { DeviceModel } from './fuse/deviceModel.js';
import { elementLoopOf } from './lower/elementLoop.js';
import { compilePipelines, forgetPipelines } from './pipelines.js';
import { allWork, type Instruction } from './program/instructions.js';
import { type Call, Replay } from './replay.js';

/** Which parameter each output takes the place of, where one does. */
export type Replacements = ReadonlyMap<number, number>;

/** A region compiled for one device, and what is ready to run it. */
interface Prepared {
  readonly backend: WebGPUBackend;
  readonly model: DeviceModel;
  readonly compiled: CompiledRegion;
  /** One unless several calls wait at the same time, each with memory of its own. */
  readonly idle: Replay[];
}

/** The compiled regions of a graph on the backend that it last ran on. */
export class Replays {
  readonly check = new DeviceCheck();
  /** Whether there is memory for what calls give. */
  readonly results = new DeviceCheck();
  readonly #prepared = new Map<Graph, Prepared>();
  #isDisposed = false;

  constructor(readonly replaced: Replacements) {}

  run(
    region: Graph,
    backend: WebGPUBackend,
    inputs: readonly TensorInfo[],
    call: Call,
  ): TensorInfo[] {
    const prepared = this.#prepare(region, backend);
    const replay = this.#take(prepared);
    try {
      return replay.run(inputs, call);
    } finally {
      this.#giveBack(replay, prepared);
    }
  }

  /** The same, for a caller who can wait for loops. */
  *running(
    region: Graph,
    backend: WebGPUBackend,
    inputs: readonly TensorInfo[],
    call: Call,
  ): Reading<TensorInfo[]> {
    const prepared = this.#prepare(region, backend);
    const replay = this.#take(prepared);
    try {
      return yield* replay.running(inputs, call);
    } finally {
      this.#giveBack(replay, prepared);
    }
  }

  /** The first loop whose end only somebody who can wait can find; `null` where there is none. */
  openLoop(region: Graph, backend: WebGPUBackend): WhileNode | null {
    return hasLoop(region)
      ? openLoopOf(this.#prepare(region, backend).compiled.instructions)
      : null;
  }

  /** Compiles the regions' shaders at the same time, and waits until it is known whether the device takes them. */
  async compile(regions: readonly Graph[], backend: WebGPUBackend): Promise<void> {
    let all: readonly Prepared[];
    try {
      all = regions.map((region) => this.#prepare(region, backend));
    } catch (error) {
      if (this.check.refusal === null) throw error;
      return;
    }
    const shaders = all.flatMap(({ compiled }) => [...allWork(compiled.instructions)]);
    try {
      await compilePipelines(backend.device, shaders);
      for (const prepared of all) {
        if (!this.#isDisposed) this.#giveBack(this.#take(prepared), prepared);
      }
    } catch (error) {
      this.check.refuse(error as Error);
    }
    await this.check.settled();
    if (this.check.refusal !== null) forgetPipelines(backend.device, shaders);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const { idle } of this.#prepared.values()) disposeAll(idle);
    this.#prepared.clear();
  }

  #prepare(region: Graph, backend: WebGPUBackend): Prepared {
    let prepared = this.#prepared.get(region);
    const model = modelOf(backend);
    if (prepared?.backend !== backend || prepared.model !== model) {
      disposeAll(prepared?.idle ?? []);
      const compiled = this.#compile(region, model);
      prepared = { backend, model, compiled, idle: [] };
      this.#prepared.set(region, prepared);
    }
    return prepared;
  }

  #compile(region: Graph, model: DeviceModel): CompiledRegion {
    try {
      return compileRegion(region, this.replaced, model);
    } catch (error) {
      const isRefused = error instanceof ExecutionError && error.code === 'device-refused';
      if (isRefused) this.check.refuse({ message: tooManyBuffers });
      throw error;
    }
  }

  #take({ idle, backend, compiled }: Prepared): Replay {
    const known = idle.pop();
    if (known !== undefined) return known;
    // A refused shader spoils all that is submitted with it.
    submit(backend);
    return this.check.make(backend.device, () => new Replay(backend, compiled, this.results));
  }

  #giveBack(replay: Replay, prepared: Prepared): void {
    const isKept = !this.#isDisposed && [...this.#prepared.values()].includes(prepared);
    if (isKept) prepared.idle.push(replay);
    else replay.dispose();
  }
}

function disposeAll(replays: Replay[]): void {
  for (const replay of replays.splice(0)) replay.dispose();
}

const contents = new WeakMap<Graph, { readonly hasLoop: boolean; readonly isRandom: boolean }>();

function contentOf(region: Graph): { readonly hasLoop: boolean; readonly isRandom: boolean } {
  let content = contents.get(region);
  if (content === undefined) {
    const nodes = [...allNodes(region)];
    content = {
      hasLoop: nodes.some(({ kind }) => kind === 'while'),
      isRandom: nodes.some(
        (node) =>
          node.kind === 'random' || (node.kind === 'kernel' && elementLoopOf(node)?.isRandom),
      ),
    };
    contents.set(region, content);
  }
  return content;
}

export function hasLoop(region: Graph): boolean {
  return contentOf(region).hasLoop;
}

export function isRandom(region: Graph): boolean {
  return contentOf(region).isRandom;
}

function openLoopOf(instructions: readonly Instruction<unknown>[]): WhileNode | null {
  for (const instruction of instructions) {
    if ('work' in instruction) continue;
    if (instruction.kind === 'until' && instruction.limit === null) return instruction.loop.node;
    const inner = openLoopOf(instruction.body);
    if (inner !== null) return inner;
  }
  return null;
}
