import { readFileSync } from 'node:fs';
import * as tf from '@tensorflow/tfjs-core';
import { it } from 'vitest';
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js';
import { programOf } from '../staged/compare.js';
import { executors, useCpu } from '../support/index.js';
const modules = readFileSync(process.env.PROBE!, 'utf8').split(/^====.*$/m).map((b) => b.trim()).filter(Boolean).map((m) => m.replace(/^import .*use-graph.*$/gm, ''));
const make = {
  float32: (v: never) => tf.tensor(v, undefined, 'float32'),
  int32: (v: never) => tf.tensor(v, undefined, 'int32'),
  bool: (v: never) => tf.tensor(v, undefined, 'bool'),
};
it('wrong', async () => {
  const backend = process.env.PROBE_BACKEND ?? 'cpu';
  if (backend === 'cpu') await useCpu(); else await executors.find((e) => e.backend === backend)!.start();
  for (const [i, source] of modules.entries()) {
    const calls = [...source.matchAll(/^\/\/ args: (.*)$/gm)].map((m) => m[1]!);
    console.log(`#${i} ${source}`);
    try {
      const f = await programOf(source);
      for (const call of calls) {
        const before = tf.memory().numTensors;
        let args: unknown[] = [];
        try {
          args = new Function('float32', 'int32', 'bool', 'tf', `return [${call}]`)(make.float32, make.int32, make.bool, tf) as unknown[];
          const r = await f(...args);
          const out = r instanceof tf.Tensor ? JSON.stringify(await r.array()) : JSON.stringify(r, (_, v) => v instanceof tf.Tensor ? Array.from(v.dataSync()) : v);
          console.log('   RESULT ' + out);
        } catch (error) {
          const n = args.filter((a) => a instanceof tf.Tensor).length;
          console.log('   ' + ((error as Error).stack ?? String(error)).split('\n').filter((l) => !/scratch.wrong|vitest.runner/.test(l)).join('\n   ') + (tf.memory().numTensors - before - n !== 0 ? `\n LEAK ${tf.memory().numTensors - before - n}` : ''));
        }
      }
    } catch (error) { console.log('   COMPILE ' + (error as Error).message); }
  }
}, 600_000);
