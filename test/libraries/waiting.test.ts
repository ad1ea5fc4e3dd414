import { describe, expect, test } from 'vitest';
import { transform } from '../../plugin/transform.js';
import * as staged from '../../runtime/staged/index.js';
import { Pairs } from './compare.js';
import { waiting } from './waiting.js';

interface Outcome {
  readonly logged: unknown[];
  readonly isPromise: boolean;
  result?: unknown;
  error?: unknown;
}

type Log = (...values: unknown[]) => unknown;

/** Runs `program` while the microtask queue ticks in between, so that its every step has a place among the ticks. */
async function run(code: string): Promise<Outcome> {
  const make = new Function('require', 'module', 'exports', `${code}\nreturn program;`);
  const program = make(() => staged, {}, {}) as (log: Log, sleep: Log) => unknown;
  const logged: unknown[] = [];
  const log: Log = (...values) => {
    logged.push(structuredClone(values));
    return values[0];
  };
  const sleep: Log = (callback) => setTimeout(callback as () => void, 5);
  const ticks = tick(logged, 80);
  const promise = program(log, sleep);
  const outcome: Outcome = { logged, isPromise: promise instanceof Promise };
  try {
    outcome.result = await promise;
  } catch (error) {
    outcome.error = error;
  }
  await ticks;
  return outcome;
}

async function tick(logged: unknown[], times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await null;
    logged.push(`tick ${time}`);
  }
}

function stagedText(code: string): string {
  const result = transform(`"use graph";\n${code}`, `${process.cwd()}/program.cjs`);
  const wrong = result?.diagnostics.find(({ category }) => category === 'error');
  if (result === null || wrong !== undefined) throw new Error(wrong?.message ?? 'nothing staged');
  return result.code;
}

/** Where asynchronous code may stand in a module. */
const forms: Record<string, (body: string) => string> = {
  'a function': (body) => `async function program(log, sleep) {${body}\n}`,
  'an arrow': (body) => `const program = async (log, sleep) => {${body}\n};`,
  'a function expression with this': (body) =>
    `const program = async function (log, sleep) { log(typeof this);${body}\n};`,
  'a method': (body) =>
    `class Program { async run(log, sleep) {${body}\n} }\nconst program = (...given) => new Program().run(...given);`,
  'a function in a synchronous one': (body) =>
    `function program(log, sleep) { return (async () => {${body}\n})(); }`,
  'what a synchronous one calls': (body) =>
    `async function called(log, sleep) {${body}\n}\nfunction program(log, sleep) { const p = called(log, sleep); log(p instanceof Promise); return p.then((v) => v); }`,
  'what makes others': (body) =>
    `const make = () => async (log, sleep) => {${body}\n};\nfunction program(log, sleep) { return make()(log, sleep); }`,
};

describe.each(Object.entries(waiting))('%s', (_, body) => {
  test.each(Object.entries(forms))('in %s', async (_form, write) => {
    const code = write(body);
    const expected = await run(code);
    const found = await run(stagedText(code));
    expect(found.logged).toEqual(expected.logged);
    expect(new Pairs().compare(expected, found, '')).toBe(null);
  });
});
