import { runFunctionsEagerly } from 'use-graph';
import type { Batch } from './batches.js';
import { type Trainer, trainOn } from './train.js';

export interface Comparison {
  readonly eager: number;
  readonly graph: number;
}

/** Median milliseconds of a training step run op by op, and run as a graph: the same code, by turns. */
export async function compareSteps(
  trainer: Trainer,
  batches: Iterator<Batch, never>,
  rounds: number,
): Promise<Comparison> {
  const times = { eager: [] as number[], graph: [] as number[] };
  const timed = async (kind: keyof typeof times) => {
    const batch = batches.next().value;
    runFunctionsEagerly(kind === 'eager');
    const start = performance.now();
    try {
      await trainOn(trainer, batch);
    } finally {
      runFunctionsEagerly(false);
    }
    times[kind].push(performance.now() - start);
  };
  await timed('eager'); // the first step of each kind builds shaders
  await timed('graph');
  times.eager.length = 0;
  times.graph.length = 0;
  for (let round = 0; round < rounds; round++) {
    await timed('eager');
    await timed('graph');
  }
  return { eager: median(times.eager), graph: median(times.graph) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
