import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import * as tf from '@tensorflow/tfjs-core';
import { rollup } from 'rollup';
import esbuildPlugin from 'rollup-plugin-esbuild';
import { moduleRunnerTransform, transformWithOxc } from 'vite';
import { it } from 'vitest';
import { formatDiagnostic } from '../../plugin/diagnostics/index.js';
import useGraphRollup from '../../plugin/rollup.js';
import { transform } from '../../plugin/transform.js';
import * as ugApi from '../../runtime/index.js';
import { agree, settled, shown, tensorsIn } from '../programs/results.js';
import { executors, useCpu } from '../support/index.js';

const backend = (process.env.PROBE_BACKEND ?? 'cpu') as 'cpu' | 'webgpu';
const only = process.env.ONLY?.split(',');

const intOps = new Set(['gather', 'oneHot', 'gatherND', 'scatterND', 'tensorScatterUpdate']);
function deep(x: any): any {
  if (x instanceof tf.Tensor) { const r: any = x.dtype === 'bool' ? bools(x.arraySync()) : x.arraySync(); x.dispose?.(); return r; }
  if (Array.isArray(x)) return x.map(deep);
  if (x && typeof x === 'object' && Object.getPrototypeOf(x) === Object.prototype) return Object.fromEntries(Object.entries(x).map(([k, v]) => [k, deep(v)]));
  return x;
}
const bools = (x: any): any => Array.isArray(x) ? x.map(bools) : Boolean(x);
const shim: any = new Proxy(tf, {
  get(_, name: string) {
    const found = (tf as any)[name];
    if (name === 'tidy') return (a: any, b: any) => (b ?? a)();
    if (name === 'dispose' || name === 'keep') return (x: any) => x;
    if (name === 'Tensor') return tf.Tensor;
    if (name === 'memory') return found;
    if (typeof found !== 'function') return found;
    return (...args: any[]) => {
      let xs = args;
      if (intOps.has(name)) xs = args.map((a, i) => i === (name === 'oneHot' ? 0 : 1) && (Array.isArray(a) || typeof a === 'number') ? tf.tensor(a as any, undefined, 'int32') : a);
      if (['logicalAnd', 'logicalOr', 'logicalNot', 'logicalXor', 'all', 'any', 'where'].includes(name)) xs = args.map((a, i) => (name !== 'where' || i === 0) && isBools(a) ? tf.tensor(a as any, undefined, 'bool') : a);
      return deep(found(...xs));
    };
  },
});
const isBools = (a: any): boolean => typeof a === 'boolean' || (Array.isArray(a) && a.length > 0 && isBools(a[0]));

const AsyncFunction = (async () => {}).constructor as any;
async function evaluate(source: string, file: string, tfGiven: any): Promise<any> {
  const script = /\.tsx?$/.test(file) ? (await transformWithOxc(source, file)).code : source;
  const runnable = await moduleRunnerTransform(script, null, file, script);
  const exports = {};
  const load = async (s: string) => {
    if (s === '@tensorflow/tfjs-core') return tfGiven;
    if (s === 'use-graph') return ugApi;
    if (s === 'use-graph/staged') return import('../../runtime/staged/index.js');
    throw new Error(`no module ${s}`);
  };
  const given: any = {
    __vite_ssr_import__: load, __vite_ssr_dynamic_import__: load,
    __vite_ssr_exportName__: (name: string, get: any) => Object.defineProperty(exports, name, { get, enumerable: true, configurable: true }),
    __vite_ssr_import_meta__: { url: `file:///${file}`, env: {} },
  };
  await new AsyncFunction(...Object.keys(given), `'use strict';\n${runnable!.code}\n//# sourceURL=${file}`)(...Object.values(given));
  return exports;
}

