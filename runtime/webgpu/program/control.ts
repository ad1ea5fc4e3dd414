import type { Value } from '../../graph/graph.js';
import type { SingleWorkgroup } from '../kernels/grid.js';
import type { Section } from '../kernels/hazards.js';
import type { KernelWriter } from '../kernels/writer.js';
import { sizesOf } from '../lower/operation.js';
import { Index } from '../wgsl/index.js';
import type { Block, Conditional, Control, Loop, Piece } from './block.js';
import type { Guard, Item } from './items.js';
import { accessOf } from './section.js';
import type { Slicing } from './slices.js';
import { SliceWriter } from './sliceWriter.js';

/** Branches and loops between the sections of one workgroup, which `writePiece` writes. */
export class ControlWriter {
  readonly #slices: SliceWriter | null;

  constructor(
    readonly writer: KernelWriter,
    readonly grid: SingleWorkgroup,
    slicing: Slicing | null,
    readonly writePiece: (piece: Piece) => void,
  ) {
    this.#slices = slicing === null ? null : new SliceWriter(writer, grid, slicing);
  }

  write(control: Control): void {
    this.#slices?.begin(control.outputs);
    this.#step(control, null);
    this.#slices?.end();
  }

  /** `around` is the loop that the block is in. */
  #block(block: Block, around: Loop | null): void {
    for (const step of block) {
      if (step.kind !== 'piece') this.#step(step, around);
      else if (this.#slices?.isPassed(around)) {
        // On the way to where the last slice has stopped, nothing is done again.
        this.#slices.unlessResuming(() => this.writePiece(step));
      } else this.writePiece(step);
    }
  }

  #step(step: Control, around: Loop | null): void {
    if (step.kind === 'if') this.#conditional(step, around);
    else this.#loop(step, around);
  }

  #conditional({ predicate, thenBranch, elseBranch }: Conditional, around: Loop | null): void {
    const { writer, grid } = this;
    const { emitter } = writer;
    const { hazards } = grid;
    const decide = () => writeDecision(predicate, writer, grid);
    const holds = this.#slices?.isPassed(around)
      ? this.#slices.decideAgain(thenBranch.block, decide)
      : decide();
    const before = hazards.save();
    emitter.block(`if (${holds})`, () => this.#block(thenBranch.block, around));
    hazards.restore(before);
    if (elseBranch.block.length > 0) {
      emitter.block('else', () => this.#block(elseBranch.block, around));
    }
    hazards.forget();
  }

  #loop(loop: Loop, around: Loop | null): void {
    if (this.#slices?.isPassed(around)) {
      this.#slices.ifReached(loop, () => this.#writeLoop(loop, around));
    } else this.#writeLoop(loop, around);
  }

  #writeLoop(loop: Loop, around: Loop | null): void {
    const { entry, test, body, limit } = loop;
    const { writer, grid } = this;
    const { emitter } = writer;
    this.#block(entry.block, around);
    const count = limit === null ? null : emitter.variable('i32', '0');
    this.#slices?.enter(loop, count);
    grid.hazards.forget();
    emitter.block('loop', () => {
      const head = () => {
        this.#slices?.pause(loop);
        if (count !== null) emitter.line(`if (${count} >= ${limit}) { break; }`);
        if (test === null) return;
        this.#block(test.block, loop);
        emitter.line(`if (!${writeDecision(test.holds, writer, grid)}) { break; }`);
      };
      if (this.#slices === null) head();
      else this.#slices.unlessFurther(loop, head);
      this.#block(body.block, loop);
      if (count !== null) emitter.line(`${count}++;`);
    });
    grid.hazards.forget();
  }
}

/** A flag that all invocations of the workgroup see alike. */
function writeDecision(flag: Value, writer: KernelWriter, grid: SingleWorkgroup): string {
  grid.begin({ count: 1, reads: [accessOf(flag, writer, true)], writes: [] });
  const decided = writer.decide(flag, grid);
  grid.hazards.reached();
  return decided;
}

/** Sets the flags of a conditional's branches, neither where the conditional itself is not wanted. */
export function writeChoice(
  { predicate, thenBranch, elseBranch }: Conditional,
  guard: Guard,
  writer: KernelWriter,
  grid: SingleWorkgroup,
): void {
  const flags = [thenBranch.flag, elseBranch.flag];
  grid.begin(sectionOfFlags(guard === null ? [predicate] : [predicate, guard], flags, writer));
  grid.forEach(writer.emitter, 1, () => {
    const holds = readFlag(predicate, writer);
    const isWanted = guard === null ? 'true' : readFlag(guard, writer);
    setFlag(thenBranch.flag, `(${isWanted} & ${holds})`, writer);
    setFlag(elseBranch.flag, `(${isWanted} & !${holds})`, writer);
  });
}

/** Notes from the test of a loop whether it goes on, and counts its rounds. */
export function writeContinuation(
  { step, guard, isFirst }: Extract<Item, { kind: 'continue' }>,
  writer: KernelWriter,
  grid: SingleWorkgroup,
): void {
  const { holds, active, rounds } = step.test!;
  const { emitter } = writer;
  const read = [holds, ...(guard === null ? [] : [guard]), ...(isFirst ? [] : [rounds])];
  grid.begin(sectionOfFlags(read, [active, rounds], writer));
  grid.forEach(emitter, 1, () => {
    const goesOn = readFlag(holds, writer);
    const isWanted = guard === null ? 'true' : readFlag(guard, writer);
    const before = isFirst ? '0' : readFlag(rounds, writer);
    setFlag(active, `(${isWanted} & ${goesOn})`, writer);
    writer.known.set(rounds, emitter.scalar(isFirst ? '0i' : `${before} + 1i`, 'i32'));
    writer.store(rounds, '0');
  });
}

function sectionOfFlags(
  reads: readonly Value[],
  writes: readonly Value[],
  writer: KernelWriter,
): Section {
  const accesses = (values: readonly Value[]) => values.map((one) => accessOf(one, writer, true));
  return { count: 1, reads: accesses(reads), writes: accesses(writes) };
}

function readFlag(flag: Value, writer: KernelWriter): string {
  return writer.read(flag, Index.ofFlat(writer.emitter, sizesOf(flag), '0')).code;
}

function setFlag(flag: Value, code: string, writer: KernelWriter): void {
  writer.known.set(flag, writer.emitter.scalar(code, 'bool'));
  writer.store(flag, '0');
}
