import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects garbage, and lets what waits for that run. */
export async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 6; round++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** By how many bytes the JavaScript heap has grown when `body` has ended and garbage was collected. */
export async function heapGrowth(body: () => void | Promise<void>): Promise<number> {
  await collectGarbage();
  const before = process.memoryUsage().heapUsed;
  await body();
  await collectGarbage();
  return process.memoryUsage().heapUsed - before;
}