interface P { name: string; files: Map<string, string>; calls: string[]; plain: boolean }
function read(text: string): P[] {
  return `\n${text}`.split(/^\/\/\/\/ /m).slice(1).map((t) => {
    const [name, ...lines] = t.split('\n');
    const calls = lines.filter((l) => /^\/\/> /.test(l)).map((l) => l.slice(4));
    const plain = !lines.some((l) => /^\/\/ noplain/.test(l));
    const files = new Map<string, string>();
    let file = lines.some((l) => /^\/\/ ts/.test(l)) ? 'main.ts' : 'main.js';
    const parts = lines.filter((l) => !/^\/\/> /.test(l)).join('\n').split(/^\/\/ file: (.*)$/m);
    files.set(file, parts[0]!.trim());
    for (let i = 1; i < parts.length; i += 2) files.set(parts[i]!.trim(), parts[i + 1]!.trim());
    return { name: name!, files, calls, plain };
  });
}
const headFor = (s: string) => { const names = ['print', 'range', 'setLoopOptions', 'shapeOf', 'TensorArray', 'assert', 'graph', 'graphOf', 'tensorSpec', 'cond', 'whileLoop'].filter((n) => new RegExp(`(?<![.\\w])${n}\\(|new ${n}`).test(s) && !new RegExp(`(function\\*?|const|let|class) ${n}\\b|import .*\\b${n}\\b`).test(s)); return (/\* as tf from/.test(s) ? '' : `import * as tf from '@tensorflow/tfjs-core'; `) + (names.length ? `import { ${names.join(', ')} } from 'use-graph'; ` : ''); };
const mark = (s: string, isAsync: boolean) => s.replace(/^(export )?(async )?function f\(/m, (_, e, w) => `export ${isAsync ? 'async ' : (w ?? '')}function f(`);
const warnings: string[] = [];

async function build(p: P, staged: boolean, isAsync: boolean, tfGiven: any): Promise<any> {
  const main = [...p.files.keys()][0]!;
  const files = new Map(p.files);
  files.set(main, headFor(files.get(main)!) + mark(files.get(main)!, isAsync));
  if (!staged) for (const [k, v] of files) files.set(k, v.replaceAll(/(["'])use graph\1;?/g, ''));
  if (files.size === 1) {
    let code = files.get(main)!;
    if (staged) {
      const r = transform(code, `${process.cwd()}/${main}`);
      if (!r) throw new Error('nothing staged');
      const errors = r.diagnostics.filter(({ category }) => category === 'error');
      for (const d of r.diagnostics) if (d.category !== 'error') warnings.push(`${p.name}: ${formatDiagnostic(d)}`);
      if (errors.length) throw new Error(errors.map(formatDiagnostic).join('\n'));
      code = r.code;
    }
    return evaluate(code, main, tfGiven);
  }
  const root = mkdtempSync(join(tmpdir(), 'real-'));
  for (const [k, v] of files) { mkdirSync(dirname(join(root, k)), { recursive: true }); writeFileSync(join(root, k), v); }
  if (!files.has('package.json')) writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  const bundle = await rollup({
    input: join(root, main),
    external: ['@tensorflow/tfjs-core', 'use-graph', 'use-graph/staged'],
    plugins: [nodeResolve({ extensions: ['.ts', '.js', '.mjs'] }), esbuildPlugin({ tsconfig: false, target: 'es2022', include: /\.ts$/ }), ...(staged ? [useGraphRollup({ root, cache: false, include: /node_modules\/staged-/ } as any)] : [])],
    onwarn: (w) => { if (w.code !== 'CIRCULAR_DEPENDENCY' && w.code !== 'UNUSED_EXTERNAL_IMPORT') warnings.push(`${p.name}: ${w.message}`); },
  });
  const { output } = await bundle.generate({ format: 'es', inlineDynamicImports: true });
  return evaluate(output[0].code, 'bundle.js', tfGiven);
}

class Given { constructor(readonly as: string, readonly value: any) {} }
function argsOf(call: string): Given[] {
  const list = /^f\((.*)\)$/s.exec(call)![1];
  const int = (v: any) => new Given('int32', v); const host = (v: any) => new Given('host', v); const bool = (v: any) => new Given('bool', v); const float = (v: any) => new Given('float32', v);
  return new Function('int', 'host', 'bool', 'float', `return [${list}]`)(int, host, bool, float).map((v: any) => v instanceof Given ? v : new Given('auto', v));
}
const toTensor = (g: Given): any => g.as === 'host' ? structuredCloneish(g.value) : tf.tensor(g.value, undefined, g.as === 'auto' ? undefined : g.as as any);
const structuredCloneish = (v: any) => { try { return structuredClone(v); } catch { return v; } };
const text = (e: unknown) => ((e as Error)?.stack ?? String(e)).split('\n').slice(0, 14).join('\n');
async function outcome(run: () => unknown): Promise<{ value?: unknown; error?: string }> {
  try { return { value: await settled(await run()) }; } catch (e) { return { error: process.env.FULL ? text(e) : text(e) }; }
}

it('real', async () => {
  const { start } = executors.find((e) => e.backend === backend)!;
  let good = 0;
  for (const p of read(readFileSync(process.env.PROBE!, 'utf8'))) {
    if (only && !only.some((o) => p.name.includes(o))) continue;
    const problems: string[] = [];
    try {
      await useCpu();
      const plain = p.plain ? (await build(p, false, false, shim)).f : null;
      const module = await build(p, true, backend === 'webgpu', tf);
      const eagerModule = await build(p, true, backend === 'webgpu', tf);
      let index = 0;
      const traceKeys = new Set<string>();
      for (const call of p.calls) {
        await useCpu();
        const given = argsOf(call);
        let expected: any = plain ? await outcome(() => plain(...given.map((g) => structuredCloneish(g.value)))) : null;
        ugApi.runFunctionsEagerly(true);
        const args0 = given.map(toTensor);
        const eager = await outcome(() => eagerModule.f(...args0));
        ugApi.runFunctionsEagerly(false);
        const same = (a: any, b: any) => ('error' in a ? 'error' in b : !('error' in b) && agree(a.value, b.value));
        if (plain && !same(eager, expected)) problems.push(`${call}\n  EAGER ${eager.error ?? shown(eager.value)}\n  plain ${expected.error ?? shown(expected.value)}`);
        expected ??= eager;
        if (backend !== 'cpu') await start();
        const args = given.map(toTensor);
        traceKeys.add(args.map((a: any) => a instanceof tf.Tensor ? `${a.dtype}${a.shape}` : JSON.stringify(a)).join());
        const got = await outcome(() => module.f(...args));
        if (!same(got, expected)) { problems.push(`${call}\n  GRAPH ${got.error ?? shown(got.value)}\n  want  ${expected.error ?? shown(expected.value)}`); }
        else if ('error' in got) { if (!p.plain || process.env.ERRORS) problems.push(`${call} BOTH THROW\n ${got.error}\n ${expected.error}`); else if (index === 0 || true) { const m = (s: string) => s.split('\n')[0]; if (m(got.error!) !== m(expected.error)) problems.push(`${call} messages:\n  ${got.error}\n  ${m(expected.error)}`); } }
        else {
          const before = tf.memory().numTensors;
          const result = await module.f(...args);
          const again = await settled(result);
          if (!agree(again, expected.value)) problems.push(`${call}\n  AGAIN ${shown(again)}\n  want  ${shown(expected.value)}`);
          const made = tensorsIn(result).filter((t) => !args.includes(t));
          if (tf.memory().numTensors !== before + made.length) problems.push(`${call} LEAK ${tf.memory().numTensors - before - made.length}`);
          tf.dispose(made);
        }
        index++;
      }
      try { const count = ugApi.graphOf(module.f).tracingCount; if (count > traceKeys.size) problems.push(`TRACES ${count} for ${traceKeys.size} signatures`); } catch {}
    } catch (error) { problems.push(`BUILD ${text(error)}`); }
    if (problems.length) console.log(`## ${p.name}\n${[...new Set(problems)].join('\n')}\n`); else good++;
  }
  console.log(`${good} good`);
  if (warnings.length) console.log(`WARNINGS\n${[...new Set(warnings)].join('\n')}`);
}, 900_000);
