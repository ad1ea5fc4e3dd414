import { describe, expect, test } from 'vitest';
import { afterPass } from './stage.js';

/** Programs without their white space. */
function flat(program: string): string {
  return program.replace(/\s+/g, ' ').trim();
}

describe.each([
  [
    'blocks',
    [
      [
        'function f(x) { "use graph"; if (x) y(); else z(); ; }',
        'x => { if (x) { y(); } else { z(); } }',
      ],
      [
        'function f(x) { while (x) ; a: for (;;) break a; }',
        'x => { while (x) {} a: for (;;) { break a; } }',
      ],
    ],
  ],
  [
    'variables',
    [
      ['function f(x) { var y = x; return y; }', 'x => { let y = x; return y; }'],
      [
        'function f(x) { if (x) { var y = 1, z; } return y; }',
        'x => { let y, z; if (x) { y = 1; } return y; }',
      ],
      [
        'function f(x) { g(); var y = 1; function g() { y; } }',
        'x => { let y; g(); y = 1; function g() { y; } }',
      ],
      [
        'function f(x) { var x = 2; for (var i = 0, j = 1;;) {} }',
        'x => { let i, j; x = 2; for (i = 0, j = 1;;) {} }',
      ],
      ['function f(x) { for (var [a] of x) {} }', 'x => { let a; for ([a] of x) {} }'],
    ],
  ],
  [
    'loops',
    [
      [
        'function f(x) { for (let i = 0; i < x; i++) g(i); }',
        'x => { { let i = 0; while (i < x) { g(i); i++; } } }',
      ],
      [
        'function f(x) { do g(); while (x); }',
        'x => { let repeat = true; while (repeat) { g(); repeat = ug.truth(x); } }',
      ],
      [
        'function f(x) { while (x) { if (y) continue; break; } }',
        'x => { loop: while (x) { next: { if (y) { break next; } break loop; } } }',
      ],
      [
        'function f(x) { a: for (const y of x) for (const z of y) continue a; }',
        'x => { for (const y of x) { next: { for (const z of y) { break next; } } } }',
      ],
      [
        'function f(x) { for (let i = 0; i < x; i++) g(() => i); }',
        'x => { { let i$1 = 0; while (i$1 < x) { let i = i$1; { g(() => i); } i$1++; } } }',
      ],
      [
        'function f(x) { switch (x) { case 1: g(); break; case 2: case 3: h(); } }',
        'x => { choice: { if (x === 1) { g(); } else { if (x === 2 || x === 3) { h(); } } } }',
      ],
      [
        'function f(x) { switch (x) { case 1: g(); default: h(); } }',
        'x => { { const entry = x === 1 ? 0 : 1; if (entry <= 0) { g(); } { h(); } } }',
      ],
    ],
  ],
  [
    'assignments',
    [
      [
        'function f(x) { x += 1; x++; x ||= 2; }',
        'x => { x = x + 1; x = ug.increment(x, "case.ts:1:25"); if (!x) { x = 2; } }',
      ],
      [
        'function f(x) { return x++ + x; }',
        'x => { const previous = ug.to_numeric(x, "case.ts:1:24"); x = ug.increment(previous, "case.ts:1:24"); return previous + x; }',
      ],
      ['function f(x) { a = b = x; }', 'x => { b = x; a = b; }'],
      [
        'function f(x) { while ((x = g(x)) > 0) h(); }',
        'x => { x = g(x); let test = x > 0; while (test) { h(); x = g(x); test = x > 0; } }',
      ],
      [
        'function f(x) { y && (x = 1); y ? (x = 2) : g(); }',
        'x => { if (y) { x = 1; } if (y) { x = 2; } else { g(); } }',
      ],
      [
        'function f(x) { y && g(x); y || (x && g(x)); void (y ? 0 : g(x)); y && x; return y && g(x); }',
        'x => { if (y) { g(x); } if (!y) { if (x) { g(x); } } if (y) {} else { g(x); } y && x; return y && g(x); }',
      ],
      [
        'function f(x) { return g(x, x = 2); }',
        'x => { const value = x; x = 2; return g(value, x); }',
      ],
    ],
  ],
  [
    'jumps',
    [
      ['function f(x) { g(); return x; }', 'x => { g(); return x; }'],
      [
        'function f(x) { if (x) return 1; return 2; }',
        'x => { let return_value = ug.not_returned; if (x) { return_value = 1; } else { return_value = 2; } return return_value; }',
      ],
      ['function f(x) { if (x) return; g(); }', 'x => { if (x) {} else { g(); } }'],
      [
        'function f(x) { if (x) { if (y) return 1; } return 2; }',
        'x => { let did_return = false; let return_value = ug.not_returned; if (x) { if (y) { did_return = true; return_value = 1; } } if (!did_return) { did_return = true; return_value = 2; } return return_value; }',
      ],
      [
        'function f(x) { while (x) { if (y) break; g(); } }',
        'x => { let did_break = false; while (!did_break && x) { if (y) { did_break = true; } else { g(); } } }',
      ],
      [
        'function f(x) { for (const y of x) { if (y) continue; g(); } }',
        'x => { for (const y of x) { if (y) {} else { g(); } } }',
      ],
      [
        'function f(x) { for (const y of x) { if (y) break; } h(); }',
        'x => { let did_break = false; for (const y of x) { if (y) { did_break = true; } if (did_break) break; } h(); }',
      ],
      [
        'function f(x) { while (true) { if (x) return 1; } }',
        'x => { let did_return = false; let return_value = ug.not_returned; while (!did_return) { if (x) { did_return = true; return_value = 1; } } return return_value; }',
      ],
      [
        'function f(x) { if (x) return 1; }',
        'x => { let did_return = false; let return_value = ug.not_returned; if (x) { did_return = true; return_value = 1; } return ug.function_result(did_return, return_value, "case.ts:1:24"); }',
      ],
    ],
  ],
] as const)('after the pass %s', (pass, cases) => {
  test.each(cases.map(([source, expected]) => ({ source, expected })))(
    '$source',
    ({ source, expected }) => {
      expect(flat(afterPass(pass, source))).toBe(expected);
    },
  );
});
