import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interpreter } from 'rolldown/filter';
import { expect, test } from 'vitest';
import { handedOver, handedOverFiles } from '../../plugin/bundler/hookFilter.js';
import { Cache } from '../../plugin/cache/index.js';
import { findDemands } from '../../plugin/project/demandSearch.js';
import { Memory, ParserMissing, Project } from '../../plugin/project/index.js';
import { parseFile } from '../../plugin/project/parsedFile.js';
import { temporaryDirectory } from '../support/temporary.js';
import { type Files, writeFiles, writeProject } from './project/support.js';

const directory = () => temporaryDirectory('cache');

test('a value is found again by the same version only', () => {
  const place = directory();
  const key = (cache: Cache) => cache.key('module', { code: 'x' });
  const first = new Cache(place, '1');
  first.write(key(first), { text: 'größe\n' });
  const again = new Cache(place, '1');
  expect(again.read(key(again))).toEqual({ text: 'größe\n' });
  expect(again.read(again.key('module', { code: 'y' }))).toBeUndefined();
  const other = new Cache(place, '2');
  expect(other.read(key(other))).toBeUndefined();
});

test('what was damaged is not found', () => {
  const place = directory();
  const cache = new Cache(place, '1');
  const key = cache.key('module');
  cache.write(key, { text: 'whole' });
  const [name] = readdirSync(place);
  const text = readFileSync(join(place, name!), 'utf8');
  for (const damaged of ['', text.slice(0, -4), text.replace('whole', 'other')]) {
    writeFileSync(join(place, name!), damaged);
    expect(cache.read(key)).toBeUndefined();
  }
});

test('where nothing can be written nothing is kept', () => {
  const file = join(directory(), 'file');
  writeFileSync(file, '');
  const cache = new Cache(file, '1');
  cache.write(cache.key('module'), 1);
  expect(cache.read(cache.key('module'))).toBeUndefined();
});

test('it does not grow without end', () => {
  const place = directory();
  for (let index = 0; index < 30; index++) {
    writeFileSync(join(place, `${String(index).padStart(40, '0')}.json`), '');
  }
  writeFileSync(join(place, 'mine.json'), '');
  const cache = new Cache(place, '1', 20);
  cache.write(cache.key('module'), 1);
  expect(readdirSync(place)).toHaveLength(12);
  expect(readdirSync(place)).toContain('mine.json');
  expect(cache.read(cache.key('module'))).toBe(1);
});

const files: Files = {
  'package.json': '{}',
  'tsconfig.json': '{ "compilerOptions": { "paths": { "~/*": ["./one/*"] } } }',
  'step.ts': `import { half } from '~/half';\nexport function step(x) { "use graph"; return half(x); }\n`,
  'one/half.ts': 'export function half(x) { return x; }\n',
  'two/half.ts': 'export function half(x) { return x; }\n',
  'other.ts': 'export const other = 1;\n',
};

