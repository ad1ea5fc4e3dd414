import { parse } from '@babel/parser';
import type * as t from '@babel/types';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { describe, expect, test } from 'vitest';
import { forEachNode } from '../../plugin/syntax/nodes.js';
import { transform } from '../../plugin/transform.js';
import { caseFiles, readPrograms } from '../programs/read.js';
import { compile, root } from './support.js';

/** The names in a program, with their places as `line:column`. */
function namesIn(code: string): { name: string; place: string }[] {
  const names: { name: string; place: string }[] = [];
  const labels = new Set<t.Node>();
  const { program } = parse(code, { sourceType: 'module', plugins: ['typescript'] });
  forEachNode(program, (node: t.Node) => {
    if ('label' in node && node.label) labels.add(node.label);
    if (labels.has(node)) return;
    // A method's name is a text in staged code, and a variable may have a number behind it.
    const written =
      node.type === 'Identifier' ? node.name : node.type === 'StringLiteral' ? node.value : null;
    const { line, column } = node.loc!.start;
    const name = written?.replace(/\$\d+$/, '') ?? null;
    if (name !== null && !['length', 'size'].includes(name))
      names.push({ name, place: `${line}:${column}` });
  });
  return names;
}

/** The names that a source map leads to from the same name. */
function namesReached(code: string, map: object): Set<string> {
  const trace = new TraceMap(map as never);
  const reached = new Set<string>();
  for (const { name, place } of namesIn(code)) {
    const [line, column] = place.split(':').map(Number) as [number, number];
    const found = originalPositionFor(trace, { line, column });
    if (found.line !== null) reached.add(`${name}@${found.line}:${found.column}`);
  }
  return reached;
}

/** Programs in which a name goes: that of `arguments`, of a property in a pattern, and of what is never reached or declared twice. */
const withoutAName = [
  'arguments',
  'statements behind a continue',
  'swap and nested patterns',
  'var in blocks hoisting',
  'patterns that assign properties',
];

const texts = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`/g;

describe.each(caseFiles)('the programs of %s', (file) => {
  const programs = readPrograms(file).map(({ name, source }) => ({ name, source }));

  test.each(programs)(
    '$name: staged the same again, once, with all comments and names',
    ({ name, source }) => {
      const { code, map } = compile(source);
      expect(compile(source).code).toBe(code);
      expect(transform(code, `${root}/model.ts`, { root })).toBeNull();
      for (const [comment] of source.replace(texts, '""').matchAll(/\/\/ .*|\/\*[^*]*\*\//g))
        if (!comment.includes('""')) expect(code).toContain(comment.split('\n')[0]!.trim());
      if (withoutAName.some((beginning) => name.startsWith(beginning))) return;
      const reached = namesReached(code, map!);
      const lost = namesIn(source).filter((word) => !reached.has(`${word.name}@${word.place}`));
      expect(lost).toEqual([]);
    },
  );
});
