import type { Random } from '../programs/random.js';
import { float, made, place, point, test } from '../shared/expressions.js';
import {
  type Extension,
  inFunction,
  inLoop,
  iterating,
  type Make,
  type Scope,
} from '../shared/scope.js';
import { block, braced } from '../shared/statements.js';

/** Maps with texts, numbers and objects for keys. */
export function maps(random: Random): Extension {
  const isAssigned = random.chance(0.3);
  const isAliased = random.chance(0.5);
  const key = ({ random }: Scope) =>
    random.pick(["'a'", "'b'", "'c'", "(flag ? 'a' : 'b')", "(n > 1 ? 'b' : 'c')"]);
  const number = ({ random }: Scope) => random.pick(['0', '1', 'n', 'n % 2', 'n + 1']);
  const value = (scope: Scope) => (isAliased ? point(scope, 1) : made(scope));
  const changed = (scope: Scope): readonly Make[] => [
    ...scope.random.times(2, () => () => `byName.set(${key(scope)}, ${value(scope)});`),
    () => `byName.delete(${key(scope)});`,
    () => `record(byName.delete(${key(scope)}) ? 1 : 0);`,
    () => `if (!byName.has(${key(scope)})) byName.set(${key(scope)}, ${value(scope)});`,
    ...scope.random.times(
      2,
      () => () => `byNumber.set(${number(scope)}, ${float(scope, 1)} % 16);`,
    ),
    () => {
      const at = number(scope);
      return `byNumber.set(${at}, ((byNumber.get(${at}) ?? 0) + 1) % 16);`;
    },
    () => `byNumber.delete(${number(scope)});`,
    () => {
      const at = point(scope, 0);
      return `byPoint.set(${at}, ((byPoint.get(${at}) ?? 0) + 1) % 16);`;
    },
    () => `byPoint.set(${point(scope, 0)}, ${float(scope, 1)} % 16);`,
    () => `byPoint.delete(${point(scope, 0)});`,
    ...(scope.random.chance(0.2)
      ? [() => `${scope.random.pick(['byName', 'byNumber', 'byPoint'])}.clear();`]
      : []),
    () => {
      const [at, made] = [key(scope), scope.fresh('d')];
      return `{ const ${made} = byName.get(${at}); if (${made}) ${made}.x = ${float(scope, 1)} % 16; }`;
    },
    () => `for (const s of byName.values()) s.k++;`,
    ...(isAssigned
      ? [
          () => `byName = new Map([...byName].filter(([, s]) => s.x > ${float(scope, 0)}));`,
          () => `byName = new Map([...byName, [${key(scope)}, ${value(scope)}]]);`,
        ]
      : []),
  ];
  return {
    declarations: [
      `${isAssigned ? 'let' : 'const'} byName = new Map(${random.pick(['', "[['a', o]]", "[['a', make(b, 3)], ['b', o]]"])});`,
      `const byNumber = new Map(${random.pick(['', '[[0, a]]', '[[0, a], [1, b]]'])});`,
      `const byPoint = new Map(${random.pick(['', '[[o, 1]]', '[[o, a], [row[1], 2]]'])});`,
    ],
    told: [
      'byName.size',
      '[...byName.values()].reduce((sum, s, j) => sum + s.x * (j + 1), 0)',
      "byName.get('a')?.x ?? -1",
      "byName.get('b') === o ? 1 : 0",
      "[...byName.keys()].reduce((sum, k) => sum * 4 + (k === 'a' ? 1 : k === 'b' ? 2 : 3), 0)",
      'byNumber.size',
      'byNumber.get(1) ?? -1',
      '[...byNumber].reduce((sum, [k, r], j) => sum + (k + r) * (j + 1), 0)',
      'byPoint.size',
      'byPoint.get(o) ?? -1',
      'byPoint.get(row[1]) ?? -1',
    ],
    floats: (scope) => [
      () => `(byName.get(${key(scope)})?.x ?? ${float(scope, 0)})`,
      () => `(byNumber.get(${number(scope)}) ?? ${float(scope, 0)})`,
      () => `(byPoint.get(${point(scope, 0)}) ?? ${float(scope, 0)})`,
      () => `${scope.random.pick(['byName', 'byNumber', 'byPoint'])}.size`,
    ],
    points: (scope) => [() => `(byName.get(${key(scope)}) ?? ${point(scope, 0)})`],
    tests: (scope) => [
      () => `byName.has(${key(scope)})`,
      () => `byNumber.has(${number(scope)})`,
      () => `byPoint.has(${point(scope, 0)})`,
      () => `byName.get(${key(scope)}) === ${point(scope, 0)}`,
      () =>
        `${scope.random.pick(['byName', 'byNumber', 'byPoint'])}.size > ${scope.random.pick(['0', '1', '2'])}`,
    ],
    simple: (scope) => [
      ...(scope.isIterating ? [] : changed(scope)),
      () => `record(byName.size + byNumber.size * 4);`,
      () => `if (byName.has('a')) byName.get('a').x = ${float(scope, 1)} % 16;`,
      () => {
        const at = key(scope);
        return `if (byName.has(${at})) ${place(scope)} = byName.get(${at});`;
      },
    ],
    compound: (scope) => {
      const [item, name] = [scope.fresh('s'), scope.fresh('key')];
      if (scope.loops >= 2) return [];
      const inside = (around: Scope) => ({ ...around, points: [...around.points, item, item] });
      const counted = (around: Scope) => ({ ...around, floats: [...around.floats, item] });
      return [
        () =>
          `for (const [${name}, ${item}] of byName) {\nif (${name} === 'a') record(1);\n${block(inside(iterating(scope)), 3)}\n}`,
        () => `for (const ${item} of [...byName.values()]) ${braced(inside(inLoop(scope)))}`,
        () =>
          `byName.forEach((${item}) => ${braced(inside(inFunction(iterating(scope), 'return;')), 2)});`,
        () =>
          `for (const [${name}, ${item}] of byNumber) {\nrecord(${name});\n${block(counted(iterating(scope)), 3)}\n}`,
        () =>
          `for (const [${name}, ${item}] of byPoint) {\n${name}.x = (${name}.x + ${item}) % 16;\n${block(counted(iterating(scope)), 3)}\n}`,
        () =>
          `if (${test(scope)}) ${scope.isIterating ? braced(scope) : `{ byName.set(${key(scope)}, ${value(scope)}); }`}`,
      ];
    },
  };
}
