import type { AnyFunction } from '../function/signature/options.js';
import { setStopwatch } from '../interpret/stopwatch.js';
import { engine } from '../trace/engine.js';
import { concretesFor } from './concretes.js';
import { KernelTimers } from './kernelTimers.js';
import { keepMeasurements, measuredDispatch, measuredKernel } from './measurements.js';
import { nameOf } from './optimizerReport.js';
import { type DispatchStep, type KernelStep, stepsOf } from './steps.js';
import { formatCounts, formatTable, formatTime, indented } from './text.js';

/** Where the time of one call went. */
export interface Profile<Result = unknown> {
  /** What the call gave. */
  readonly result: Result;
  /** From the call to the end of the last kernel, in milliseconds. */
  readonly totalMs: number;
  /** Longest first. Their times are `null` where the device has no `timestamp-query`. */
  readonly kernels: readonly ProfiledKernel[];
  /** Longest first; a kernel's time is divided among its lines as the compiler estimates their work. */
  readonly lines: readonly ProfiledLine[];
  toString(): string;
}

export interface ProfiledKernel {
  readonly name: string;
  /** The ops that it computes. */
  readonly operations: readonly string[];
  /** The places in the program that they come from, `file:line:column`. */
  readonly locations: readonly string[];
  readonly ms: number | null;
  /** How often it ran. */
  readonly runs: number;
}

export interface ProfiledLine {
  /** `file:line`. */
  readonly line: string;
  readonly ms: number;
}

/**
 * Calls a graph function or concrete function once, on the active backend, and measures what each kernel took, and each
 * line of the program: with `timestamp-query` on WebGPU, and with the clock elsewhere. A first call is traced and compiled
 * too. What is called meanwhile is measured with it, so await the profile first.
 *
 * @throws UseGraphError where `fn` is neither, and what the call throws.
 */
export async function profile<F extends AnyFunction>(
  fn: F,
  ...args: Parameters<F>
): Promise<Profile<Awaited<ReturnType<F>>>> {
  concretesFor(fn, 'profile');
  const timers = new KernelTimers();
  setStopwatch(timers);
  const start = performance.now();
  let result: Awaited<ReturnType<F>>;
  try {
    result = (await fn(...args)) as Awaited<ReturnType<F>>;
  } finally {
    setStopwatch(null);
  }
  const runs = await timers.runs();
  const totalMs = performance.now() - start;
  keepMeasurements(runs);
  const { backend } = engine();
  const steps = concretesFor(fn, 'profile').flatMap(({ execution: { compiled } }) => {
    const { graph } = compiled.executor();
    return stepsOf(graph, backend, compiled.replaced).steps;
  });
  const ran = new Set(runs.map((run) => ('region' in run ? run.region : run.node)));
  const kernels = steps.flatMap((step) => {
    if (step.kind === 'host') return [];
    const key = step.kind === 'dispatch' ? step.region.graph : step.node;
    return timers.isIncomplete || ran.has(key) ? [profiledKernel(step)] : [];
  });
  return new CallProfile(result, totalMs, kernels.sort(byTime));
}

/** A kernel with what share of it each place in the program has. */
interface MeasuredKernel extends ProfiledKernel {
  readonly shares: ReadonlyMap<string, number>;
}

function profiledKernel(step: DispatchStep | KernelStep): MeasuredKernel {
  const isDispatch = step.kind === 'dispatch';
  const measured = isDispatch
    ? measuredDispatch(step.region.graph, step.index)
    : measuredKernel(step.node);
  const parts = isDispatch ? [...step.fused] : [[step.node, 1] as const];
  const total = parts.reduce((sum, [, cost]) => sum + cost + 1, 0);
  const shares = new Map<string, number>();
  for (const [{ location }, cost] of parts) {
    const place = location ?? '(no line)';
    shares.set(place, (shares.get(place) ?? 0) + (cost + 1) / total);
  }
  return {
    name: isDispatch ? step.kernel.label : `TensorFlow.js: ${step.node.kernel}`,
    operations: parts.map(([node]) => nameOf(node)),
    locations: [...shares.keys()],
    ms: measured?.ms ?? null,
    runs: measured?.runs ?? 0,
    shares,
  };
}

class CallProfile<Result> implements Profile<Result> {
  readonly kernels: readonly ProfiledKernel[];
  readonly lines: readonly ProfiledLine[];

  constructor(
    readonly result: Result,
    readonly totalMs: number,
    measured: readonly MeasuredKernel[],
  ) {
    this.kernels = measured.map(({ shares, ...kernel }) => kernel);
    const ofLines = new Map<string, number>();
    for (const { shares, ms } of measured) {
      if (ms === null) continue;
      for (const [place, share] of shares) {
        const line = place.replace(/:\d+$/, '');
        ofLines.set(line, (ofLines.get(line) ?? 0) + share * ms);
      }
    }
    this.lines = [...ofLines].map(([line, ms]) => ({ line, ms })).sort(byTime);
  }

  toString(): string {
    const { kernels, lines, totalMs } = this;
    const inKernels = kernels.reduce((sum, { ms }) => sum + (ms ?? 0), 0);
    const isMeasured = kernels.some(({ ms }) => ms !== null);
    const share = (ms: number | null) =>
      ms === null || inKernels === 0 ? '' : `${Math.round((100 * ms) / inKernels)} %`;
    const ofKernels = kernels.map(({ name, operations, locations, ms, runs }) => [
      formatTime(ms),
      share(ms),
      runs > 1 ? `${name} (${runs} times)` : name,
      formatCounts(operations),
      locations.join(', '),
    ]);
    return [
      `${formatTime(totalMs)}, of which ${isMeasured ? `${formatTime(inKernels)} in kernels` : 'this device cannot tell the times of kernels'}`,
      'by kernel:',
      ...indented(formatTable(ofKernels, ['right', 'right', 'left', 'left', 'left'])),
      ...(lines.length === 0 ? [] : ['by line:']),
      ...indented(
        formatTable(
          lines.map(({ line, ms }) => [formatTime(ms), share(ms), line]),
          ['right', 'right', 'left'],
        ),
      ),
    ].join('\n');
  }
}

function byTime(a: { readonly ms: number | null }, b: { readonly ms: number | null }): number {
  return (b.ms ?? 0) - (a.ms ?? 0);
}
