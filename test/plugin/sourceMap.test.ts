import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import { describe, expect, test } from 'vitest';
import { compile, root } from './support.js';

const source = `// a first line
import * as tf from 'tf';
import { other } from './other'; const before = { a: 1, bé: [ 2,3 ] }, \t spaced   = before . a
export function settle(input, { rate = 2 } = {}) {
  "use graph";
  let total = input;
\tif (total > rate) { total = helper(total, 'é') } else { fail() }
  while (total > 1)
    total = tf.tanh(total);
  return total;
}
class Model { @dec() scale = 1; method(argument) { 'use graph'; return argument * this.scale } tail() { return untouched } }
const arrow = (value) => { "use graph"; return other(value) + value };   const behind = after(arrow)
function helper(given, word) {
  const local = given * 2;
  return local + word;
}
async function slow(given) { await given; return 1 }
export const uses = (x) => { "use graph"; return slow(x) }
/* end */ done()
`;

const words = /[\p{ID_Continue}$]+/gu;

interface Word {
  text: string;
  line: number;
  column: number;
}

function wordsOf(text: string): Word[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(words)].map((match) => ({
      text: match[0],
      line: index + 1,
      column: match.index,
    })),
  );
}

describe.each(['\n', '\r\n'])('the source map (line ending %j)', (ending) => {
  const original = source.replaceAll('\n', ending);
  const { code, map } = compile(original, 'model.ts');
  const trace = new TraceMap(map! as never);
  const lines = original.split('\n');

  function originOf({ line, column }: Word): string | null {
    const found = originalPositionFor(trace, { line, column });
    return found.source === null
      ? null
      : (lines[found.line! - 1]!.slice(found.column!).match(/^[\p{ID_Continue}$]+/u)?.[0] ?? '');
  }

  test('holds the original', () => {
    expect(map!.sources).toEqual([`${root}/model.ts`]);
    expect(sourceContentFor(trace, `${root}/model.ts`)).toBe(original);
  });

  test('leads from each word of untouched code to the same word', () => {
    const [head, tail] = [
      original.indexOf('export function settle'),
      original.indexOf('/* end */'),
    ];
    const untouched = [
      ...wordsOf(original.slice(0, head)),
      ...wordsOf(original).filter(({ line }) => line >= original.slice(0, tail).split('\n').length),
    ];
    expect(untouched.length).toBeGreaterThan(20);
    const found = new Set(
      wordsOf(code).map((word) => {
        const position = originalPositionFor(trace, word);
        return `${word.text}@${position.line}:${position.column}`;
      }),
    );
    for (const { text, line, column } of untouched)
      expect(found).toContain(`${text}@${line}:${column}`);
  });

  test("leads from each of the user's names in staged code to that name", () => {
    const users = new Set([
      'input',
      'rate',
      'total',
      'tanh',
      'fail',
      'helper',
      'argument',
      'scale',
      'value',
      'other',
      'given',
      'word',
      'local',
    ]);
    const wrong = wordsOf(code)
      .filter(({ text }) => users.has(text))
      .filter((word) => !isOfState(code, word) && !isInString(code, word))
      .filter((word) => originOf(word) !== word.text);
    expect(wrong).toEqual([]);
  });

  test('leads from a helper to the place that it is told', () => {
    const told = [...code.matchAll(/ug\.\w+\((?=[^()]*"model\.ts:(\d+):(\d+)"\))/g)];
    expect(told.length).toBeGreaterThan(8);
    for (const { index, 1: line, 2: column } of told) {
      const before = code.slice(0, index + 'ug.'.length).split('\n');
      const place = { line: before.length, column: before.at(-1)!.length };
      const found = originalPositionFor(trace, place);
      expect([found.line, found.column! + 1]).toEqual([Number(line), Number(column)]);
    }
  });

  test('code that stands for nothing of the user leads at most to the function it belongs to', () => {
    const helpers = wordsOf(code).filter(({ text }) => text === 'enter');
    expect(helpers.length).toBeGreaterThan(0);
    for (const word of helpers) {
      const found = originalPositionFor(trace, word);
      expect(lines[found.line! - 1]).toMatch(/function settle|method\(/);
    }
  });
});

/** In the description of a construct's state, which the user did not write. */
function isOfState(code: string, { line }: Word): boolean {
  return /ug\.state\(|\] = \$/.test(code.split('\n')[line - 1]!);
}

function isInString(code: string, { line, column }: Word): boolean {
  const before = code.split('\n')[line - 1]!.slice(0, column);
  return before.endsWith('"') || /"[^"]*$/.test(before.replace(/"[^"]*"/g, ''));
}
