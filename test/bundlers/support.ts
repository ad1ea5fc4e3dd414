import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { expect } from 'vitest';
import { temporaryDirectory } from '../support/temporary.js';

export const project = fileURLToPath(new URL('./cases/app', import.meta.url));
export const standIn = fileURLToPath(new URL('./standIn.ts', import.meta.url));

/** The package's modules, on the helpers for plain values. */
export const standInAlias = { 'use-graph/staged': standIn, 'use-graph': standIn };

export function outputDirectory(): string {
  return temporaryDirectory('bundle');
}

// biome-ignore lint/suspicious/noExplicitAny: the exports of a program under test.
export type Exports = Record<string, any>;

export async function load(file: string): Promise<Exports> {
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

/** What the built program must give, as the program gives it without the plugin. */
export async function checkResults(built: Exports): Promise<void> {
  expect(built.settle(8)).toBe(1 + 3 + 3);
  expect(built.settle(27, { rate: 3 })).toBe(1 + 3 + 3);
  expect([built.absolute(-4), built.absolute(400)]).toEqual([4, 100]);
  expect(built.Counter.make().apply(2)).toBe(7);
  expect(await built.later(6)).toBe(3);
  expect([built.wrapped(5), built.wrapped(1)]).toEqual([3, 1]);
  expect(built.view(2).children).toEqual([20]);
  expect(built.old(2).children).toEqual([3]);
  expect([
    built.settle.length,
    built.absolute.length,
    built.Counter.prototype.apply.length,
  ]).toEqual([1, 1, 1]);
}

const reportError = `
const { explode } = await import(process.argv[1]);
try { explode(13); } catch (error) { console.log(error.stack); }
`;

/** Follows the first frame of an error of the built program to the place where the user made it. */
export function checkStackFrame(file: string): void {
  // In a process of its own, since Vitest translates the stacks of this one.
  const url = pathToFileURL(file).href;
  const stack = execFileSync(process.execPath, ['--input-type=module', '-e', reportError, url], {
    encoding: 'utf8',
  });
  expect(stack).toMatch(/^RangeError: too large/);
  const frame = stack.split('\n').find((text) => /^\s+at /.test(text))!;
  const [, line, column] = /:(\d+):(\d+)\)?\s*$/.exec(frame)!;
  const map = new TraceMap(readFileSync(`${file}.map`, 'utf8'));
  const found = originalPositionFor(map, { line: Number(line), column: Number(column) - 1 });
  const source = readFileSync(join(project, 'src/model.ts'), 'utf8').split('\n');
  expect(found.source).toMatch(/src\/model\.ts$/);
  expect(source[found.line! - 1]!.slice(found.column!)).toMatch(/^(?:new )?RangeError\(message\)/);
}

/** The only script in a directory. */
export function scriptIn(directory: string): string {
  const [name] = readdirSync(directory).filter((file) => /\.m?js$/.test(file));
  return join(directory, name!);
}
