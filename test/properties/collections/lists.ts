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

/** An array of points that grows and shrinks. */
export function pointLists(random: Random): Extension {
  const isAssigned = random.chance(0.5);
  const isAliased = random.chance(0.4);
  const added = (scope: Scope) =>
    isAliased && scope.random.chance(0.4) ? point(scope, 1) : made(scope);
  const found = (scope: Scope) => {
    const item = scope.fresh('s');
    const inside = { ...scope, points: [...scope.points, item, item, item] };
    return `(${item}) => ${scope.random.pick([`${item}.x > ${float(scope, 0)}`, `${item}.k === ${random.pick(['n', '0', '1'])}`, test(inside)])}`;
  };
  const changed = (scope: Scope): readonly Make[] => [
    ...scope.random.times(3, () => () => `list.push(${added(scope)});`),
    () => `list.push(${added(scope)}, ${made(scope)});`,
    () => `list.unshift(${added(scope)});`,
    () => `list.pop();`,
    () => `list.shift();`,
    () =>
      `${scope.random.pick(scope.maybes)} = list.${scope.random.pick(['pop', 'shift'])}() ?? null;`,
    () => `list.splice(${scope.random.pick(['0, 1', '1', '1, 1', '-1, 1', 'n, 1'])});`,
    () => `list.splice(${scope.random.pick(['0, 1', '1, 0', '1, 1', '-1, 1'])}, ${made(scope)});`,
    () =>
      `if (list.length > 0) list[${scope.random.pick(['0', `list.length - 1`])}] = ${added(scope)};`,
    () => `if (list.length < 4) list[list.length] = ${added(scope)};`,
    () => `if (list.length > 1) list.length = 1;`,
    () => `if (list.length > 1) [list[0], list[1]] = [list[1], list[0]];`,
    () =>
      `list.sort((s, t) => ${scope.random.pick(['s.x - t.x', 't.x - s.x', 's.k === t.k ? s.x - t.x : s.k - t.k'])});`,
    () => `list.reverse();`,
    () =>
      `for (const s of list) s.x = (s.x + ${scope.random.pick(['1', 's.k', float(scope, 0)])}) % 16;`,
    () => `list.forEach((s, j) => { s.x = (s.x + j) % 16; });`,
    ...(isAssigned
      ? [
          () => `list = list.filter(${found(scope)});`,
          () =>
            `list = list.map((s) => ${scope.random.pick(['copy(s)', 'bump(s)', 'make(s.x, 2)', 's'])});`,
          () => `list = [...list, ${added(scope)}];`,
          () =>
            `list = list.${scope.random.pick(['slice(1)', 'slice(0, 2)', 'slice(-2)', 'toReversed()', 'toSorted((s, t) => s.x - t.x)', 'slice()'])};`,
          () => `list = list.concat([${added(scope)}]);`,
          () => {
            const [first, rest] = [scope.fresh('s'), scope.fresh('rest')];
            return `{ const [${first}, ...${rest}] = list; if (${first}) ${first}.x = ${float(scope, 1)} % 16; list = ${rest}; }`;
          },
          () => `list = ${scope.random.pick(['[]', `[${made(scope)}]`])};`,
          () =>
            `list = [...list].flatMap((s) => (s.x > ${float(scope, 0)} ? [s, make(s.x, 3)] : []));`,
        ]
      : []),
  ];
  const item = (scope: Scope, name: string) => ({
    ...scope,
    points: [...scope.points, name, name],
  });
  return {
    declarations: [
      `${isAssigned ? 'let' : 'const'} list = ${random.pick(['[]', isAliased ? '[o]' : '[make(a, 0)]', '[make(a, 1)]', '[make(b, 0), make(1, 1)]'])};`,
    ],
    told: [
      `list.length`,
      `list.reduce((sum, s, j) => sum + s.x * (j + 1), 0)`,
      `list.map((s) => s.k).reduce((sum, k) => (sum * 2 + k) % 64, 0)`,
      ...(isAliased ? [`list.indexOf(o)`, `list[0] === p ? 1 : 0`] : []),
    ],
    floats: (scope) => [
      () => `(list.at(-1)?.x ?? ${float(scope, 0)})`,
      () => `(list[${scope.random.pick(['0', '1', `list.length - 1`])}]?.x ?? ${float(scope, 0)})`,
      () => `list.length`,
      () => `(list.find(${found(scope)})?.x ?? ${float(scope, 0)})`,
      () => `list.reduce((most, s) => Math.max(most, s.x), ${float(scope, 0)})`,
      () => `list.filter(${found(scope)}).length`,
      () => `list.findIndex(${found(scope)})`,
    ],
    points: (scope) => [
      () => `(list.find(${found(scope)}) ?? ${point(scope, 0)})`,
      () => `(list[0] ?? ${point(scope, 0)})`,
      () => `(list.at(-1) ?? ${point(scope, 0)})`,
    ],
    tests: (scope) => [
      () => `list.length > ${scope.random.pick(['0', '1', '2', 'n'])}`,
      () => `list.${scope.random.pick(['some', 'every'])}(${found(scope)})`,
      ...(isAliased ? [() => `list.includes(${point(scope, 0)})`] : []),
    ],
    simple: (scope) => [
      ...(scope.isIterating ? [] : changed(scope)),
      () => `record(list.length);`,
      () => `if (list.length > 0) list[0].x = ${float(scope, 1)} % 16;`,
      () => `if (list.length > 1) list.at(-1).k++;`,
      () =>
        `if (list.length > 0) ${place(scope)} = list[${scope.random.pick(['0', `list.length - 1`])}];`,
      () =>
        `${scope.random.pick(scope.maybes)} = list.${scope.random.pick([`find(${found(scope)})`, 'at(-1)', 'at(0)'])} ?? null;`,
      ...(isAliased ? [() => `record(list.indexOf(${point(scope, 0)}));`] : []),
    ],
    compound: (scope) => {
      const [name, index] = [scope.fresh('s'), scope.fresh('j')];
      if (scope.loops >= 2) return [];
      return [
        () => `for (const ${name} of list) ${braced(item(iterating(scope), name))}`,
        () =>
          `for (const [${index}, ${name}] of list.entries()) {\nrecord(${index});\n${block(item(iterating(scope), name), 2)}\n}`,
        () => `for (const ${name} of [...list]) ${braced(item(inLoop(scope), name))}`,
        () =>
          `for (let ${index} = 0; ${index} < list.length && ${index} < 3; ${index}++) {\nconst ${name} = list[${index}];\n${block(item(inLoop(scope), name), 3)}\n}`,
        () =>
          `for (let ${index} = list.length - 1; ${index} >= 0; ${index}--) if (list[${index}].x > ${float(scope, 0)}) ${scope.isIterating ? 'break' : `list.splice(${index}, 1)`};`,
        () =>
          `list.forEach((${name}) => ${braced(item(inFunction(iterating(scope), 'return;'), name), 2)});`,
        ...(scope.isIterating
          ? []
          : [
              () =>
                `let ${index} = 0;\nwhile (list.length > 0 && ${index}++ < 3) {\nconst ${name} = list.${scope.random.pick(['pop', 'shift'])}();\n${block(item(inLoop(scope), name), 3)}\n}`,
              () => `while (list.length < 3) list.push(${added(scope)});`,
            ]),
      ];
    },
  };
}
