import type { Graph, KernelNode } from '../graph/graph.js';

/** Time in milliseconds, and how often it ran in the call that was measured. */
export interface Measurement {
  readonly ms: number;
  readonly runs: number;
}

const ofRegions = new WeakMap<Graph, Measurement[]>();
const ofKernels = new WeakMap<KernelNode, Measurement>();

/** What the latest `profile` measured of a kernel of a compiled region; `null` where there was none. */
export function measuredDispatch(region: Graph, index: number): Measurement | null {
  return ofRegions.get(region)?.[index] ?? null;
}

export function measuredKernel(node: KernelNode): Measurement | null {
  return ofKernels.get(node) ?? null;
}

/** One kernel that ran while a call was profiled. */
export type Run = {
  readonly ms: number;
} & ({ readonly region: Graph; readonly index: number } | { readonly node: KernelNode });

/** Keeps what was measured in place of earlier measurements of the same kernels. */
export function keepMeasurements(runs: readonly Run[]): void {
  for (const run of runs) {
    if ('region' in run) ofRegions.set(run.region, []);
    else ofKernels.delete(run.node);
  }
  for (const run of runs) {
    if ('region' in run) {
      const all = ofRegions.get(run.region)!;
      all[run.index] = added(all[run.index], run.ms);
    } else ofKernels.set(run.node, added(ofKernels.get(run.node), run.ms));
  }
}

function added(known: Measurement | undefined, ms: number): Measurement {
  return { ms: (known?.ms ?? 0) + ms, runs: (known?.runs ?? 0) + 1 };
}
