import type { Random } from '../programs/random.js';
import { float, test } from '../shared/expressions.js';
import {
  type Extension,
  inFunction,
  inLoop,
  iterating,
  type Make,
  type Scope,
} from '../shared/scope.js';
import { block, braced } from '../shared/statements.js';

/** An array of numbers that grows and shrinks, and another name of it. */
export function numberLists(random: Random): Extension {
  const isAssigned = random.chance(0.5);
  const name = (scope: Scope) => scope.random.pick(['nums', 'nums', 'same']);
  const found = (scope: Scope) => {
    const item = scope.fresh('r');
    const inside = { ...scope, floats: [item] };
    return `(${item}) => ${scope.random.pick([`${item} > ${float(scope, 0)}`, `${item} !== ${float(scope, 0)}`, test(inside)])}`;
  };
  const value = (scope: Scope) => `${float(scope, 1)} % 16`;
  const changed = (scope: Scope): readonly Make[] => {
    const nums = name(scope);
    const { random } = scope;
    return [
      ...random.times(2, () => () => `${nums}.push(${value(scope)});`),
      () => `${nums}.push(${value(scope)}, ${value(scope)});`,
      () =>
        `${nums}.push(...${random.pick(['nums.slice(0, 1)', 'v', '[x]', 'nums.filter((r) => r > 1)'])}); ${nums}.length = Math.min(${nums}.length, 5);`,
      () => `${nums}.unshift(${value(scope)});`,
      () => `x = ${nums}.${random.pick(['pop', 'shift'])}() ?? ${float(scope, 0)};`,
      () => `record(${nums}.push(${value(scope)}));`,
      () =>
        `${nums}.splice(${random.pick(['0, 1', '1', '1, 1', '-1, 1', 'n, 1', '1, 0, x', '0, 2, x, 1'])});`,
      () => `record(${nums}.splice(0, 1).length);`,
      () =>
        `if (${nums}.length > 0) ${nums}[${random.pick(['0', `${nums}.length - 1`])}] ${random.pick(['=', '+='])} ${value(scope)};`,
      () => `if (${nums}.length > 1) [${nums}[0], ${nums}[1]] = [${nums}[1], ${nums}[0]];`,
      () => `if (${nums}.length < 4) ${nums}[${nums}.length] = ${value(scope)};`,
      () => `if (${nums}.length > 1) ${nums}.length--;`,
      () => `${nums}.sort((s, t) => ${random.pick(['s - t', 't - s'])});`,
      () => `${nums}.reverse();`,
      () => `${nums}.fill(${value(scope)}${random.pick(['', ', 1', ', 0, 1'])});`,
      ...(isAssigned
        ? [
            () => `nums = nums.filter(${found(scope)});`,
            () => `nums = nums.map((r, j) => (r + ${random.pick(['1', 'j', 'x'])}) % 16);`,
            () =>
              `nums = [${random.pick(['...nums, x', 'x, ...nums', '...nums.slice(1)', '...nums, ...same'])}].slice(0, 5);`,
            () =>
              `nums = nums.${random.pick(['slice(1)', 'slice(-2)', 'concat([x])', 'toSorted((s, t) => s - t)', 'with(0, x)', 'toSpliced(0, 1)', 'slice()'])};`.replace(
                'nums.with',
                '(nums.length > 0 ? nums : [1]).with',
              ),
            () => `nums = same;`,
            () => `{ const [first = 0, ...rest] = nums; x = first; nums = rest; }`,
            () => `nums = [];`,
          ]
        : []),
    ];
  };
  return {
    declarations: [
      `${isAssigned ? 'let' : 'const'} nums = ${random.pick(['[]', '[a]', '[a, b]', '[1, 2]', '[...v]'])};`,
      `const same = ${random.pick(['nums', 'nums', '[1]'])};`,
    ],
    told: [
      'nums.length',
      'nums.reduce((sum, r, j) => sum + r * (j + 1), 0)',
      'same.length',
      'same.reduce((sum, r, j) => sum + r * (j + 1), 0)',
      'nums === same ? 1 : 0',
    ],
    floats: (scope) => [
      () => `(${name(scope)}.at(-1) ?? ${float(scope, 0)})`,
      () =>
        `(${name(scope)}[${scope.random.pick(['0', '1', 'nums.length - 1', 'n'])}] ?? ${float(scope, 0)})`,
      () => `${name(scope)}.length`,
      () => `(nums.find(${found(scope)}) ?? ${float(scope, 0)})`,
      () => `nums.reduce((most, r) => Math.max(most, r), ${float(scope, 0)})`,
      () => `nums.${scope.random.pick(['indexOf', 'lastIndexOf'])}(${float(scope, 0)})`,
      () => `Math.max(...nums, ${float(scope, 0)})`,
      () => `nums.findLastIndex(${found(scope)})`,
    ],
    points: () => [],
    tests: (scope) => [
      () => `${name(scope)}.length > ${scope.random.pick(['0', '1', '2', 'n'])}`,
      () => `nums.includes(${float(scope, 0)})`,
      () => `nums.${scope.random.pick(['some', 'every'])}(${found(scope)})`,
    ],
    simple: (scope) => [
      ...(scope.isIterating ? [] : changed(scope)),
      () => `record(${name(scope)}.length);`,
    ],
    compound: (scope) => {
      const [item, index, label] = [scope.fresh('r'), scope.fresh('j'), scope.fresh('around')];
      if (scope.loops >= 2) return [];
      const inside = (around: Scope) => ({ ...around, floats: [...around.floats, item] });
      const labelled = { ...inLoop(scope), labels: [...scope.labels, label] };
      return [
        () => `for (const ${item} of nums) ${braced(inside(iterating(scope)))}`,
        () =>
          `${label}: for (let ${index} = 0; ${index} < nums.length && ${index} < 3; ${index}++) {\nconst ${item} = nums[${index}];\n${block(inside(labelled), 3)}\n}`,
        () => `${label}: for (const ${item} of [...nums]) ${braced(inside(labelled))}`,
        () =>
          `nums.forEach((${item}, ${index}) => ${braced(inside(inFunction(iterating(scope), 'return;')), 2)});`,
        () =>
          `x = nums.reduce((${item}, ${index}) => {\n${block(inside(inFunction(iterating(scope), `return ${item};`)), 2)}\nreturn (${item} + ${index}) % 16;\n}, x);`,
        ...(scope.isIterating
          ? []
          : [
              () =>
                `let ${index} = 0;\nwhile (nums.length > 0 && ${index}++ < 3) {\nconst ${item} = nums.${scope.random.pick(['pop', 'shift'])}();\n${block(inside(inLoop(scope)), 3)}\n}`,
              () =>
                `while (${name(scope)}.length < 3 && ${test(scope)}) { ${name(scope)}.push(${value(scope)}); if (same.length > 4 || nums.length > 4) break; same.push(1); }`,
            ]),
      ];
    },
  };
}
