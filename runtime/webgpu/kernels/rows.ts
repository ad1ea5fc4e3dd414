import { internalError } from '../../errors.js';
import { isRowLevel, type RowCluster } from '../fuse/cluster.js';
import { passesOf } from '../fuse/passes.js';
import { type Operation, outputsOf, type ReduceOperation, sizesOf } from '../lower/operation.js';
import { joinAxes } from '../lower/reductions.js';
import { Index } from '../wgsl/index.js';
import type { Scalar } from '../wgsl/scalar.js';
import type { Grid } from './grid.js';
import { type ClusterInputs, neededFor } from './needed.js';
import { shareAccumulators } from './sharing.js';
import type { KernelWriter } from './writer.js';

/** Rows of so few columns are written out: then the places are numbers, and what a pass has read the next one has at hand. */
const unrolledColumns = 9;

/** Unless that becomes longer than so many additions. */
const longestUnrolled = 96;

const columnsInRound = 4;

/** One invocation works on a row, or one workgroup. */
export function writeRows(
  rows: RowCluster,
  writer: KernelWriter,
  grid: Grid,
  inputsOf: ClusterInputs,
): void {
  const workers = grid.workersOf(rows);
  grid.forEachRow(writer.emitter, rows, (row) => writeRow(row, rows, writer, workers, inputsOf));
}

/**
 * Goes over the columns of a row as often as its reductions depend on one another, and once more for what is written of
 * them. `productAt` gives an element of the product whose row it is, where it is one.
 */
export function writeRow(
  row: string,
  rows: RowCluster,
  writer: KernelWriter,
  workers: number,
  inputsOf: ClusterInputs,
  productAt: (column: string) => Scalar = noProduct,
): void {
  const { emitter, known, context } = writer;
  const isShared = workers > 1;
  const isUnrolled = !isShared && canUnroll(rows);
  const isStored = ({ output }: Operation) => context.stored.has(output);
  const members = neededFor(rows.members.filter(isStored), rows.members, inputsOf);
  const passes = passesOf(members, inputsOf);
  const last = Math.max(...passes.values());

  for (let pass = 0; pass <= last; pass++) writePass(pass);
  const ofRows = members.filter((member) => isStored(member) && isRowLevel(rows, member.output));
  if (isShared && ofRows.length > 0) {
    // What is written may take the place of what others still read.
    emitter.line('workgroupBarrier();');
    emitter.block('if (local == 0u)', () => {
      writer.storeAll(outputsOf(ofRows), row);
    });
  } else {
    writer.storeAll(outputsOf(ofRows), row);
  }

  function writePass(pass: number): void {
    for (const member of members) {
      if (passes.get(member) !== pass || member.kind !== 'map') continue;
      if (!isRowLevel(rows, member.output)) continue;
      const index = Index.ofFlat(emitter, sizesOf(member.output), row);
      known.set(member.output, member.emit(writer, index));
    }
    const reductions = members.filter(
      (member): member is ReduceOperation =>
        member.kind === 'reduce' && passes.get(member) === pass,
    );
    // What takes the place of an input is written when that is not read again.
    const written = members.filter(
      (member) =>
        isStored(member) &&
        !isRowLevel(rows, member.output) &&
        (isInPlace(member) ? last : passes.get(member)) === pass,
    );
    if (reductions.length === 0 && written.length === 0) return;
    const isColumn = (member: Operation) =>
      passes.get(member)! <= pass &&
      (member.kind === 'reduce' ? reductions.includes(member) : !isRowLevel(rows, member.output)) &&
      !isRead(member, pass);
    // Columns that no pass before has written are computed anew in each that needs them.
    for (const member of members) if (isRead(member, pass)) known.delete(member.output);
    const columns = neededFor([...reductions, ...written], members.filter(isColumn), inputsOf);
    goOver(columns, reductions, written);
  }

  /** Whether an earlier pass has written a column, where the same invocation finds it. */
  function isRead(member: Operation, pass: number): boolean {
    return (
      !isUnrolled &&
      isStored(member) &&
      !isInPlace(member) &&
      !isRowLevel(rows, member.output) &&
      passes.get(member)! < pass
    );
  }

  function isInPlace({ output }: Operation): boolean {
    return context.plan.writtenOver.has(output);
  }

  function goOver(
    columns: readonly Operation[],
    reductions: readonly ReduceOperation[],
    written: readonly Operation[],
  ): void {
    const accumulators = new Map(
      reductions.map((reduction) => [
        reduction,
        reduction.accumulators.map(({ type, initial }) => emitter.variable(type, initial)),
      ]),
    );
    const innerShape = rows.isAlongTensor
      ? rows.space.filter((_, axis) => rows.axes.includes(axis))
      : rows.space.slice(rows.space.length - rows.axes.length);
    const outerShape = rows.space.filter((_, axis) => !rows.axes.includes(axis));
    const goOverOne = (column: string): void => {
      const inner = Index.ofFlat(emitter, innerShape, column);
      const place = () =>
        joinAxes(rows.space, rows.axes, Index.ofFlat(emitter, outerShape, row), inner);
      for (const member of columns) {
        if (member.kind === 'reduce') {
          const outer = Index.ofFlat(emitter, sizesOf(member.output), row);
          const elements = member.element(writer, outer, inner).map(({ code }) => code);
          const names = accumulators.get(member)!;
          // In a block, since the same expression of the accumulators means something else afterwards.
          emitter.block('', () => {
            const combined = member.combine(emitter, names, elements);
            for (const [index, name] of names.entries()) {
              emitter.line(`${name} = ${combined[index]};`);
            }
          });
        } else {
          const element = member.kind === 'map' ? member.emit(writer, place()) : productAt(column);
          known.set(member.output, element);
        }
      }
      writer.storeAll(outputsOf(written), place().flat);
    };
    if (isUnrolled) {
      for (let column = 0; column < rows.columnCount; column++) goOverOne(String(column));
    } else {
      const column = emitter.name();
      const start = isShared ? 'i32(local)' : '0';
      const times = timesInRound(columns);
      const head = `for (var ${column}: i32 = ${start}; ${column} < ${rows.columnCount}; ${column} += ${times * workers})`;
      emitter.block(head, () => {
        goOverOne(column);
        for (let next = 1; next < times; next++) {
          goOverOne(emitter.let(`(${column} + ${next * workers})`));
        }
      });
    }
    for (const reduction of reductions) {
      const names = accumulators.get(reduction)!;
      if (isShared) shareAccumulators(reduction, names, writer, workers);
      known.set(reduction.output, reduction.result(emitter, names));
    }
  }

  /** How many columns a round of the loop does, where rounds would cost more than what is done in them. */
  function timesInRound(columns: readonly Operation[]): number {
    const isWhole = rows.columnCount % (columnsInRound * workers) === 0;
    return isWhole && columnsInRound * costOf(columns) <= longestUnrolled ? columnsInRound : 1;
  }
}

function noProduct(): never {
  throw internalError('A row that is no row of a product has an element of one.');
}

function canUnroll(rows: RowCluster): boolean {
  if (rows.columnCount > unrolledColumns) return false;
  const ofColumns = rows.members.filter(
    (member) => member.kind === 'reduce' || !isRowLevel(rows, member.output),
  );
  return rows.columnCount * costOf(ofColumns) <= longestUnrolled;
}

function costOf(members: readonly Operation[]): number {
  return members.reduce((sum, member) => sum + (member.kind === 'matmul' ? 0 : member.cost), 0);
}
