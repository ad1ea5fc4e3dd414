import { describe, expect, test } from 'vitest';
import { transform } from '../../plugin/transform.js';

const marked = (body: string, parameters = 'x, y') =>
  `function f(${parameters}) {\n  "use graph";\n  ${body}\n}\nmodule.exports = f;`;

const told = (code: string, file = 'model.cjs') =>
  transform(code, `/project/${file}`, { root: '/project' })!.diagnostics;

describe('what only sloppy mode has is refused where it is written', () => {
  test.each([
    ['arguments[0] = 9; return x;', 3],
    ['x = 9; return arguments[0] + y;', 17],
    ['var x = 9; return arguments[0] + y;', 21],
    ['[arguments[1]] = [x]; return y;', 4],
    ['const set = (v) => { x = v; }; set(2); return [...arguments];', 50],
    ['return arguments.callee;', 10],
    ['arguments = x; return arguments;', 3],
    ['if (x > 1) { function g() { return 1; } } return g();', 16],
    ['switch (x) { case 1: function g() { return 1; } } return g();', 24],
    ['if (x > 1) function g() {} return 1;', 14],
    ['for (var k = 5 in {}); return k;', 3],
    ['var let = 1; return let;', 7],
  ])('%s', (body, column) => {
    const [problem, ...others] = told(marked(body));
    expect(problem).toMatchObject({ code: 'sloppy-mode', category: 'error' });
    expect(problem!.location).toMatchObject({ file: 'model.cjs', line: 3, column });
    expect(others).toEqual([]);
  });

  test('two parameters of one name', () => {
    expect(told(marked('return x;', 'x, x'))).toMatchObject([{ code: 'sloppy-mode' }]);
  });

  test('a function that staged code calls stays as it is written, with a warning', () => {
    const code = `${marked('return g(x);')}\nfunction g(a) { a = a > 1 ? 2 : 3; return arguments[0]; }`;
    expect(told(code)).toMatchObject([{ code: 'sloppy-mode', category: 'warning' }]);
  });
});

describe('what strict mode has too is staged', () => {
  test.each([
    'x = 9; return arguments.length + x;',
    'var x; return arguments[0] + y;',
    'return [].slice.call(arguments, 1);',
    '"use strict"; x = 9; return arguments[0] + y;',
    'function g(a) { a = 2; return arguments[0]; } return g(x);',
    'class A { m(a) { a = 2; return arguments[0]; } } return new A().m(x);',
    'if (x > 1) { function g() { return 1; } return g(); } { function g() {} g(); } return y;',
    'const o = { let: 1 }; let: for (;;) { break let; } return o.let;',
  ])('%s', (body) => {
    expect(told(marked(body))).toEqual([]);
  });

  test('a parameter list with a default, which has arguments of its own', () => {
    expect(told(marked('x = 9; return arguments[0] + y;', 'x, y = 2'))).toEqual([]);
  });

  test('a module, and the methods of a class', () => {
    const body = 'x = 9; return arguments[0] + y;';
    expect(told(`export {};\n${marked(body)}`, 'model.js')).toEqual([]);
    expect(told(`class A { m(x, y) { "use graph"; ${body} } }\nmodule.exports = A;`)).toEqual([]);
  });
});
