import type { Value } from '../../graph/graph.js';
import { isRowLevel, type RowCluster } from '../fuse/cluster.js';
import type { DeviceModel } from '../fuse/deviceModel.js';
import {
  type MapOperation,
  type Operation,
  type ReduceOperation,
  sizesOf,
} from '../lower/operation.js';
import { joinAxes } from '../lower/reductions.js';
import { Index } from '../wgsl/index.js';
import type { Scalar } from '../wgsl/scalar.js';
import type { Kernel } from './kernel.js';
import { type ClusterInputs, neededFor } from './needed.js';
import { invocations, type KernelContext, KernelWriter } from './writer.js';

/**
 * Goes over the columns of each row as often as its reductions depend on one another, and once more for what is written
 * of them. One invocation works on a row, or one workgroup.
 */
export function writeRows(
  rows: RowCluster,
  context: KernelContext,
  inputsOf: ClusterInputs,
): Kernel {
  const { device } = context;
  const isShared = isRowShared(rows, device);
  const workgroupSize = isShared
    ? Math.min(device.workgroupSizeLimit, powerOfTwoUpTo(rows.columnCount, 256))
    : 64;
  const known = new Map<Value, Scalar>();
  const writer = new KernelWriter(context, (value) => known.get(value) ?? null);
  const { emitter } = writer;
  const label = `${rows.rowCount} rows of ${rows.columnCount}`;

  const grid = invocations(
    emitter,
    isShared ? rows.rowCount * workgroupSize : rows.rowCount,
    workgroupSize,
    device,
  );
  const row = isShared ? emitter.let(`(${grid.id} / ${workgroupSize})`) : grid.id;
  if (!grid.isExact) emitter.line(`if (${row} >= ${rows.rowCount}) { return; }`);

  const members = neededFor(
    rows.members.filter(({ output }) => context.stored.has(output)),
    rows.members,
    inputsOf,
  );
  const passes = passesOf(members, inputsOf);
  const passCount = Math.max(...passes.values()) + 1;
  let shared = '';
  for (let pass = 0; pass < passCount; pass++) {
    const inPass = members.filter((member) => passes.get(member) === pass);
    const ofRow = inPass.filter(
      (member): member is MapOperation => member.kind === 'map' && isRowLevel(rows, member.output),
    );
    for (const member of ofRow) {
      const index = Index.ofFlat(emitter, sizesOf(member.output), row);
      known.set(member.output, member.emit(writer, index));
    }
    const reductions = inPass.filter((member) => member.kind === 'reduce');
    const written = inPass.filter(
      (member) => context.stored.has(member.output) && !isRowLevel(rows, member.output),
    );
    if (reductions.length === 0 && written.length === 0) continue;
    // Columns are computed anew in each pass that needs them.
    const columns = neededFor(
      [...reductions, ...written],
      members.filter(
        (member) =>
          passes.get(member)! <= pass &&
          (reductions.includes(member as ReduceOperation) || !isRowLevel(rows, member.output)),
      ),
      inputsOf,
    );
    goOver(columns, reductions, written);
  }
  for (const { output } of members) {
    if (!context.stored.has(output) || !isRowLevel(rows, output)) continue;
    const write = () => writer.store(output, row, known.get(output)!);
    if (isShared) emitter.block('if (local == 0u)', write);
    else write();
  }
  return writer.finish(label, workgroupSize, grid.workgroups, shared);

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
    const column = emitter.name();
    const [start, step] = isShared ? ['i32(local)', workgroupSize] : ['0', 1];
    const head = `for (var ${column}: i32 = ${start}; ${column} < ${rows.columnCount}; ${column} += ${step})`;
    emitter.block(head, () => {
      const innerShape = rows.isAlongTensor
        ? rows.space.filter((_, axis) => rows.axes.includes(axis))
        : rows.space.slice(rows.space.length - rows.axes.length);
      const inner = Index.ofFlat(emitter, innerShape, column);
      for (const member of columns) {
        if (member.kind === 'reduce') {
          const outer = Index.ofFlat(emitter, sizesOf(member.output), row);
          const elements = member.element(writer, outer, inner).map(({ code }) => code);
          const names = accumulators.get(member)!;
          const combined = member.combine(emitter, names, elements);
          for (const [place, name] of names.entries()) {
            emitter.line(`${name} = ${combined[place]};`);
          }
        } else {
          const outerShape = rows.space.filter((_, axis) => !rows.axes.includes(axis));
          const outer = Index.ofFlat(emitter, outerShape, row);
          const index = joinAxes(rows.space, rows.axes, outer, inner);
          const scalar = (member as MapOperation).emit(writer, index);
          known.set(member.output, scalar);
          if (written.includes(member)) writer.store(member.output, index.flat, scalar);
        }
      }
    });
    for (const reduction of reductions) {
      const names = accumulators.get(reduction)!;
      if (isShared) shareAccumulators(reduction, names);
      known.set(reduction.output, reduction.result(emitter, names));
    }
  }

  /** Combines the partial results of the workgroup's invocations, by halves, and gives all of them the result. */
  function shareAccumulators(reduction: ReduceOperation, names: readonly string[]): void {
    const arrays = reduction.accumulators.map(({ type }) => {
      const array = `shared_${emitter.name()}`;
      shared += `var<workgroup> ${array}: array<${type}, ${workgroupSize}>;\n`;
      return array;
    });
    arrays.forEach((array, place) => {
      emitter.line(`${array}[local] = ${names[place]};`);
    });
    emitter.line('workgroupBarrier();');
    const stride = emitter.name();
    const head = `for (var ${stride}: u32 = ${workgroupSize / 2}u; ${stride} > 0u; ${stride} = ${stride} >> 1u)`;
    emitter.block(head, () => {
      emitter.block(`if (local < ${stride})`, () => {
        const mine = arrays.map((array) => emitter.let(`${array}[local]`));
        const others = arrays.map((array) => emitter.let(`${array}[local + ${stride}]`));
        const combined = reduction.combine(emitter, mine, others);
        arrays.forEach((array, place) => {
          emitter.line(`${array}[local] = ${combined[place]};`);
        });
      });
      emitter.line('workgroupBarrier();');
    });
    arrays.forEach((array, place) => {
      emitter.line(`${names[place]} = ${array}[0];`);
    });
    emitter.line('workgroupBarrier();');
  }
}

/** In which pass over the columns each member can be computed: after the reductions that it depends on. */
function passesOf(members: readonly Operation[], inputsOf: ClusterInputs): Map<Operation, number> {
  const passes = new Map<Operation, number>();
  for (const member of members) {
    let pass = 0;
    for (const input of inputsOf(member)) {
      const ofInput = passes.get(input)!;
      const isResult = input.kind === 'reduce';
      pass = Math.max(pass, isResult ? ofInput + 1 : ofInput);
    }
    passes.set(member, pass);
  }
  return passes;
}

/** Whether the invocations of a workgroup share a row, because rows are too few for one each, or lie side by side. */
function isRowShared(
  { rowCount, columnCount, space, axes }: RowCluster,
  device: DeviceModel,
): boolean {
  if (columnCount <= 16 || rowCount >= device.parallelism) return false;
  if (device.isSoftware) return rowCount < 4 && columnCount >= 256;
  const isContiguous = axes.includes(space.length - 1);
  return isContiguous || rowCount < 1024;
}

function powerOfTwoUpTo(size: number, limit: number): number {
  return Math.min(limit, 2 ** Math.ceil(Math.log2(Math.max(size, 2))));
}
