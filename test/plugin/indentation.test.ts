import { expect, test } from 'vitest';
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
