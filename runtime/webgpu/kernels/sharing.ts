import type { DeviceModel } from '../fuse/deviceModel.js';
import type { ReduceOperation } from '../lower/operation.js';
import type { KernelWriter } from './writer.js';

/** How often so many invocations wait for one another while they combine what each has. */
export function sharingSteps(workers: number, device: DeviceModel): number {
  return canUseSubgroups(workers, device) ? 2 : 2 + Math.log2(workers);
}

/** Whether no subgroup is left with fewer invocations than others: those that are missing have nothing to give. */
function canUseSubgroups(workers: number, { subgroups }: DeviceModel): boolean {
  return subgroups !== null && workers >= subgroups.largest;
}

/**
 * Combines the partial results of a workgroup's invocations, and gives all of them the result. Behind the last barrier
 * the arrays are free for the next reduction.
 */
export function shareAccumulators(
  reduction: ReduceOperation,
  names: readonly string[],
  writer: KernelWriter,
  workers: number,
): void {
  const { device } = writer.context;
  if (canUseSubgroups(workers, device)) {
    shareAmongSubgroups(reduction, names, writer, workers / device.subgroups!.smallest, workers);
  } else {
    shareByHalves(reduction, names, writer, workers);
  }
}

function shareByHalves(
  { accumulators, combine }: ReduceOperation,
  names: readonly string[],
  writer: KernelWriter,
  workers: number,
): void {
  const { emitter } = writer;
  const arrays = accumulators.map(({ type }, place) => writer.shared(type, workers, place));
  arrays.forEach((array, place) => {
    emitter.line(`${array}[local] = ${names[place]};`);
  });
  emitter.line('workgroupBarrier();');
  const stride = emitter.name();
  const head = `for (var ${stride}: u32 = ${workers / 2}u; ${stride} > 0u; ${stride} = ${stride} >> 1u)`;
  emitter.block(head, () => {
    emitter.block(`if (local < ${stride})`, () => {
      const mine = arrays.map((array) => emitter.let(`${array}[local]`));
      const others = arrays.map((array) => emitter.let(`${array}[local + ${stride}]`));
      const combined = combine(emitter, mine, others);
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

/** Each subgroup combines its own without waiting, then all of them what the subgroups have, so that each knows it. */
function shareAmongSubgroups(
  reduction: ReduceOperation,
  names: readonly string[],
  writer: KernelWriter,
  mostSubgroups: number,
  workers: number,
): void {
  const { accumulators } = reduction;
  const { emitter } = writer;
  const subgroup = writer.subgroup();
  const arrays = accumulators.map(({ type }, place) => writer.shared(type, mostSubgroups, place));
  combineInSubgroup(reduction, names, writer);
  emitter.block(`if (${subgroup.invocation} == 0u)`, () => {
    arrays.forEach((array, place) => {
      emitter.line(`${array}[${subgroup.number}] = ${names[place]};`);
    });
  });
  emitter.line('workgroupBarrier();');
  accumulators.forEach(({ initial }, place) => {
    emitter.line(`${names[place]} = ${initial};`);
  });
  const other = emitter.name();
  const count = `${workers}u / ${subgroup.size}`;
  const head = `for (var ${other}: u32 = ${subgroup.invocation}; ${other} < ${count}; ${other} += ${subgroup.size})`;
  emitter.block(head, () => {
    const others = arrays.map((array) => emitter.let(`${array}[${other}]`));
    const combined = reduction.combine(emitter, names, others);
    names.forEach((name, place) => {
      emitter.line(`${name} = ${combined[place]};`);
    });
  });
  combineInSubgroup(reduction, names, writer);
  emitter.line('workgroupBarrier();');
}

/** By a built-in function, or by exchanges between invocations whose numbers differ in one bit. */
function combineInSubgroup(
  { accumulators, combine, ofSubgroup }: ReduceOperation,
  names: readonly string[],
  writer: KernelWriter,
): void {
  const { emitter } = writer;
  const subgroup = writer.subgroup();
  if (ofSubgroup !== undefined) {
    emitter.line(`${names[0]} = ${ofSubgroup}(${names[0]});`);
    return;
  }
  const bit = emitter.name();
  const head = `for (var ${bit}: u32 = ${subgroup.size} >> 1u; ${bit} > 0u; ${bit} = ${bit} >> 1u)`;
  emitter.block(head, () => {
    const others = accumulators.map(({ type }, place) => {
      const name = names[place]!;
      if (type !== 'bool') return emitter.let(`subgroupShuffleXor(${name}, ${bit})`);
      return emitter.let(`subgroupShuffleXor(select(0u, 1u, ${name}), ${bit}) != 0u`);
    });
    const combined = combine(emitter, names, others);
    names.forEach((name, place) => {
      emitter.line(`${name} = ${combined[place]};`);
    });
  });
  // Of zeros with different signs both may have won.
  accumulators.forEach(({ type }, place) => {
    const name = names[place]!;
    if (type === 'f32') emitter.line(`${name} = subgroupBroadcastFirst(${name});`);
  });
}
