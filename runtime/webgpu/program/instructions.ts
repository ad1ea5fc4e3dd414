import type { DeviceModel } from '../fuse/deviceModel.js';
import type { Location, MemoryPlan } from '../kernels/memoryPlan.js';
import type { Block, Conditional, Control, Loop } from './block.js';
import { type Guard, type Item, mergeSmall } from './items.js';
import type { Slicing } from './slices.js';
import type { Technique } from './techniques.js';

/** What is encoded at each run; `Work` is what a kernel is described by. */
export type Instruction<Work> =
  | { readonly kind: 'dispatch'; readonly work: Work }
  | { readonly kind: 'repeat'; readonly times: number; readonly body: readonly Instruction<Work>[] }
  | Slices<Work>
  | Until<Work>;

/** A kernel that runs in slices, as often as `slicing` has it or until it has ended. */
export interface Slices<Work> {
  readonly kind: 'slices';
  readonly work: Work;
  readonly slicing: Slicing;
  /** Where the kernel notes how far it is. */
  readonly progress: Location;
}

/** Goes on while a flag holds, which the kernels of `body` themselves look at: further rounds do nothing. */
export interface Until<Work> {
  readonly kind: 'until';
  /** Where kernels note whether it goes on, and how many rounds it has gone. */
  readonly progress: readonly [goesOn: Location, rounds: Location];
  /** After so many rounds it has ended in any case. */
  readonly limit: number | null;
  readonly body: readonly Instruction<Work>[];
  readonly loop: Loop;
}

/** What one kernel does, step after step, and the flag without which it does nothing. */
export interface Group {
  readonly items: readonly Item[];
  readonly guard: Guard;
  readonly slicing: Slicing | null;
}

/** Puts a program in the order in which it is encoded. */
export class Sequencer {
  constructor(
    readonly techniques: ReadonlyMap<Control, Technique>,
    readonly slicings: ReadonlyMap<Control, Slicing>,
    readonly plan: MemoryPlan,
    readonly device: DeviceModel,
  ) {}

  /** What the block does, and then what `last` are, where the flag holds. */
  sequence(block: Block, guard: Guard = null, last: readonly Item[] = []): Instruction<Group>[] {
    const instructions: Instruction<Group>[] = [];
    let items: Item[] = [];
    const flush = () => {
      instructions.push(...this.#dispatches(items, guard));
      items = [];
    };
    for (const step of block) {
      if (step.kind === 'piece') {
        for (const cluster of step.clusters) items.push({ kind: 'cluster', cluster, piece: step });
      } else if (this.slicings.has(step)) {
        flush();
        instructions.push(this.#slices(step, guard));
      } else if (this.techniques.get(step) !== 'guarded') {
        items.push({ kind: 'control', step });
      } else {
        flush();
        const inner = step.kind === 'if' ? this.#branches(step, guard) : this.#loop(step, guard);
        instructions.push(...inner);
      }
    }
    items.push(...last);
    flush();
    return instructions;
  }

  #slices(step: Control, guard: Guard): Instruction<Group> {
    const slicing = this.slicings.get(step)!;
    const progress = this.plan.locations.get(slicing.progress)!;
    const work: Group = { items: [{ kind: 'control', step }], guard, slicing };
    return { kind: 'slices', work, slicing, progress };
  }

  *#branches(step: Conditional, guard: Guard): Generator<Instruction<Group>> {
    // What sets flags runs in any case.
    yield* this.#dispatches([{ kind: 'choose', step, guard }], null);
    for (const { block, flag } of [step.thenBranch, step.elseBranch]) {
      yield* this.sequence(block, flag);
    }
  }

  *#loop(loop: Loop, guard: Guard): Generator<Instruction<Group>> {
    const { entry, test, body, limit } = loop;
    if (test === null) {
      yield* this.sequence(entry.block, guard);
      yield { kind: 'repeat', times: limit!, body: this.sequence(body.block, guard) };
      return;
    }
    const first: Item = { kind: 'continue', step: loop, guard, isFirst: true };
    const enter = [...entry.block, ...test.block];
    if (guard === null) yield* this.sequence(enter, null, [first]);
    else {
      yield* this.sequence(enter, guard);
      yield* this.#dispatches([first], null);
    }
    const { locations } = this.plan;
    const next: Item = { kind: 'continue', step: loop, guard: null, isFirst: false };
    yield {
      kind: 'until',
      progress: [locations.get(test.active)!, locations.get(test.rounds)!],
      limit,
      loop,
      body: this.sequence([...body.block, ...test.block], test.active, [next]),
    };
  }

  #dispatches(items: readonly Item[], guard: Guard): Instruction<Group>[] {
    return mergeSmall(items, guard, this.plan, this.device).map((group) => ({
      kind: 'dispatch',
      work: { items: group, guard, slicing: null },
    }));
  }
}

/** The instructions with other work in the place of each kernel's. */
export function mapWork<From, To>(
  instructions: readonly Instruction<From>[],
  transform: (work: From) => To,
): Instruction<To>[] {
  return instructions.map((instruction): Instruction<To> => {
    switch (instruction.kind) {
      case 'dispatch':
      case 'slices':
        return { ...instruction, work: transform(instruction.work) };
      default:
        return { ...instruction, body: mapWork(instruction.body, transform) };
    }
  });
}

/** The work of all kernels, each once. */
export function* allWork<Work>(instructions: readonly Instruction<Work>[]): Generator<Work> {
  for (const instruction of instructions) {
    if ('work' in instruction) yield instruction.work;
    else yield* allWork(instruction.body);
  }
}
