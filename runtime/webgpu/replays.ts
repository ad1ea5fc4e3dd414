import type { TensorInfo } from '@tensorflow/tfjs-core';
import type { Graph, WhileNode } from '../graph/graph.js';
import { allNodes } from '../graph/walk.js';
import type { Reading } from '../interpret/backend.js';
import type { WebGPUBackend } from './backend.js';
import { type CompiledRegion, compileRegion } from './compileRegion.js';
import { modelOf } from './deviceModels.js';
import type { Instruction } from './program/instructions.js';
import { Replay } from './replay.js';

/** Which parameter each output takes the place of, where one does. */
export type Replacements = ReadonlyMap<number, number>;

/** A region compiled for one device, and what is ready to run it. */
interface Prepared {
  readonly backend: WebGPUBackend;
  readonly compiled: CompiledRegion;
  /** One unless several calls wait at the same time, each with memory of its own. */
  readonly idle: Replay[];
}

/** The compiled regions of a graph on the backend that it last ran on. */
export class Replays {
  readonly #prepared = new Map<Graph, Prepared>();
  #isDisposed = false;

  constructor(readonly replaced: Replacements) {}

  run(
    region: Graph,
    backend: WebGPUBackend,
    inputs: readonly TensorInfo[],
    references: number,
    isLast: boolean,
  ): TensorInfo[] {
    const prepared = this.#prepare(region, backend);
    const replay = takeReplay(prepared);
    try {
      return replay.run(inputs, references, isLast);
    } finally {
      this.#giveBack(replay, prepared);
    }
  }

  /** The same, for a caller who can wait for loops. */
  *running(
    region: Graph,
    backend: WebGPUBackend,
    inputs: readonly TensorInfo[],
    references: number,
    isLast: boolean,
  ): Reading<TensorInfo[]> {
    const prepared = this.#prepare(region, backend);
    const replay = takeReplay(prepared);
    try {
      return yield* replay.running(inputs, references, isLast);
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

  dispose(): void {
    this.#isDisposed = true;
    for (const { idle } of this.#prepared.values()) disposeAll(idle);
    this.#prepared.clear();
  }

  #prepare(region: Graph, backend: WebGPUBackend): Prepared {
    let prepared = this.#prepared.get(region);
    if (prepared?.backend !== backend) {
      disposeAll(prepared?.idle ?? []);
      const compiled = compileRegion(region, this.replaced, modelOf(backend));
      prepared = { backend, compiled, idle: [] };
      this.#prepared.set(region, prepared);
    }
    return prepared;
  }

  #giveBack(replay: Replay, prepared: Prepared): void {
    const isKept = !this.#isDisposed && [...this.#prepared.values()].includes(prepared);
    if (isKept) prepared.idle.push(replay);
    else replay.dispose();
  }
}

function takeReplay({ idle, backend, compiled }: Prepared): Replay {
  return idle.pop() ?? new Replay(backend, compiled);
}

function disposeAll(replays: Replay[]): void {
  for (const replay of replays.splice(0)) replay.dispose();
}

const withLoops = new WeakMap<Graph, boolean>();

export function hasLoop(region: Graph): boolean {
  let found = withLoops.get(region);
  if (found === undefined) {
    found = Array.from(allNodes(region)).some(({ kind }) => kind === 'while');
    withLoops.set(region, found);
  }
  return found;
}

function openLoopOf(instructions: readonly Instruction<unknown>[]): WhileNode | null {
  for (const instruction of instructions) {
    if (instruction.kind === 'dispatch') continue;
    if (instruction.kind === 'until' && instruction.limit === null) return instruction.loop.node;
    const inner = openLoopOf(instruction.body);
    if (inner !== null) return inner;
  }
  return null;
}
