import { compareAwaited } from './awaited.js';

/* Variables and objects around a for await function that it changes are to its parts what its own are. */
compareAwaited('what for await functions change around them', {
  'a variable of the module': `let total = 0;
    export async function f(x) { "use graph"; total = 0; for await (const v of items(x)) { if (v > 1) total += v; } const r = total * 2; tf.dispose(total); total = 0; return r; }`,
  'a variable that was a number, in the end': `let n = 0;
    export async function f(x) { "use graph"; n = 0; for await (const v of items(x)) { if (v > 1) n++; } const r = n * 2; tf.dispose(n); return r; }`,
  'an object of the module': `const state = { total: 0, n: 0 };
    export async function f(x) { "use graph"; state.total = 0; state.n = 0; for await (const v of items(x)) { state.total += v; state.n++; } const r = state.total / state.n; tf.dispose(state); return r; }`,
  'an object of a class': `class Meter { constructor() { this.t = 0; } add(v) { if (v > 1) this.t += v; } reset() { tf.dispose(this.t); this.t = 0; } } const meter = new Meter();
    export async function f(x) { "use graph"; for await (const v of items(x)) meter.add(v); const r = meter.t * 2; meter.reset(); return r; }`,
  'an array that parts make longer': `const log = [];
    export async function f(x) { "use graph"; for await (const v of items(x)) log.push(v * 2); let s = 0; for (const v of log) s = s * 10 + v; tf.dispose(log); log.length = 0; return s; }`,
  'a Map': `const totals = new Map();
    export async function f(x) { "use graph"; totals.clear(); for await (const v of items(x)) { const k = v > 1 ? 'a' : 'b'; totals.set(k, (totals.get(k) ?? 0) + v); } const r = (totals.get('a') ?? -1) * 10 + (totals.get('b') ?? -1); for (const v of totals.values()) tf.dispose(v); return r; }`,
  'static properties of a class of the module': `class Sum { static total = 0; static add(v) { this.total = this.total + v; } }
    export async function f(x) { "use graph"; Sum.total = 0; for await (const v of items(x)) { if (v > 1) Sum.add(v); } const r = Sum.total * 2; tf.dispose(Sum.total); return r; }`,
  'static properties of a class of its own': `
    export async function f(x) { "use graph"; class Sum { static total = 0; static add(v) { Sum.total = Sum.total + v; } } for await (const v of items(x)) { if (v > 1) Sum.add(v); } return Sum.total * 2; }`,
  'static properties that a constructor counts': `
    export async function f(x) { "use graph"; class Cell { static made = 0; constructor(v) { Cell.made++; this.v = v; } } let s = 0; for await (const v of items(x)) { if (v > 1) { const cell = new Cell(v); s += cell.v; } } return s * 10 + Cell.made; }`,
  'variables of a function around it': `
    function make(k) { let total = 0; const o = { n: 0 }; return { async run(x) { "use graph"; for await (const v of items(x)) { total += v * k; o.n += 1; } }, take() { const r = [total, o.n]; return r; } }; }
    export async function f(x) { const one = make(1), other = make(2); await one.run(x); await other.run(x); tf.dispose([one.take(), other.take()[1]]); return other.take()[0]; }`,
});
