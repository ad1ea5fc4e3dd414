import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What a loop gathers in an array or object, which becomes an element of another array when it is whole. */
const bodies: readonly string[] = [
  `const tokens = []; let cur = []; for (const x of v) { if (x === 0) { tokens.push(cur); cur = []; } else cur.push(x); } tokens.push(cur); return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = []; for (const x of v) { if (x !== 0) cur.push(x); else { tokens.push(cur); cur = []; } } tokens.push(cur); return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = []; for (const x of v) { if (x === 0) { tokens.push(cur); cur = []; } else cur.push(x); } return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = { c: 0 }; for (const x of v) { if (x === 0) { tokens.push(cur); cur = { c: 0 }; } else cur.c += x; } tokens.push(cur); return tokens.map((t) => t.c);`,
  `const tokens = []; let cur = [0]; for (const x of v) { if (x === 0) { tokens.push(cur); cur = [0]; } else cur[0] += x; } tokens.push(cur); return tokens.map((t) => t[0]);`,
  `const tokens = []; let cur = []; for (const x of v) { if (x === 0) tokens.push(cur); else cur.push(x); } tokens.push(cur); return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = []; for (const x of v) { if (x !== 0) cur.push(x); else tokens.push(cur); } tokens.push(cur); return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = { c: 0 }; for (const x of v) { if (x === 0) tokens.push(cur); else cur.c += x; } return tokens.map((t) => t.c);`,
  `const o = { c: 0 }; const xs = [{ c: 5 }]; if (n > 2) xs.push(o); else o.c = 7; o.c += 1; return xs.map((x) => x.c);`,
  `const o = { c: 0 }; const xs = [{ c: 5 }]; if (n > 2) xs.push(o); else o.c = 7; return [o.c, xs.map((x) => x.c)];`,
  `const o = { c: 0 }; const xs = [{ c: 5 }]; if (n > 2) { xs.push(o); o.c = 3; } else o.c = 7; return [o.c, ...xs.map((x) => x.c)];`,
  `const o = { c: 0 }; const xs = [{ c: 5 }]; if (n > 2) xs.push(o); if (n > 3) o.c = 7; return [o.c, ...xs.map((x) => x.c)];`,
  `const out = []; let run = []; for (const x of v) { if (run.length && x < run.at(-1)) { out.push(run); run = [x]; } else run.push(x); } out.push(run); return out.map((r) => r.length);`,
  `const out = []; let run = null; for (const x of v) { if (run === null || x > 3) { run = { n: 0 }; out.push(run); } else run.n += x; } return out.map((r) => r.n);`,
  `const tokens = []; let cur = { c: 0 }; for (const x of v) { if (x !== 0) cur.c += x; else { tokens.push(cur); cur = { c: 0 }; } } tokens.push(cur); return tokens.map((t) => t.c);`,
  `const tokens = []; let cur = { c: 0 }; for (const x of v) { if (x === 0) { tokens.push(cur); cur = { c: 0 }; } else cur = { c: cur.c + x }; } tokens.push(cur); return tokens.map((t) => t.c);`,
  `const tokens = []; let cur = { c: 0, xs: [] }; for (const x of v) { if (x === 0) { tokens.push(cur); cur = { c: 0, xs: [] }; } else { cur.c += x; cur.xs.push(x); } } tokens.push(cur); return tokens.map((t) => t.c + t.xs.length);`,
  `const tokens = []; let cur = { c: 0, xs: [] }; for (const x of v) { cur.xs.push(x); cur.c++; if (cur.c > 1) { tokens.push(cur); cur = { c: 0, xs: [] }; } } if (cur.c > 0) tokens.push(cur); return tokens.map((t) => t.c + t.xs.length);`,
  `const tokens = [[0]]; for (const x of v) { const cur = tokens.at(-1); if (x > 1) { tokens.push([...cur]); } cur.push(x); } return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = []; for (const x of v) { cur.push(x); if (x > 1) { cur = []; tokens.push(cur); } } return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = { c: 0 }; for (const x of v) { cur.c += x; if (x > 1) { cur = { c: 0 }; tokens.push(cur); } } return tokens.map((t) => t.c);`,
  `const tokens = []; let cur = []; for (const x of v) { cur.push(x); if (x > 1) { tokens.push(cur); cur = []; tokens.push(cur); } } return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = { c: 0 }; for (const x of v) { if (x > 1) { tokens.push(cur); if (x > 2) cur = { c: 0 }; else cur = tokens[0]; } else cur.c += x; } return tokens.map((t) => t.c);`,
  `const tokens = []; let cur = []; for (const x of v) { cur.push(x); const done = x > 1; if (done) tokens.push(cur); if (done) cur = []; } return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = []; for (const x of v) { cur.push(x); if (cur.length === 2) { tokens.push(cur); cur = []; } } if (cur.length) tokens.push(cur); return tokens.map((t) => t.reduce((p, q) => p * 10 + q, 0));`,
];

