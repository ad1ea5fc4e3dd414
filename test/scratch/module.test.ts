import { readFileSync } from 'node:fs';
import * as tf from '@tensorflow/tfjs-core';
import { it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/index.js';
import { programOf } from '../staged/compare.js';
import { executors, useCpu } from '../support/index.js';

const backend = (process.env.PROBE_BACKEND ?? 'cpu') as 'cpu' | 'webgpu';
const modules = readFileSync(process.env.PROBE!, 'utf8').split(/^====.*$/m).map((b) => b.trim()).filter(Boolean);
const make = {
  float32: (v: never) => tf.tensor(v, undefined, 'float32'),
  int32: (v: never) => tf.tensor(v, undefined, 'int32'),
  bool: (v: never) => tf.tensor(v, undefined, 'bool'),
};
async function plain(r: unknown): Promise<unknown> {
  if (r instanceof tf.Tensor) return { [`${r.dtype}[${r.shape}]`]: await r.array() };
  if (r instanceof Map || r instanceof Set) return plain([...r]);
  if (Array.isArray(r)) return Promise.all(r.map(plain));
  if (typeof r === 'object' && r !== null) return Object.fromEntries(await Promise.all(Object.entries(r).map(async ([k, v]) => [k, await plain(v)])));
  return r;
}
it('modules', async () => {
  const { start } = executors.find(({ backend: b }) => b === backend)!;
  for (const [i, source] of modules.entries()) {
    const calls = [...source.matchAll(/^\/\/ args: (.*)$/gm)].map((m) => m[1]!);
    await useCpu();
    const run = async (eager: boolean, f: (...a: unknown[]) => unknown) => {
      const out: string[] = [];
      for (const call of calls) {
        if (!eager && backend !== 'cpu') await start(); else await useCpu();
        runFunctionsEagerly(eager);
        try {
          const args = new Function('float32', 'int32', 'bool', 'tf', `return [${call}]`)(make.float32, make.int32, make.bool, tf) as unknown[];
          out.push(JSON.stringify(await plain(await f(...args))));
        } catch (error) {
          out.push(`THROWS ${(error as Error).stack?.split('\n').slice(0, 14).join('\n')}`);
        } finally {
          runFunctionsEagerly(false);
        }
      }
      return out;
    };
    try {
      const e = await run(true, await programOf(source));
      const g = await run(false, await programOf(source));
      const same = JSON.stringify(e) === JSON.stringify(g);
      console.log(`#${i} ${same && !e.some((x) => x.startsWith('THROWS')) ? 'same' : 'DIFFERS'}\n${same ? '' : source}\neager: ${e.join('\n       ')}\ngraph: ${g.join('\n       ')}`);
    } catch (error) {
      console.log(`#${i} COMPILE\n${source}\n${(error as Error).message}`);
    }
  }
}, 600_000);
