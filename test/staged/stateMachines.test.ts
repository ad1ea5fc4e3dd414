import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Tables of tables, as state machines have them: a tensor chooses the object and the key, and whether there is such a property. */
const bodies: readonly string[] = [
  "const m = { idle: { go: 'run' }, run: { stop: 'idle', fly: 'air' }, air: { land: 'run' } }; let s = 'idle'; for (const x of v) { const e = x > 2 ? 'fly' : x > 1 ? 'go' : 'stop'; s = m[s][e] ?? s; } return s === 'idle' ? 0 : s === 'run' ? 1 : 2;",
  "const m = { idle: { go: 'run' }, run: { stop: 'idle', fly: 'air' }, air: { land: 'run' } }; let s = a > 0 ? 'idle' : 'run'; const e = b > 2 ? 'fly' : b > 1 ? 'go' : 'stop'; s = m[s][e] ?? s; return s === 'idle' ? 0 : s === 'run' ? 1 : 2;",
  "const m = { go: 'run', stop: 'idle' }; let s = 'idle'; for (const x of v) { const e = x > 2 ? 'fly' : x > 1 ? 'go' : 'stop'; s = m[e] ?? s; } return s === 'idle' ? 0 : s === 'run' ? 1 : 2;",
  "const m = { idle: 'run', run: 'idle' }; let s = 'idle'; for (const x of v) { s = m[s] ?? s; } return s === 'idle' ? 0 : s === 'run' ? 1 : 2;",
  "const m = { idle: { go: 'run', stop: 'idle' }, run: { stop: 'idle', go: 'run' } }; let s = 'idle'; for (const x of v) { const e = x > 1 ? 'go' : 'stop'; s = m[s][e]; } return s === 'idle' ? 0 : s === 'run' ? 1 : 2;",
  "const m = { idle: { go: 'run' }, run: { stop: 'idle' } }; let s = 'idle'; for (const x of v) { const e = x > 1 ? 'go' : 'stop'; const t = m[s][e]; if (t !== undefined) s = t; } return s === 'idle' ? 0 : s === 'run' ? 1 : 2;",
  "const m = new Map([['idle', new Map([['go', 'run']])], ['run', new Map([['stop', 'idle']])]]); let s = 'idle'; for (const x of v) { const e = x > 1 ? 'go' : 'stop'; s = m.get(s).get(e) ?? s; } return s === 'idle' ? 0 : s === 'run' ? 1 : 2;",
  "const m = { idle: { go: 'run' }, run: { stop: 'idle' } }; let s = 'idle'; for (const x of v) { const e = x > 1 ? 'go' : 'stop'; s = m[s]?.[e] || s; } return s === 'idle' ? 0 : s === 'run' ? 1 : 2;",
  "const m = { idle: { go: 1 }, run: { stop: 0 } }; const names = ['idle', 'run']; let s = 0; for (const x of v) { const e = x > 1 ? 'go' : 'stop'; s = m[names[s]][e] ?? s; } return s;",
  "const m = { idle: { go: 'run' }, run: { stop: 'idle' } }; let s = 'idle'; let i = 0; while (i < n) { const e = v[i % 3] > 1 ? 'go' : 'stop'; if (e in m[s]) s = m[s][e]; i++; } return s === 'idle' ? 0 : s === 'run' ? 1 : 2;",
  "const rules = [{ from: 'idle', on: 'go', to: 'run' }, { from: 'run', on: 'stop', to: 'idle' }]; let s = 'idle'; for (const x of v) { const e = x > 1 ? 'go' : 'stop'; const r = rules.find((r) => r.from === s && r.on === e); if (r) s = r.to; } return s === 'idle' ? 0 : 1;",
  "const rules = [{ from: 'idle', on: 'go', to: 'run' }, { from: 'run', on: 'stop', to: 'idle' }]; let s = 'idle'; for (const x of v) { const e = x > 1 ? 'go' : 'stop'; s = rules.find((r) => r.from === s && r.on === e)?.to ?? s; } return s === 'idle' ? 0 : 1;",
  "const s = a > 0 ? { go: 'run' } : { stop: 'idle' }; const e = b > 1 ? 'go' : 'stop'; let t = s[e]; let k = 'x'; let i = 0; while (i < n) { k = t ?? k; i++; } return k === 'run' ? 1 : k === 'idle' ? 2 : 3;",
  "const s = { go: 'run' }; const e = b > 1 ? 'go' : 'stop'; let t = s[e]; let k = 'x'; let i = 0; while (i < n) { k = t ?? k; i++; } return k === 'run' ? 1 : k === 'idle' ? 2 : 3;",
  "const s = a > 0 ? { go: 'run' } : { go: 'idle' }; let t = s.go; let k = 'x'; let i = 0; while (i < n) { k = t ?? k; i++; } return k === 'run' ? 1 : k === 'idle' ? 2 : 3;",
  "const s = a > 0 ? { go: 'run' } : { stop: 'idle' }; let t = s.go; let k = 'x'; let i = 0; while (i < n) { k = t ?? k; i++; } return k === 'run' ? 1 : k === 'idle' ? 2 : 3;",
  "const s = a > 0 ? { go: 'run' } : { stop: 'idle' }; let t = b > 1 ? s.go : s.stop; let k = 'x'; let i = 0; while (i < n) { k = t ?? k; i++; } return k === 'run' ? 1 : k === 'idle' ? 2 : 3;",
  "let t = a > 0 ? 'run' : undefined; let u = b > 1 ? 'idle' : undefined; const w = n > 2 ? t : u; let k = 'x'; let i = 0; while (i < n) { k = w ?? k; i++; } return k === 'run' ? 1 : k === 'idle' ? 2 : 3;",
  "const o = a > 0 ? { go: 1 } : { stop: 2 }; const e = b > 1 ? 'go' : 'stop'; return e in o ? 1 : 2;",
  "const o = a > 0 ? { go: 1 } : { stop: 2 }; return 'go' in o ? 1 : 2;",
  "const m = { x: { go: 1 }, y: { stop: 2 } }; const s = a > 0 ? 'x' : 'y'; return 'go' in m[s] ? 1 : 2;",
  "const m = { x: { go: 1 }, y: { stop: 2 }, z: { go: 3 } }; const s = a > 0 ? 'x' : b > 0 ? 'y' : 'z'; return 'go' in m[s] ? 1 : 2;",
  "const m = { x: { go: 1 }, y: { stop: 2 }, z: { go: 3 } }; const s = a > 0 ? 'x' : b > 0 ? 'y' : 'z'; const e = n > 2 ? 'go' : 'stop'; return e in m[s] ? 1 : 2;",
  "const m = { x: { go: 1 }, y: { stop: 2 } }; const s = a > 0 ? 'x' : 'y'; const e = n > 2 ? 'go' : 'stop'; return [Object.hasOwn(m[s], e) ? 1 : 2, m[s].hasOwnProperty(e) ? 1 : 2, Object.keys(m[s]).length];",
  "const m = { x: { go: 1, q: 2 }, y: { stop: 2 } }; const s = a > 0 ? 'x' : 'y'; let k = 0; for (const key in m[s]) k += m[s][key]; return k;",
  "const m = { x: { go: 1, q: 2 }, y: { stop: 2 } }; const s = a > 0 ? 'x' : 'y'; let k = 0; for (const [key, val] of Object.entries(m[s])) k += val * (key === 'q' ? 10 : 1); return k;",
  "const m = { x: new Set(['p', 'q']), y: new Set(['q']) }; const s = a > 0 ? 'x' : 'y'; const e = b > 1 ? 'p' : 'q'; return [m[s].has(e) ? 1 : 2, m[s].size];",
  "const m = new Map([['x', new Set(['p', 'q'])], ['y', new Set(['q'])]]); const s = a > 0 ? 'x' : 'y'; const e = b > 1 ? 'p' : 'q'; return [m.get(s).has(e) ? 1 : 2, m.get(s).size];",
  "const m = { x: ['p', 'q'], y: ['q', 'r', 's'] }; const s = a > 0 ? 'x' : 'y'; const e = b > 1 ? 'p' : 'q'; return [m[s].includes(e) ? 1 : 2, m[s].indexOf(e), m[s].length];",
  "const o = a > 0 ? { go: 1 } : { stop: 2 }; return [Object.hasOwn(o, 'go') ? 1 : 2, Reflect.has(o, 'stop') ? 1 : 2, o.hasOwnProperty('go') ? 1 : 0];",
  "const o = a > 0 ? [1, 2] : [1]; return ['length' in o ? 1 : 2, Object.hasOwn(o, 'length') ? 1 : 2, 1 in o ? 1 : 0, n in o ? 1 : 0];",
  "const o = a > 0 ? { go: 1 } : { stop: 2 }; return Reflect.has(o, 'stop') ? 1 : 2;",
  "const o = a > 0 ? { go: 1 } : { stop: 2 }; return Object.hasOwn(o, 'stop') ? 1 : 2;",
  "const o = a > 0 ? { go: 1 } : { stop: 2 }; return o.hasOwnProperty('stop') ? 1 : 2;",
  "const o = a > 0 ? { go: 1 } : { stop: 2 }; return 'stop' in o ? 1 : 2;",
  "let s = n > 3 ? 'slow' : 'fast', k = 0; while (s !== 'done') { if (s === 'slow') { k += 1; if (k >= 3) s = 'fast'; } else if (s === 'fast') { k += 10; s = k > n * 4 ? 'done' : 'slow'; } else throw new Error('no state'); } return k;",
  "const o = { s: 'start', k: 0 }; while (o.s !== 'done') { switch (o.s) { case 'start': o.s = n > 3 ? 'slow' : 'fast'; break; case 'slow': o.k += 1; if (o.k >= 3) o.s = 'fast'; break; case 'fast': o.k += 10; o.s = o.k > n * 4 ? 'done' : 'slow'; break; default: throw new Error('no state'); } } return o.k;",
  "let s = 'x'; if (n > 100) throw new Error('large'); else s = n > 3 ? 'big' : 'small'; return [{ big: 1, small: 2, x: 3 }[s], s.length];",
  "const size = (k) => { if (k > 3) return 'big'; if (k < -9) throw new Error('small'); return k > 2 ? 'mid' : 'small'; }; switch (size(n)) { case 'big': return 1; case 'mid': return 2; default: return 3; }",
  "let s; if (n > 100) throw new Error('large'); else if (n > 3) s = 'big'; else s = null; return s === null ? -1 : s.length;",
];

describe.each(executors)('tables of tables, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
