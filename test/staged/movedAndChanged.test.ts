import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What iterations change of objects that they move from place to place, and that the program knows by other names, too. */
const bodies: readonly string[] = [
  `const grid = [[1, 2], [3, 4]]; const top = grid[0]; for (let i = 0; i < n; i++) { [grid[0], grid[1]] = [grid[1], grid[0]]; grid[0][1] += i; } return [top[1], grid[0] === top, grid[1][1]];`,
  `const list = [{ v: 1 }, { v: 3 }, { v: 5 }]; const [p, q, r] = list; for (let i = 0; i < n; i++) { list.push(list.shift()); list[0].v += i; } return [p.v, q.v, r.v, list[0] === p];`,
  `const list = [{ v: 1 }, { v: 3 }, { v: 5 }]; const [p, q, r] = list; for (let i = 0; i < n; i++) { [list[0], list[1], list[2]] = [list[1], list[2], list[0]]; list[0].v += i; list[2].v *= 2; } return [p.v, q.v, r.v, list[0] === p];`,
  `const rows = [[1], [2]]; const [p, q] = rows; for (const x of v) { if (x > 1) { const t = rows[0]; rows[0] = rows[1]; rows[1] = t; } rows[0][0] += x; } return [p[0], q[0], rows[0][0], rows[0] === q];`,
  `class Cell { v = 1; bump(x) { this.v += x; return this; } } const cells = [new Cell(), new Cell()]; const [p, q] = cells; for (let i = 0; i < n; i++) { cells.reverse(); cells[0].bump(i + 1); } return [p.v, q.v, cells[0] === p];`,
  `const o = { rows: [{ v: 1, w: 2 }, { v: 3, w: 4 }] }; const p = o.rows[0], q = o.rows[1]; for (let i = 0; i < n; i++) { [o.rows[0], o.rows[1]] = [o.rows[1], o.rows[0]]; o.rows[0].v += i; o.rows[1].w -= i; } return [p.v, p.w, q.v, q.w];`,
  `const stacks = [[1], [2]]; const [p, q] = stacks; for (let i = 0; i < n; i++) { stacks.reverse(); stacks[0].push(i); } return [p.length, q.length, p.at(-1), q.at(-1)];`,
  `const m = new Map([['p', { v: 1 }], ['q', { v: 2 }]]); const p = m.get('p'), q = m.get('q'); for (let i = 0; i < n; i++) { const t = m.get('p'); m.set('p', m.get('q')); m.set('q', t); m.get('p').v += i + 1; } return [p.v, q.v, m.get('p') === p];`,
  `let s = [{ v: 1 }, { v: 2 }]; const [p, q] = s; let i = 0; while (i < n) { s = [s[1], s[0]]; s[0].v += 1 + i; i++; } return [p.v, q.v, s[0] === p];`,
  `const list = [{ v: 1 }, { v: 3 }]; const first = list[0]; const other = { v: 100 }; for (let i = 0; i < n; i++) { const fresh = { v: i }; fresh.v += 1; [list[0], list[1]] = [list[1], list[0]]; list[0].v += fresh.v; other.v -= fresh.v; } return [first.v, other.v];`,
];

describe.each(executors)(
  'objects that iterations move and change, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
