import { compareAwaited } from './awaited.js';

/* A text that a tensor has chosen in a part is known behind it. */
compareAwaited('texts that parts of a for await function choose', {
  'a key of an object': `
    export async function f(x) { "use graph"; const modes = { a: { w: 1 }, b: { w: 2 } }; let mode = 'a', s = 0; for await (const v of items(x)) { s += v * modes[mode].w; mode = v > 1 ? 'b' : 'a'; modes[mode].w += 1; } return s + modes.a.w * 100 + modes.b.w * 1000 + mode.length; }`,
  'cases of a switch, and texts that become longer': `
    export async function f(x) { "use graph"; let mode = 'start', s = 0; for await (const v of items(x)) { switch (mode) { case 'start': s += v; mode = v > 1 ? 'up' : 'down'; break; case 'up': s += 10; if (v < 1) mode = 'down'; break; default: s -= 1; mode = \`\${mode}!\`; } } return s * 100 + mode.length; }`,
  'properties of objects': `
    class Machine { state = 'idle'; n = 0; on(v) { if (this.state === 'idle' && v > 1) this.state = 'busy'; else if (this.state === 'busy') { this.n++; this.state = 'idle'; } } }
    export async function f(x) { "use graph"; const m = new Machine(); const o = { k: 'a', seen: {} }; for await (const v of items(x)) { m.on(v); o.k = v > 1 ? 'high' : 'low'; o.seen[o.k] = (o.seen[o.k] ?? 0) + 1; } return m.n + m.state.charCodeAt(0) * 10 + (o.seen.high ?? 7) * 10000 + (o.seen.low ?? 7) * 100000 + o.k.length; }`,
  'or no text yet': `
    export async function f(x) { "use graph"; let last = null, changes = 0; for await (const v of items(x)) { const k = v > 1 ? 'high' : 'low'; if (last !== null && last !== k) changes++; last = k; } return changes * 10 + last.indexOf('w'); }`,
  'why a loop was left': `
    export async function f(x) { "use graph"; let why = 'end'; for await (const v of items(x)) { if (v > 4) { why = 'large'; break; } if (v < 1) { why = 'none'; break; } } const codes = { end: 1, large: 2, none: 3 }; return codes[why]; }`,
});
