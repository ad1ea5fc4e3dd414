import * as tf from '@tensorflow/tfjs-core';
import type { SystemId } from '../systems/ids.js';
import type { Runnable, System } from '../systems/system.js';
import { tidied } from '../systems/tfjsEager.js';
import type { WorkloadId } from '../workloads/ids.js';
import { workloads } from '../workloads/index.js';
import type { Scale, Workload } from '../workloads/workload.js';
import { disagreement } from './agreement.js';
import { countGpu, type GpuCounts } from './counter.js';
import type { Measured, NotMeasured, WorkloadReport } from './report.js';
import { median } from './statistics.js';

export interface MeasureOptions {
  readonly scale: Scale;
  /** For how long all systems together are timed. At least `minimumRounds` rounds are made in any case. */
  readonly budgetMs: number;
  readonly minimumRounds: number;
  readonly maximumRounds: number;
}

/** A system whose results were right, with what is known of it so far. */
interface Candidate {
  readonly id: SystemId;
  readonly runnable: Runnable;
  readonly callsPerSample: number;
  readonly firstCallMs: number;
  readonly counts: GpuCounts;
  readonly samples: Sample[];
}

/** Milliseconds a call; `js` is null where the call waits for the device on its way. */
interface Sample {
  readonly total: number;
  readonly js: number | null;
}

/**
 * Measures the systems on one workload: each one's first call, whether it computes what the cpu backend does, what a call
 * costs on the device, and then all of them in turn, round by round, so that what slows the machine down slows all down.
 */
export async function measure(
  id: WorkloadId,
  systems: readonly System[],
  options: MeasureOptions,
  deviceErrors: () => readonly string[],
): Promise<WorkloadReport> {
  const workload = workloads[id];
  const expected = await reference(workload, options.scale);
  const results: Partial<Record<SystemId, Measured | NotMeasured>> = {};
  const candidates: Candidate[] = [];
  for (const system of systems) {
    try {
      const outcome = await examine(workload, system, options.scale, expected);
      const [error] = deviceErrors();
      if (error !== undefined) results[system.id] = { status: 'failed', reason: error };
      else if ('status' in outcome) results[system.id] = outcome;
      else candidates.push(outcome);
    } catch (error) {
      results[system.id] = { status: 'failed', reason: String(error) };
    }
  }
  await timeInTurn(candidates, options);
  const base = candidates.find((candidate) => candidate.id === 'use-graph') ?? null;
  for (const candidate of candidates) results[candidate.id] = summary(candidate, base);
  const inOrder = Object.fromEntries(systems.map((system) => [system.id, results[system.id]]));
  return { id, about: workload.about, systems: inOrder };
}

/** What each of the checked calls gives on the cpu backend. */
async function reference(workload: Workload, scale: Scale): Promise<Float32Array[][]> {
  await tf.setBackend('cpu');
  const program = tidied(await workload.tensorflow(scale, 'eager'));
  const calls: Float32Array[][] = [];
  for (let call = 0; call < workload.checkedCalls; call++) {
    const results = await program.call();
    const values = [...results, ...(program.state?.() ?? [])];
    calls.push(
      await Promise.all(values.map(async (value) => Float32Array.from(await value.data()))),
    );
  }
  return calls;
}

async function examine(
  workload: Workload,
  system: System,
  scale: Scale,
  expected: readonly Float32Array[][],
): Promise<Candidate | NotMeasured> {
  await system.start();
  const runnable = await system.load(workload, scale);
  if (typeof runnable === 'string') return { status: 'skipped', reason: runnable };
  await runnable.finish();
  let firstCallMs = 0;
  for (const [call, values] of expected.entries()) {
    const { total } = await sample(runnable, 1);
    if (call === 0) firstCallMs = total;
    const difference = disagreement(await runnable.read(), values, workload.tolerance);
    if (difference !== null) {
      return { status: 'wrong', reason: `call ${call + 1}: ${difference}` };
    }
    runnable.release();
  }
  if (firstCallMs < slow) await warmUp(runnable);
  const stop = countGpu();
  let counts: GpuCounts;
  try {
    await sample(runnable, 1);
  } finally {
    counts = stop();
  }
  runnable.release();
  const { callsPerSample } = workload;
  return { id: system.id, runnable, callsPerSample, firstCallMs, counts, samples: [] };
}

/** Calls that take so many milliseconds are not made once more without need. */
const slow = 10_000;

/** What first calls prepare, and code that the engine has not optimised yet, are not a call's usual cost. */
async function warmUp(runnable: Runnable): Promise<void> {
  const end = performance.now() + 500;
  for (let call = 0; call < 200 && performance.now() < end; call++) {
    await sample(runnable, 1);
    runnable.release();
  }
}

async function timeInTurn(
  candidates: readonly Candidate[],
  { budgetMs, minimumRounds, maximumRounds }: MeasureOptions,
): Promise<void> {
  const end = performance.now() + budgetMs;
  for (let round = 0; round < maximumRounds; round++) {
    if (round >= minimumRounds && performance.now() > end) return;
    for (const { runnable, callsPerSample, samples } of candidates) {
      // One sample of the slowest is enough to see that it is slow.
      if (samples.length > 0 && samples[0]!.total > budgetMs) continue;
      samples.push(await sample(runnable, callsPerSample));
      runnable.release();
    }
  }
}

/** Calls, and waits for the device. Only the last call's results are kept. */
async function sample(runnable: Runnable, calls: number): Promise<Sample> {
  const start = performance.now();
  let js: number | null = 0;
  for (let call = 0; call < calls; call++) {
    if (call > 0) runnable.release();
    const running = runnable.run();
    if (running !== undefined) {
      await running;
      js = null;
    }
    runnable.flush();
  }
  if (js !== null) js = (performance.now() - start) / calls;
  await runnable.finish();
  return { total: (performance.now() - start) / calls, js };
}

function summary(candidate: Candidate, base: Candidate | null): Measured {
  const { samples, firstCallMs, counts } = candidate;
  const js = samples.flatMap((each) => each.js ?? []);
  return {
    status: 'measured',
    ms: median(samples.map(({ total }) => total)),
    bestMs: Math.min(...samples.map(({ total }) => total)),
    jsMs: js.length === 0 ? null : median(js),
    firstCallMs,
    counts,
    samples: samples.length,
    ratio:
      base === null
        ? null
        : median(samplesOfBoth(samples, base.samples).map(([own, other]) => own / other)),
  };
}

/** Those of the rounds in which both were timed. */
function samplesOfBoth(own: readonly Sample[], other: readonly Sample[]): [number, number][] {
  const rounds = Math.min(own.length, other.length);
  return Array.from({ length: rounds }, (_, round) => [own[round]!.total, other[round]!.total]);
}
