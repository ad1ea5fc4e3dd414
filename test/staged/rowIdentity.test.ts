import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Elements of arrays whose length a tensor decides are rows of tensors: whether two are one object no graph can tell. */
const known: readonly string[] = [
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); return [l.indexOf({ x: 1 }), l.includes(null)];',
  'const l = [[1, 2], [3, 4]]; let r = l[0]; for (const y of l) if (y[0] > a) r = y; return l.indexOf(r);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const m = []; for (const x of v) if (x > 1) m.push({ x }); return l[0] === m[0] ? 1 : 0;',
  'const NONE = { x: -1 }; const l = []; for (const x of v) if (x > 0) l.push({ x }); const o = l[0] ?? NONE; return o === NONE ? 1 : 0;',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let c = 0; for (const o of l) if (o !== null && o !== undefined) c++; return c;',
];

const unknown: readonly string[] = [
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); let r = l[0]; for (let i = 0; i < l.length; i++) if (l[i].x > r.x) r = l[i]; return l.indexOf(r);',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const r = l[0]; return [l.indexOf(r), l.includes(r)];',
  'const p = { x: 1 }; const l = [p]; for (const x of v) if (x > 0) l.push({ x }); return [l.indexOf(p), l.includes(p)];',
  'const l = []; for (const x of v) if (x > 0) l.push({ x }); const r = l[0]; return l.filter((o) => o !== r).length;',
];

describe.each(executors)('objects and elements, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(known)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(unknown)('refuses %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.mode).toBe('graph');
    expect(failure?.actual.error).toMatch('no graph can tell whether they are one object');
    expect(failure?.actual.error).toMatch('item.id === best.id');
  });
});
