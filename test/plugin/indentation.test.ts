import { describe, expect, test } from 'vitest';
import { stage } from '../support/compile.js';

test('staged text stands as far in as the function', () => {
  const text = stage(
    'class A {\n  f(x) {\n    "use graph";\n    if (x > 0) x = g(x);\n    return x;\n  }\n}\nfunction g(x) {\n  return -x;\n}',
  );
  const lines = text.split('\n');
  const indentOf = (piece: string) =>
    /^ */.exec(lines.find((line) => line.includes(piece))!)![0].length;
  expect(indentOf('return ug.enter')).toBe(4);
  expect(indentOf('x = ug.call(')).toBe(8);
  expect(lines.at(-1)).toBe('}');
});

test('but not where that would change a text of several lines', () => {
  const text = stage(
    'class A {\n  f(x) {\n    "use graph";\n    return [x, `one\n  two`];\n  }\n}',
  );
  expect(text).toContain('`one\n  two`');
});

describe('what stays inside of staged text stands as far in as that', () => {
  const asynchronous = (text: string) =>
    stage(
      `export class A {\n  async step(x) {\n    const y = ${text};\n\n    return await y;\n  }\n}\nexport async function f(x) {\n  "use graph";\n  return await new A().step(x);\n}`,
    );

  test('in an async function', () => {
    expect(asynchronous('x > 0 ? x : 1')).toContain(
      [
        '    const written = () => (async x => {',
        '      const y = x > 0 ? x : 1;',
        '',
        '      return await y;',
        '    })(...arguments);',
      ].join('\n'),
    );
  });

  test('behind parameters that a tensor may decide', () => {
    const text = stage(
      'function pick(x, y = x > 0 ? 1 : 2) {\n  if (x > 0)\n    return y;\n  return x;\n}\nexport function f(x) {\n  "use graph";\n  return pick(x);\n}',
    );
    expect(text).toContain(
      [
        '  return ((x, y = x > 0 ? 1 : 2) => {',
        '    if (x > 0)',
        '      return y;',
        '    return x;',
        '  })(...arguments);',
      ].join('\n'),
    );
  });

  test('in a block that is the body of an arrow whose own one begins below', () => {
    const text = stage(
      'const pick = async (x) =>\n  x > 0\n    ? x\n    : 1;\nexport async function f(x) {\n  "use graph";\n  return await pick(x);\n}',
    );
    expect(text).toContain(
      [
        'const pick = (x) => {',
        '  const written = () => (async (x) => x > 0',
        '    ? x',
        '    : 1)(x);',
      ].join('\n'),
    );
    expect(text).toContain('  return written();\n};\n');
  });

  test('but not where that would change a text of several lines', () => {
    expect(asynchronous('`one\n  two`')).toContain('{\n    const y = `one\n  two`;');
  });
});
