import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { build as viteBuild } from 'vite';
import { describe, expect, test } from 'vitest';
import type { UseGraphOptions } from '../../plugin/options.js';
import useGraphRollup from '../../plugin/rollup.js';
import useGraphVite from '../../plugin/vite.js';
import { writeFiles, writeProject } from '../plugin/project/support.js';
import { temporaryDirectory } from '../support/temporary.js';

const files = {
  'package.json': '{ "type": "module" }',
  'main.js': `export { step } from './train.js';\nexport { half } from './helper.js';`,
  'train.js': `export function step(x) {\n  "use graph";\n  return x;\n}\n`,
  'helper.js': `export function half(x) {\n  if (x.less(0)) return x.neg();\n  return x;\n}\n`,
};
const edit = {
  'train.js': `import { half } from './helper.js';\nexport function step(x) {\n  "use graph";\n  return half(x);\n}\n`,
};
const isHelperStaged = /function half\(x\) \{\s*if \(.*is_staging/;

interface Built {
  code: string;
  map: string;
  warnings: string[];
}

const builders = {
  Rollup: async (root: string, options: UseGraphOptions = {}): Promise<Built> => {
    const warnings: string[] = [];
    const bundle = await rollup({
      input: join(root, 'main.js'),
      external: ['use-graph/staged'],
      plugins: [useGraphRollup({ root, ...options })],
      onwarn: ({ message }) => warnings.push(message),
    });
    const { output } = await bundle.generate({ sourcemap: true });
    return { code: output[0].code, map: String(output[0].map), warnings };
  },
  Vite: async (root: string, options: UseGraphOptions = {}): Promise<Built> => {
    const warnings: string[] = [];
    const built = await viteBuild({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [useGraphVite(options)],
      build: {
        write: false,
        minify: false,
        sourcemap: 'hidden',
        rolldownOptions: {
          input: join(root, 'main.js'),
          external: ['use-graph/staged'],
          preserveEntrySignatures: 'strict',
          onwarn: ({ message }) => warnings.push(message),
        },
      },
    });
    const [chunk] = (built as { output: { code: string; map: unknown }[] }).output;
    return { code: chunk!.code, map: String(chunk!.map), warnings };
  },
};

const usualPlace = (root: string) => join(root, 'node_modules/.cache/use-graph');
const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

/** Changes every kept value that has a text, as nothing but the plugin would. */
function falsify(directory: string, from: string, to: string): void {
  for (const name of readdirSync(directory)) {
    const [, body] = readFileSync(join(directory, name), 'utf8').split('\n');
    const other = body!.replaceAll(from, to);
    const digest = createHash('sha256').update(other).digest('hex').slice(0, 40);
    writeFileSync(join(directory, name), `${digest}\n${other}`);
  }
}

describe.each(Object.entries(builders))('%s', (_, build) => {
  test('takes from the cache what it staged before', async () => {
    const root = writeProject({ ...files, ...edit });
    await settled();
    const fresh = await build(root, { cache: false });
    expect(existsSync(usualPlace(root))).toBe(false);
    expect(fresh.code).toMatch(isHelperStaged);
    for (let count = 0; count < 3; count++) expect(await build(root)).toEqual(fresh);
    expect(readdirSync(usualPlace(root))).toHaveLength(4);
    falsify(usualPlace(root), 'is_staging', 'is_kept');
    expect((await build(root)).code).toBe(fresh.code.replaceAll('is_staging', 'is_kept'));
  });

  test('stages anew what was edited, or is used otherwise', async () => {
    const root = writeProject(files);
    await settled();
    expect((await build(root)).code).not.toMatch(isHelperStaged);
    writeFiles(root, edit);
    expect(await build(root)).toEqual(await build(root, { cache: false }));
    expect((await build(root)).code).toMatch(isHelperStaged);
    writeFiles(root, files);
    expect((await build(root)).code).not.toMatch(isHelperStaged);
    writeFiles(root, { 'train.js': files['train.js'].replace('return x', 'return x.neg()') });
    expect((await build(root)).code).toContain('"neg"');
  });

  test('says every time what is wrong', async () => {
    const text = `export function f(x) {\n  const y = x;\n  "use graph";\n  return y;\n}\n`;
    const root = writeProject({ ...files, 'train.js': files['train.js'] + text });
    const { warnings } = await build(root);
    expect(warnings).toEqual([expect.stringContaining('[misplaced-directive]')]);
    expect((await build(root)).warnings).toEqual(warnings);
  });
});

test('a damaged cache, or one that cannot be written, changes nothing', async () => {
  const build = builders.Rollup;
  const root = writeProject({ ...files, ...edit });
  await settled();
  const first = await build(root);
  const place = usualPlace(root);
  for (const name of readdirSync(place)) writeFileSync(join(place, name), '{ "result": ');
  expect(await build(root)).toEqual(first);
  expect(await build(root, { cache: 'package.json' })).toEqual(first);
});

test('it lies where the user wants it', async () => {
  const root = writeProject(files);
  await builders.Rollup(root, { cache: 'kept/here' });
  expect(readdirSync(join(root, 'kept/here'))).toHaveLength(3);
  expect(existsSync(usualPlace(root))).toBe(false);
});

test('two builds at once', async () => {
  const root = writeProject({ ...files, ...edit });
  const expected = await builders.Rollup(root, { cache: false });
  const place = temporaryDirectory('cache');
  const all = Array.from({ length: 4 }, () => builders.Rollup(root, { cache: place }));
  for (const built of await Promise.all(all)) expect(built).toEqual(expected);
  expect(readdirSync(place).filter((name) => !name.endsWith('.json'))).toEqual([]);
});
