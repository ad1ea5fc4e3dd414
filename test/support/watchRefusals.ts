import { afterEach, expect } from 'vitest';

/**
 * Where the device refuses a shader, the graph runs kernel by kernel, with a warning and the right results: a test would not
 * notice. Those that want it to happen take `console.warn` for themselves.
 */
const refusals: string[] = [];
const { warn } = console;

console.warn = (...args: unknown[]) => {
  if (String(args[0]).includes('[runs-uncompiled]')) refusals.push(String(args[0]));
  warn(...args);
};

afterEach(() => {
  expect(refusals.splice(0)).toEqual([]);
});
