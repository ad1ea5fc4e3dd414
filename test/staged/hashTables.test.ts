import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/** A loop looks for the place of an object in an array in which each may be missing: what its test has read is asked again. */
const bodies: readonly string[] = [
  'const slots = [null, null, null]; for (const x of v) { let i = Math.abs(x) % 3; while (slots[i] !== null && slots[i].k !== x) i = (i + 1) % 3; slots[i] ??= { k: x, c: 0 }; slots[i].c++; } return slots.map(s => s?.c ?? -1);',
  'const slots = [null, null, null]; for (const x of v) { let i = Math.abs(x) % 3; if (slots[i] !== null && slots[i].k !== x) i = (i + 1) % 3; slots[i] ??= { k: x, c: 0 }; slots[i].c++; } return slots.map(s => s?.c ?? -1);',
  'const slots = [null, null, null]; for (const x of v) { let i = Math.abs(x) % 3; while (slots[i] !== null && slots[i].k !== x) i = (i + 1) % 3; if (!slots[i]) slots[i] = { k: x, c: 0 }; } return slots.map(s => s?.c ?? -1);',
  'const slots = [null, null, null]; for (const x of v) { let i = Math.abs(x) % 3; while (slots[i] !== null) i = (i + 1) % 3; slots[i] = { k: x, c: 0 }; } return slots.map(s => s?.c ?? -1);',
  'const slots = [null, null, null]; let i = 0; for (const x of v) { i = Math.abs(x) % 3; slots[i] ??= { k: x, c: 0 }; slots[i].c++; } return slots.map(s => s?.c ?? -1);',
  'const slots = [null, null, null]; for (const x of v) { const i = Math.abs(x) % 3; if (slots[i] === null) slots[i] = { k: x, c: 0 }; slots[i].c++; } return slots.map(s => s?.c ?? -1);',
  'const slots = [null, null, null]; for (const x of v) { let i = Math.abs(x) % 3; while (slots[i] !== null && slots[i].k !== x) i = (i + 1) % 3; slots[i] ??= { k: x, c: 0 }; } return slots.map(s => s?.c ?? -1);',
  'const slots = [null, null, null]; for (const x of v) { let i = Math.abs(x) % 3; while (slots[i] !== null && slots[i].k !== x) i = (i + 1) % 3; slots[i] = { k: x, c: 0 }; slots[i].c++; } return slots.map(s => s?.c ?? -1);',
  'const slots = [null, { k: 7, c: 0 }, null]; let i = Math.abs(n) % 3; while (slots[i] !== null && slots[i].k !== n) i = (i + 1) % 3; slots[i] ??= { k: n, c: 0 }; slots[i].c++; return slots.map(s => s?.c ?? -1);',
  'const slots = [{ k: 4, c: 0 }, { k: 7, c: 0 }, { k: 3, c: 0 }]; for (const x of v) { let i = Math.abs(x) % 3; while (slots[i].k !== x && i < 2) i = (i + 1) % 3; slots[i].c++; } return slots.map(s => s?.c ?? -1);',
  'const slots = [null, null, null]; for (const x of v) { let i = Math.abs(x) % 3; while (slots[i] !== null && slots[i].k !== x) i = (i + 1) % 3; if (slots[i] === null) slots[i] = { k: x, c: 0 }; else slots[i].c++; } return slots.map(s => s?.c ?? -1);',
  'const slots = [null, null, null]; for (const x of v) { let i = Math.abs(x) % 3; while (slots[i] && slots[i].k !== x) i = (i + 1) % 3; const s = slots[i] ?? { k: x, c: 0 }; slots[i] = s; s.c++; } return slots.map(s => s?.c ?? -1);',
  'const slots = [null, null, null]; for (const x of v) { let i = Math.abs(x) % 3; for (let k = 0; k < 3; k++) { if (slots[i] !== null && slots[i].k !== x) i = (i + 1) % 3; } slots[i] ??= { k: x, c: 0 }; slots[i].c++; } return slots.map(s => s?.c ?? -1);',
  'const slots = [null, null, null]; for (const x of v) { let i = Math.abs(x) % 3; while (slots[i]?.c > 5) i = (i + 1) % 3; slots[i] ??= { k: x, c: 0 }; slots[i].c++; } return slots.map(s => s?.c ?? -1);',
];

describe.each(executors)('hash tables on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