describe.each(executors)('what a loop gathers in groups, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});

/* One that is changed by another name, or still, when it is an element. */
const refused: readonly string[] = [
  `const tokens = []; let cur = { c: 0 }; for (const x of v) { if (x < 1) { tokens.push(cur); if (x < 0) cur = { c: 9 }; } else cur.c += x; } return tokens.map((t) => t.c);`,
  `const tokens = []; let cur = []; for (const x of v) { if (x < 1) { tokens.push(cur); if (x < 0) cur = [9]; } else cur.push(x); } return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = []; for (const x of v) { if (x < 3) { tokens.push(cur); if (x < 0) cur = [9]; } else cur.push(x); } return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = []; for (const x of v) { if (x < 3) { tokens.push(cur); if (x > 1) cur = [9]; } cur.push(x); } return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = []; for (const x of v) { tokens.push(cur); if (x > 1) cur = [9]; cur.push(x); } return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = []; for (const x of v) { cur.push(x); tokens.push(cur); if (x > 1) cur = [9]; } return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = [0]; for (const x of v) { cur[0] += x; tokens.push(cur); if (x > 1) cur = [9]; } return tokens.map((t) => t[0]);`,
  `const tokens = []; let cur = [0]; for (const x of v) { if (x < 3) { tokens.push(cur); if (x > 1) cur = [9]; } cur[0] += x; } return tokens.map((t) => t[0]);`,
  `const tokens = []; let cur = [0]; for (const x of v) { tokens.push(cur); cur = [...cur, x]; } cur.push(7); return tokens.map((t) => t.length);`,
  `const tokens = [[0]]; let cur = tokens[0]; for (const x of v) { if (x > 1) { cur = []; tokens.push(cur); } cur.push(x); } return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = [], last = []; for (const x of v) { cur.push(x); last.push(7); if (x > 1) { tokens.push(cur); last = cur; cur = []; } } return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = { c: 0 }, last = { c: 0 }; for (const x of v) { cur.c += x; last.c += 7; if (x > 1) { tokens.push(cur); last = cur; cur = { c: 0 }; } } return tokens.map((t) => t.c);`,
  `const tokens = []; let cur = { c: 0 }; const keep = cur; for (const x of v) { cur.c += x; if (x > 1) { tokens.push(cur); cur = { c: 0 }; } } keep.c = 99; return tokens.map((t) => t.c);`,
  `const tokens = []; let cur = []; const keep = cur; for (const x of v) { cur.push(x); if (x > 1) { tokens.push(cur); cur = []; } } keep.push(99); return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = []; const keep = cur; for (const x of v) { cur.push(x); keep.push(5); if (x > 1) { tokens.push(cur); cur = []; } } return tokens.map((t) => t.length);`,
  `const tokens = []; let cur = { c: 0 }; const keep = cur; for (const x of v) { cur.c += x; keep.c += 5; if (x > 1) { tokens.push(cur); cur = { c: 0 }; } } return tokens.map((t) => t.c);`,
];

describe('what is changed that has become an element', () => {
  beforeAll(useCpu);

  it.each(refused)('refuses %s', async (body) => {
    const { failure } = await compareBody(body, 'cpu');
    expect(failure?.actual).toMatchObject({ refusal: 'chosen-object' });
  });
});
