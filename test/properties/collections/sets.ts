import type { Random } from '../programs/random.js';
import { float, point } from '../shared/expressions.js';
import { type Extension, iterating, type Make, type Scope } from '../shared/scope.js';
import { braced } from '../shared/statements.js';

/** Sets of objects, numbers and texts. */
export function sets(random: Random): Extension {
  const isAssigned = random.chance(0.3);
  const number = ({ random }: Scope) => random.pick(['0', '1', 'n', 'n + 1', 'n % 2']);
  const word = ({ random }: Scope) => random.pick(["'a'", "'b'", "(flag ? 'a' : 'b')"]);
  const changed = (scope: Scope): readonly Make[] => [
    () => `seen.add(${point(scope, 1)});`,
    () => `seen.add(${point(scope, 0)});`,
    () => `seen.delete(${point(scope, 0)});`,
    () => `ints.add(${number(scope)});`,
    () => `ints.add(${number(scope)}).add(${number(scope)});`,
    () => `ints.delete(${number(scope)});`,
    () => `words.add(${word(scope)});`,
    () => `record(words.delete(${word(scope)}) ? 1 : 0);`,
    () => `for (const s of seen) s.x = (s.x + 1) % 16;`,
    ...(scope.random.chance(0.2)
      ? [() => `${scope.random.pick(['seen', 'ints', 'words'])}.clear();`]
      : []),
    ...(isAssigned
      ? [
          () => `seen = new Set([...seen].filter((s) => s.x > ${float(scope, 0)}));`,
          () => `seen = new Set([${point(scope, 0)}, ...seen]);`,
        ]
      : []),
  ];
  return {
    declarations: [
      `${isAssigned ? 'let' : 'const'} seen = new Set(${random.pick(['', '[o]', '[o, p]'])});`,
      `const ints = new Set(${random.pick(['', '[0]', '[n, 1]'])});`,
      `const words = new Set(${random.pick(['', "['a']"])});`,
    ],
    told: [
      'seen.size',
      'seen.has(o) ? 1 : 0',
      'seen.has(h.q) ? 1 : 0',
      '[...seen].reduce((sum, s, j) => sum + s.x * (j + 1), 0)',
      'ints.size',
      '[...ints].reduce((sum, i, j) => sum + i * (j + 1), 0)',
      'ints.has(1) ? 1 : 0',
      'words.size',
      "words.has('b') ? 1 : 0",
    ],
    floats: ({ random }) => [() => `${random.pick(['seen', 'ints', 'words'])}.size`],
    points: () => [],
    tests: (scope) => [
      () => `seen.has(${point(scope, 0)})`,
      () => `ints.has(${number(scope)})`,
      () => `words.has(${word(scope)})`,
      () =>
        `${scope.random.pick(['seen', 'ints', 'words'])}.size > ${scope.random.pick(['0', '1'])}`,
    ],
    simple: (scope) => [
      ...(scope.isIterating ? [] : changed(scope)),
      () => `record(seen.size + ints.size * 4);`,
    ],
    compound: (scope) => {
      const item = scope.fresh('s');
      if (scope.loops >= 2) return [];
      const around = iterating(scope);
      return [
        () =>
          `for (const ${item} of seen) ${braced({ ...around, points: [...scope.points, item] })}`,
        () =>
          `for (const ${item} of ints) ${braced({ ...around, floats: [...scope.floats, item] })}`,
        () =>
          `for (const ${item} of words) {\nif (${item} === 'b') record(2);\n${braced(around)}\n}`,
      ];
    },
  };
}