/** What is demanded, and whether it took a parser to know. */
function demandedOf(root: string, cache: Cache): { files: string[]; parsed: boolean } {
  const project = new Project({ root, memory: new Memory(cache, root), search: findDemands });
  const relative = (paths: string[]) => paths.map((path) => path.slice(root.length + 1));
  try {
    return { files: relative(project.demanded()), parsed: false };
  } catch (error) {
    if (!(error instanceof ParserMissing)) throw error;
    project.parse = parseFile;
    return { files: relative(project.demanded()), parsed: true };
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

test('what a project demands of its files is remembered until something changes', async () => {
  const root = writeProject(files);
  const cache = new Cache(directory(), '1');
  await settled();
  expect(demandedOf(root, cache)).toEqual({ files: ['one/half.ts'], parsed: true });
  expect(demandedOf(root, cache)).toEqual({ files: ['one/half.ts'], parsed: false });
  // A file that has nothing to do with it is looked at, and nothing is parsed.
  writeFiles(root, { 'other.ts': 'export const other = 2;\n\n' });
  expect(demandedOf(root, cache)).toEqual({ files: ['one/half.ts'], parsed: false });
  writeFiles(root, { 'step.ts': files['step.ts']!.replace('half(x)', 'x') });
  expect(demandedOf(root, cache)).toEqual({ files: [], parsed: true });
  writeFiles(root, files);
  await settled();
  expect(demandedOf(root, cache).files).toEqual(['one/half.ts']);
  writeFiles(root, { 'tsconfig.json': files['tsconfig.json']!.replace('one', 'two') });
  expect(demandedOf(root, cache).files).toEqual(['two/half.ts']);
});

test('files that come and go are noticed, and others in their directories are no reason to look anew', async () => {
  const root = writeProject(files);
  const cache = new Cache(directory(), '1');
  await settled();
  expect(demandedOf(root, cache)).toEqual({ files: ['one/half.ts'], parsed: true });
  writeFiles(root, { 'readme.md': '', 'dist/main.js': '', 'node_modules/x/index.js': '' });
  expect(demandedOf(root, cache)).toEqual({ files: ['one/half.ts'], parsed: false });
  const marked = { 'three/deep/other.ts': files['step.ts']!.replace('~/half', '../../two/half') };
  writeFiles(root, marked);
  expect(demandedOf(root, cache)).toEqual({ files: ['one/half.ts', 'two/half.ts'], parsed: true });
  await settled();
  rmSync(join(root, 'three'), { recursive: true });
  expect(demandedOf(root, cache).files).toEqual(['one/half.ts']);
  // One that was too long to be read is no longer.
  const long = { 'long.ts': `${files['step.ts']}// ${' '.repeat(300_000)}` };
  writeFiles(root, { ...long, 'step.ts': '' });
  await settled();
  expect(demandedOf(root, cache).files).toEqual([]);
  writeFiles(root, { 'long.ts': files['step.ts']! });
  expect(demandedOf(root, cache).files).toEqual(['one/half.ts']);
});

test('after an edit no other file is searched again', async () => {
  const step = (name: string) => `export function step(x) { "use graph"; return x.${name}(); }\n`;
  const root = writeProject({
    'package.json': '{}',
    'step.ts': step('halve'),
    'one.ts': 'export class One { halve() {} }\n',
    'other.ts': '',
  });
  const one = join(root, 'one.ts');
  const year = 86_400 * 365;
  utimesSync(one, year, year);
  const cache = new Cache(directory(), '1');
  await settled();
  const found = ['step.ts', 'one.ts'];
  expect(demandedOf(root, cache)).toEqual({ files: found, parsed: true });
  // A change that nothing tells of, which only who reads the file sees.
  writeFileSync(one, 'export class One { third() {} }\n');
  utimesSync(one, year, year);
  writeFiles(root, { 'other.ts': 'export {};\n' });
  await settled();
  expect(demandedOf(root, cache)).toEqual({ files: found, parsed: false });
  writeFiles(root, { 'step.ts': step('third') });
  await settled();
  expect(demandedOf(root, cache)).toEqual({ files: found, parsed: true });
});

test('a file that was just written may change within the tick of a clock', () => {
  const root = writeProject(files);
  const cache = new Cache(directory(), '1');
  expect(demandedOf(root, cache)).toEqual({ files: ['one/half.ts'], parsed: true });
  writeFiles(root, { 'step.ts': files['step.ts']!.replace('half(x)', '   x   ') });
  expect(demandedOf(root, cache).files).toEqual([]);
});

test('Rolldown hands over what may have to be staged', () => {
  const demanded = ['/app/src/half (1).ts', '/app/src/View.vue'];
  const filter = handedOver(handedOverFiles(demanded, '/app'));
  const isHandedOver = (id: string, code = '') => interpreter(filter, code, id, 'ts');
  expect(isHandedOver('/app/src/step.ts', '"use graph"')).toBe(true);
  expect(isHandedOver('/app/src/step.ts', 'import { graph } from "use-graph"')).toBe(true);
  expect(isHandedOver('/app/src/half (1).ts')).toBe(true);
  expect(isHandedOver('/app/src/View.vue?vue&type=script&lang.ts')).toBe(true);
  expect(isHandedOver('/shared/model.ts')).toBe(true);
  expect(isHandedOver('/app/src/build/model.ts')).toBe(true);
  expect(isHandedOver('/app/src/half (1).tsx')).toBe(false);
  expect(isHandedOver('/app/src/other.ts')).toBe(false);
  expect(isHandedOver('/app/node_modules/x/build/index.js')).toBe(false);
  expect(isHandedOver('/node_modules/x/index.js')).toBe(false);
});
