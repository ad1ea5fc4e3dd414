import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

beforeAll(useCpu);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const program = (body: string, scope: object = {}) =>
  compile(
    `export function f(x, n) {\n  "use graph";\n  ${body}\n  return x;\n}`,
    { tf, ...scope },
    'model.js',
  );

it('a loop that adds to the graph at each of very many iterations is told once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { f } = await program('for (let i = 0; i < n; i++) x = x + i;');
  f!(tf.scalar(1), 10_002);
  f!(tf.scalar(1), 10_003);
  const told = warn.mock.calls.map(String).filter((text) => text.includes('[unrolled-loop]'));
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/how often the for loop runs.*\n {4}at model\.js:3:3\n/);
});

it('one that computes with numbers only is not', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { f } = await program('let s = 0; for (let i = 0; i < n; i++) s += i; x = x + s;');
  f!(tf.scalar(1), 20_000);
  expect(warn).not.toHaveBeenCalled();
});

it('is an error in strict mode, and the next call works', async () => {
  vi.stubEnv('USE_GRAPH_STRICT', '1');
  const { f } = await program('\nlet i = 0; while (i < n) { x = x + 1; i++; }');
  expect(() => f!(tf.scalar(1), 10_005)).toThrow('[unrolled-loop]');
  expect(((await f!(tf.scalar(1), 3)) as tf.Tensor).dataSync()[0]).toBe(4);
});

it.each([
  'let head = null; while (x > n) { turn(); if (x > 0) head = { x, next: head }; x -= 1; }',
  'const all = []; while (x > n) { all.push(x); x -= 1; } let head = null; for (const e of all) { turn(); head = { e, next: head }; }',
])('one that no data of the program ends is not traced turn by turn: %s', async (body) => {
  const turn = vi.fn();
  const { f } = await program(body, { turn });
  expect(() => f!(tf.scalar(1), tf.scalar(0))).toThrow('[loop-structure-changes]');
  expect(turn.mock.calls.length).toBeLessThan(10);
});
