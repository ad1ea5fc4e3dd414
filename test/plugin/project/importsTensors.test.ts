import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDemands } from '../../../plugin/project/demandSearch.js';
import { Project } from '../../../plugin/project/index.js';
import { parseFile } from '../../../plugin/project/parsedFile.js';
import { transform } from '../../../plugin/transform.js';
import { type Files, writeFiles, writeProject } from './support.js';

const queue =
  '"use graph";\nimport { run } from "./run.js";\nexport async function add(task) { return await run(task); }';

function waits(project: Project, root: string, file: string, text: string): boolean {
  const path = join(root, file);
  const { wanted, parsed, importsTensors } = project.enter(path, text);
  const code = transform(text, path, { root, wanted, parsed, importsTensors })?.code ?? '';
  return code.includes('waits: true');
}

test.each<[string, boolean, Files]>([
  ['nothing', true, { 'run.js': 'export const run = (task) => task();' }],
  [
    'a file that imports TensorFlow.js',
    false,
    { 'run.js': 'import "@tensorflow/tfjs-core"; export const run = (task) => task();' },
  ],
  [
    'a file that imports such a file',
    false,
    { 'run.js': 'export * from "./more.js";', 'more.js': 'export const run = () => tf.scalar(1);' },
  ],
  [
    'a file that imports it in turn',
    true,
    { 'run.js': 'import "./queue.js"; export const run = (task) => task();' },
  ],
])('a module that imports %s waits: %s', (_, expected, files) => {
  const root = writeProject({ ...files, 'queue.js': queue });
  expect(
    waits(new Project({ root, parse: parseFile, search: findDemands }), root, 'queue.js', queue),
  ).toBe(expected);
});

test('a module is built again when what it imports begins to have to do with tensors', () => {
  const root = writeProject({
    'run.js': 'export const run = (task) => task();',
    'queue.js': queue,
  });
  const project = new Project({ root, parse: parseFile, search: findDemands });
  expect(waits(project, root, 'queue.js', queue)).toBe(true);
  writeFiles(root, {
    'run.js':
      'import * as tf from "@tensorflow/tfjs-core"; export const run = (task) => tf.tidy(task);',
  });
  project.refresh();
  expect(project.stale()).toEqual([join(root, 'queue.js')]);
  expect(waits(project, root, 'queue.js', queue)).toBe(false);
});
