import { float, made, more, pair, place, point, test } from './expressions.js';
import { inFunction, inLoop, type Make, type Scope } from './scope.js';

/** Some statements, each on a line. */
export function block(scope: Scope, most: number): string {
  let inside: Scope = { ...scope, depth: scope.depth - 1 };
  const lines = scope.random.times(1 + scope.random.below(most), () => {
    const [line, after] = statement(inside);
    inside = after;
    return line;
  });
  return lines.join('\n');
}

export function braced(scope: Scope, most = 3): string {
  return `{\n${block(scope, most)}\n}`;
}

/** A statement, and what those after it may use. */
function statement(scope: Scope): [line: string, after: Scope] {
  const { random } = scope;
  if (random.chance(0.12)) return declaration(scope);
  const make =
    scope.depth <= 0 || random.chance(0.6)
      ? random.pick(simple(scope))
      : random.pick(compound(scope));
  return [make(), scope];
}

function declaration(scope: Scope): [line: string, after: Scope] {
  const { random } = scope;
  const name = scope.fresh(random.pick(['c', 'd']));
  const word = random.pick(['const', 'let']);
  const points = [...scope.points, name];
  const assigned = word === 'let' ? [...scope.assigned, name] : scope.assigned;
  return random.pick<() => [string, Scope]>([
    () => [`${word} ${name} = ${point(scope)};`, { ...scope, points, assigned }],
    () => [
      `${word} { ${random.pick(['p', 'q'])}: ${name} } = ${random.pick(scope.pairs)};`,
      { ...scope, points, assigned },
    ],
    () => [`${word} [${name}] = row;`, { ...scope, points, assigned }],
    () => [`const ${name} = ${pair(scope)};`, { ...scope, pairs: [...scope.pairs, name] }],
    () => {
      const inside = { ...inFunction(scope), depth: Math.min(scope.depth, 1) };
      const closures = [...scope.closures, name];
      return [`const ${name} = () => ${braced(inside, 2)};`, { ...scope, closures }];
    },
  ])();
}

function simple(scope: Scope): readonly Make[] {
  const { random, closures } = scope;
  const maybe = random.pick(scope.maybes);
  return [
    ...random.times(3, () => () => `${point(scope, 1)}.x = ${float(scope)} % 16;`),
    ...random.times(2, () => () => `${random.pick(scope.points)}.x += ${float(scope, 0)};`),
    ...random.times(3, () => () => `${place(scope)} = ${point(scope)};`),
    () => `${point(scope, 0)}.k++;`,
    () => `bump(${point(scope, 1)});`,
    () => `${random.pick(scope.pairs)}.x = ${float(scope)} % 16;`,
    () => `x = ${float(scope)} % 16;`,
    () => `record(${float(scope)});`,
    () => `record(${point(scope, 0)} === ${point(scope, 0)} ? 1 : 0);`,
    () =>
      `${maybe} = ${random.pick([() => 'null', () => point(scope, 1), () => `${test(scope)} ? ${point(scope, 1)} : null`])()};`,
    () => `if (${maybe}) ${maybe}.x = ${float(scope, 1)} % 16;`,
    () => swap(scope),
    ...(scope.isClass
      ? [
          () => `${point(scope, 1)}.move(${float(scope, 1)});`,
          () => `${point(scope, 0)}.take(${point(scope, 0)});`,
        ]
      : []),
    ...(scope.assignedPairs.length > 0
      ? [() => `${random.pick(scope.assignedPairs)} = ${pair(scope)};`]
      : []),
    ...(closures.length > 0 ? random.times(2, () => () => `${random.pick(closures)}();`) : []),
    ...more(scope, 'simple'),
  ];
}

function swap(scope: Scope): string {
  const [one, other] = [place(scope), place(scope)];
  return one === other ? `${one} = ${made(scope)};` : `[${one}, ${other}] = [${other}, ${one}];`;
}

function compound(scope: Scope): readonly Make[] {
  const { random, canLeave, leaving, labels } = scope;
  const [item, index] = [scope.fresh('e'), scope.fresh('j')];
  const ended = { ...scope, canLeave: false };
  const inside = inLoop(scope);
  const branch = () =>
    `if (${test(scope)}) ${braced(scope)}${random.chance(0.6) ? ` else ${braced(scope)}` : ''}`;
  return [
    branch,
    branch,
    branch,
    () =>
      `switch (n) {\ncase 0:\n${block(ended, 2)}\nbreak;\ncase 1:\n${block(ended, 1)}\ndefault:\n${block(ended, 2)}\n}`,
    () =>
      `try {\nif (${test(scope)}) throw new Error('thrown');\n${block(ended, 2)}\n} catch ${braced(ended, 2)}${random.chance(0.3) ? ` finally ${braced(inFunction(scope), 1)}` : ''}`,
    ...(scope.loops < 2
      ? [
          () =>
            `for (let ${index} = 0; ${index} < n && ${index} < 3; ${index}++) ${braced(inside)}`,
          () =>
            `for (const ${item} of row) ${braced({ ...inside, points: [...scope.points, item] })}`,
          () => {
            const floats = [...scope.floats, item];
            return `for (const ${item} of v) ${braced({ ...inside, floats })}`;
          },
          () => `let ${index} = 0;\nwhile (${test(scope)} && ${index}++ < 3) ${braced(inside)}`,
          () =>
            `row.forEach((${item}) => ${braced({ ...inFunction(scope, 'return;'), points: [...scope.points, item] }, 2)});`,
        ]
      : []),
    ...(canLeave ? [() => `if (${test(scope)}) ${random.pick(['break', 'continue'])};`] : []),
    ...(labels.length > 0
      ? [() => `if (${test(scope)}) ${random.pick(['break', 'continue'])} ${random.pick(labels)};`]
      : []),
    ...(leaving !== null && random.chance(0.4) ? [() => `if (${test(scope)}) ${leaving}`] : []),
    ...more(scope, 'compound'),
  ];
}
