import type { Value } from '../../graph/graph.js';
import { sizesOf } from '../lower/operation.js';
import type { Block, Conditional, Control, Loop, Piece } from '../program/block.js';
import type { Guard, Item } from '../program/items.js';
import { Index, sizeOf } from '../wgsl/index.js';
import type { SingleWorkgroup } from './grid.js';
import type { Access, Section } from './hazards.js';
import type { KernelWriter } from './writer.js';

/** Branches and loops between the sections of one workgroup, which `writePiece` writes. */
export function writeControl(
  control: Control,
  writer: KernelWriter,
  grid: SingleWorkgroup,
  writePiece: (piece: Piece) => void,
): void {
  const { emitter } = writer;
  const { hazards } = grid;
  writeStep(control);

  function writeBlock(block: Block): void {
    for (const step of block) {
      if (step.kind === 'piece') writePiece(step);
      else writeStep(step);
    }
  }

  function writeStep(step: Control): void {
    if (step.kind === 'if') writeConditional(step);
    else writeLoop(step);
  }

  function writeConditional({ predicate, thenBranch, elseBranch }: Conditional): void {
    const holds = writeDecision(predicate, writer, grid);
    const before = hazards.save();
    emitter.block(`if (${holds})`, () => writeBlock(thenBranch.block));
    hazards.restore(before);
    if (elseBranch.block.length > 0) emitter.block('else', () => writeBlock(elseBranch.block));
    hazards.forget();
  }

  function writeLoop({ entry, test, body, limit }: Loop): void {
    writeBlock(entry.block);
    const count = limit === null ? null : emitter.variable('i32', '0');
    hazards.forget();
    emitter.block('loop', () => {
      if (count !== null) emitter.line(`if (${count} >= ${limit}) { break; }`);
      if (test !== null) {
        writeBlock(test.block);
        emitter.line(`if (!${writeDecision(test.holds, writer, grid)}) { break; }`);
      }
      writeBlock(body.block);
      if (count !== null) emitter.line(`${count}++;`);
    });
    hazards.forget();
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

/** Where a value is touched. */
export function accessOf(value: Value, { context }: KernelWriter, isOwn: boolean): Access {
  const location = context.plan.locations.get(value)!;
  return { location, size: sizeOf(sizesOf(value)), isOwn };
}

function readFlag(flag: Value, writer: KernelWriter): string {
  return writer.read(flag, Index.ofFlat(writer.emitter, sizesOf(flag), '0')).code;
}

function setFlag(flag: Value, code: string, writer: KernelWriter): void {
  writer.known.set(flag, writer.emitter.scalar(code, 'bool'));
  writer.store(flag, '0');
}
