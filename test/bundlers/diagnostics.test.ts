import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@babel/core';
import { type BuildFailure, build as esbuild, formatMessages } from 'esbuild';
import { type RollupError, rollup } from 'rollup';
import { build as viteBuild } from 'vite';
import { afterEach, describe, expect, test, vi } from 'vitest';
import webpack, { type Stats } from 'webpack';
import useGraphBabel from '../../plugin/babel.js';
import useGraphEsbuild from '../../plugin/esbuild.js';
import useGraphRollup from '../../plugin/rollup.js';
import useGraphVite from '../../plugin/vite.js';
import useGraphWebpack from '../../plugin/webpack.js';
import { temporaryDirectory } from '../support/temporary.js';

const root = temporaryDirectory('wrong');
const file = join(root, 'model.js');
writeFileSync(
  file,
  `export class Model {\n  get loss() {\n    "use graph";\n    return 1;\n  }\n}\n`,
);

/** What every bundler must say: what is wrong, where, in which code, what to do. */
const told = [
  /`loss` carries "use graph"/,
  /getter-or-setter/,
  /model\.js:3:5/,
  /> 3 \| {5}"use graph";/,
  /getter/,
];

const several = join(root, 'several.js');
writeFileSync(
  several,
  `export function f(x) {
  const y = x;
  "use graph";
  return y;
}

export function* g(x) {
  "use graph";
  yield x;
}

export function h(x) {
  "use graph";
  return eval('x') + eval('1');
}
`,
);

/** The places of all that is wrong with it, in the order of the text. */
const places = ['8:3', '14:10', '14:22'];

afterEach(() => vi.unstubAllEnvs());

async function failureOf<T>(promise: Promise<unknown>): Promise<T> {
  return promise.then(
    () => expect.unreachable('The build went through.'),
    (error: T) => error,
  );
}

describe('an error of the plugin is one of the bundler', () => {
  test('Vite', async () => {
    const error = await failureOf<RollupError>(
      viteBuild({
        root,
        configFile: false,
        logLevel: 'silent',
        plugins: [useGraphVite()],
        build: { write: false, lib: { entry: file, formats: ['es'] } },
      }),
    );
    for (const part of told) expect(error.message).toMatch(part);
  });

  test('Rollup', async () => {
    const error = await failureOf<RollupError>(
      rollup({ input: file, plugins: [useGraphRollup({ root })] }),
    );
    for (const part of told) expect(`${error.message}\n${error.frame}`).toMatch(part);
    expect(error.loc).toMatchObject({ file, line: 3, column: 4 });
    expect([error.id, error.plugin, error.pluginCode]).toEqual([
      file,
      'use-graph',
      'getter-or-setter',
    ]);
  });

  test('esbuild', async () => {
    const error = await failureOf<BuildFailure>(
      esbuild({
        absWorkingDir: root,
        entryPoints: [file],
        bundle: true,
        write: false,
        logLevel: 'silent',
        plugins: [useGraphEsbuild()],
      }),
    );
    expect(error.errors).toHaveLength(1);
    const [message] = error.errors;
    const [frame] = await formatMessages(error.errors, { kind: 'error' });
    for (const part of told.slice(0, 2)) expect(message!.text).toMatch(part);
    expect(frame).toMatch(
      /^✘ \[ERROR\] `loss` carries .* \[getter-or-setter\] \[plugin use-graph\]\n/,
    );
    expect(frame).toMatch(/3 │ +"use graph";\n +╵ +~{12}\n\n +Move the computation to a method/);
    expect(message!.location).toMatchObject({ line: 3, column: 4, length: 12 });
  });

  test('webpack', async () => {
    const compiler = webpack({
      context: root,
      entry: file,
      mode: 'development',
      plugins: [useGraphWebpack()],
      output: { path: root },
    });
    const stats = await new Promise<Stats>((resolve, reject) => {
      compiler.run((error, result) => (error ? reject(error) : resolve(result!)));
    });
    await new Promise((resolve) => compiler.close(resolve));
    const { errors = [] } = stats.toJson({ errors: true });
    expect(errors).toHaveLength(1);
    for (const part of told) expect(errors[0]!.message).toMatch(part);
  });
});

test('what esbuild itself says speaks of the lines that the user wrote', async () => {
  const told = join(root, 'told.js');
  writeFileSync(
    told,
    `/** What it is. */
export function f(x) {
  "use graph";
  while (x > 0) {
    x = x - 1;
  }
  const o = { rate: 1, rate: 2 };
  const y = 3;
  y = o.rate;
  return x + y;
}
`,
  );
  const error = await failureOf<BuildFailure>(
    esbuild({
      absWorkingDir: root,
      entryPoints: [told],
      bundle: true,
      write: false,
      logLevel: 'silent',
      external: ['use-graph/*'],
      plugins: [useGraphEsbuild()],
    }),
  );
  const placesOf = (messages: typeof error.errors) =>
    messages.map(({ location }) => [location!.file, location!.line, location!.lineText]);
  expect(placesOf(error.errors)).toEqual([['told.js', 9, '  y = o.rate;']]);
  expect(error.errors[0]!.location).toMatchObject({ column: 2, length: 1 });
  expect(error.errors[0]!.notes[0]!.location).toMatchObject({ line: 8, column: 8 });
  expect(placesOf(error.warnings)).toEqual([['told.js', 7, '  const o = { rate: 1, rate: 2 };']]);
});

describe('everything that is wrong with a module is told', () => {
  const rollUp = (warnings: string[] = []) =>
    rollup({
      input: several,
      plugins: [useGraphRollup({ root })],
      onwarn: ({ message }) => warnings.push(message),
    });

  test('by Rollup, in one error', async () => {
    const warnings: string[] = [];
    const { message } = await failureOf<RollupError>(rollUp(warnings));
    expect([...message.matchAll(/at several\.js:(\S+)/g)].map(([, place]) => place)).toEqual(
      places,
    );
    expect(warnings.join()).toMatch(/has no effect here.*> 3 \| {3}"use graph";/s);
  });

  test('by esbuild, in one error each', async () => {
    const error = await failureOf<BuildFailure>(
      esbuild({
        absWorkingDir: root,
        entryPoints: [several],
        bundle: true,
        write: false,
        logLevel: 'silent',
        plugins: [useGraphEsbuild()],
      }),
    );
    expect(error.errors.map(({ location }) => `${location!.line}:${location!.column + 1}`)).toEqual(
      places,
    );
    expect(error.warnings).toHaveLength(1);
  });

  test('by Babel, in one error', () => {
    expect(() =>
      transformSync(readFileSync(several, 'utf8'), {
        filename: several,
        configFile: false,
        plugins: [[useGraphBabel, { root }]],
      }),
    ).toThrow(/several\.js:8:3.*several\.js:14:10.*several\.js:14:22/s);
  });

  test('and with USE_GRAPH_STRICT warnings are errors', async () => {
    vi.stubEnv('USE_GRAPH_STRICT', '1');
    const warnings: string[] = [];
    const { message } = await failureOf<RollupError>(rollUp(warnings));
    expect(message).toMatch(/at several\.js:3:3.*misplaced-directive/s);
    expect(warnings).toEqual([]);
  });
});
