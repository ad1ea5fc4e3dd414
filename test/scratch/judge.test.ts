import { readFileSync } from 'node:fs';
import * as tf from '@tensorflow/tfjs-core';
import { it } from 'vitest';
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js';
import { runFunctionsEagerly } from '../../runtime/index.js';
import { programOf } from '../staged/compare.js';
import { executors, useCpu } from '../support/index.js';

const backend = (process.env.PROBE_BACKEND ?? 'cpu') as 'cpu' | 'webgpu';
const verbose = process.env.VERBOSE === '1';
const modules = readFileSync(process.env.PROBE!, 'utf8').split(/^====.*$/m).map((b) => b.trim()).filter(Boolean).map((m) => m.replace(/^import .*use-graph.*$/gm, ''));
const make = {
  float32: (v: never) => tf.tensor(v, undefined, 'float32'),
  int32: (v: never) => tf.tensor(v, undefined, 'int32'),
  bool: (v: never) => tf.tensor(v, undefined, 'bool'),
};
const plainMake = { float32: (v: unknown) => v, int32: (v: unknown) => v, bool: (v: unknown) => v };
const r4 = (v: unknown): unknown => Array.isArray(v) ? v.map(r4) : typeof v === 'boolean' ? Number(v) : typeof v === 'number' ? (Number.isFinite(v) ? Number(v.toPrecision(4)) + 0 : String(v)) : v;
async function plain(r: unknown, types = false): Promise<unknown> {
  if (r instanceof tf.Tensor) { const a = r4(await r.array()); return types ? { [`${r.dtype}[${r.shape}]`]: a } : a; }
  if (r instanceof Map || r instanceof Set) return plain([...r], types);
  if (ArrayBuffer.isView(r)) return plain([...(r as unknown as number[])], types);
  if (Array.isArray(r)) return Promise.all(r.map((x) => plain(x, types)));
  if (typeof r === 'object' && r !== null) return Object.fromEntries(await Promise.all(Object.entries(r).map(async ([k, v]) => [k, await plain(v, types)])));
  if (typeof r === 'number' || typeof r === 'boolean') return r4(r);
  return r === undefined ? 'undefined' : typeof r === 'bigint' ? `${r}n` : r;
}
function leaf(r: unknown, out: tf.Tensor[] = []): tf.Tensor[] {
  if (r instanceof tf.Tensor) out.push(r);
  else if (r instanceof Map) for (const e of r) leaf(e, out);
  else if (r instanceof Set) for (const e of r) leaf(e, out);
  else if (typeof r === 'object' && r !== null) for (const v of Object.values(r)) leaf(v, out);
  return out;
}
it('modules', async () => {
  const { start } = executors.find(({ backend: b }) => b === backend)!;
  for (const [i, source] of modules.entries()) {
    const calls = [...source.matchAll(/^\/\/ args: (.*)$/gm)].map((m) => m[1]!);
    const text = backend === 'webgpu' ? source.replace(/export function f\(/, 'export async function f(') : source;
    const run = async (mode: 'js' | 'eager' | 'graph', f: (...a: unknown[]) => unknown) => {
      const out: string[] = [];
      const types: string[] = [];
      for (const call of calls) {
        if (mode === 'graph' && backend !== 'cpu') await start(); else await useCpu();
        runFunctionsEagerly(mode === 'eager');
        const before = tf.memory().numTensors;
        try {
          const m = mode === 'js' ? plainMake : make;
          const args = new Function('float32', 'int32', 'bool', 'tf', `return [${call}]`)(m.float32, m.int32, m.bool, tf) as unknown[];
          const r = await f(...args);
          out.push(JSON.stringify(await plain(r)));
          types.push(JSON.stringify(await plain(r, true)));
          if (mode === 'graph') {
            for (const t of new Set([...leaf(r), ...leaf(args)])) if (!t.isDisposed && !(t instanceof tf.Variable)) t.dispose();
            const d = tf.memory().numTensors - before;
            if (d !== 0) types.push(`LEAK ${d}`);
          }
        } catch (error) {
          out.push(`THROWS ${(error as Error).stack?.split('\n').filter((l) => !/scratch.judge|vitest.runner/.test(l)).slice(0, 9).join('\n') ?? String(error)}`);
          if (mode === 'graph') types.push((error as { code?: string }).code ?? 'no code');
        } finally {
          runFunctionsEagerly(false);
        }
      }
      return { out, types };
    };
    try {
      const js = /\btf\.|use-graph/.test(source.replace(/\/\/.*$/gm, '')) ? null : await run('js', new Function(`${source.replace(/export (async )?function/g, '$1function').replace(/^export /gm, '').replace(/"use graph";/g, '')}\n; return f;`)() as never);
      const e = await run('eager', await programOf(source));
      const g = await run('graph', await programOf(text));
      const want = js ?? e;
      const one = (x: string) => x.startsWith('THROWS') ? x.split('\n')[0]! : x;
      const bad = JSON.stringify(want.out.map(one)) !== JSON.stringify(g.out.map(one)) || JSON.stringify(want.out.map(one)) !== JSON.stringify(e.out.map(one)) || g.out.some((x) => x.startsWith('THROWS')) || g.types.some((x) => x.startsWith('LEAK'));
      if (bad) console.log(`#${i} DIFFERS\n${source}\n${js ? `js:    ${js.out.map(one).join('\n       ')}\n` : ''}eager: ${e.out.map(one).join('\n       ')}\ngraph: ${g.out.map((x, k) => k && x === g.out[k - 1] ? '(same)' : x).join('\n       ')}\n${process.env.TYPES === '1' ? g.types.join(' ') : g.types.filter((x) => x.startsWith('LEAK')).join(' ')}\n`);
      else console.log(`#${i} ok${verbose ? `\n${source.split('\n').slice(0, 3).join(' | ')}\n  ${g.types.join('\n  ')}` : ''}`);
    } catch (error) {
      console.log(`#${i} COMPILE\n${source}\n${(error as Error).message}`);
    }
  }
}, 600_000);
