import { bounded, float, int, made, predicate, test } from './expressions.js';
import { onMarks } from './marks.js';
import { inLoop, type Scope, withItem } from './scope.js';

/** Some statements, each on a line. */
export function block(scope: Scope, most: number): string {
  const inside = { ...scope, depth: scope.depth - 1 };
  return scope.random.times(1 + scope.random.below(most), () => statement(inside)).join('\n');
}

function braced(scope: Scope, most = 3): string {
  return `{\n${block(scope, most)}\n}`;
}

function statement(scope: Scope): string {
  const { random } = scope;
  if (scope.depth <= 0 || random.chance(0.55)) return random.pick(simple(scope))();
  return random.pick(compound(scope))();
}

type Make = () => string;

function simple(scope: Scope): readonly Make[] {
  const { random, items, lists } = scope;
  const list = random.pick(lists);
  const changed = lists.filter((one) => !scope.iterated.includes(one));
  return [
    () => `x = ${bounded(float(scope))};`,
    () => `y = ${bounded(float(scope))};`,
    () => `i = ${bounded(int(scope))};`,
    () => `record(${float(scope)});`,
    () => `record(${list}.length);`,
    () => `record(total(${list}));`,
    ...(items.length > 0 ? random.times(4, () => () => use(random.pick(items), scope)) : []),
    ...(changed.length > 0 ? changes(random.pick(changed), scope) : []),
    ...random.times(3, () => random.pick(onMarks(scope))),
  ];
}

/** What a program does with an item. */
function use(item: string, scope: Scope): string {
  return scope.random.pick([
    () => `${item}.x = ${bounded(float(scope))};`,
    () => `${item}.x = (${item}.x ${scope.random.pick(['+', '-'])} ${float(scope, 0)}) % 16;`,
    () => `${item}.k++;`,
    () => `x = (x + ${item}.x) % 16;`,
    () => `record(${item}.x);`,
    () => `record(${item}.k);`,
    () =>
      scope.form === 'class'
        ? `${item}.grow(${float(scope, 1)});`
        : `grow(${item}, ${float(scope, 1)});`,
  ])();
}

/** Statements that make a list another one. */
function changes(list: string, scope: Scope): readonly Make[] {
  const { random } = scope;
  const others = scope.lists.filter((one) => one !== list && !scope.iterated.includes(one));
  const [other, taken] = [random.pick(scope.lists), scope.fresh('e')];
  const copied = scope.form === 'class' ? 'p.copy()' : '({ ...p, x: p.x + 1 })';
  return [
    () => `${list}.push(${made(scope)});`,
    () => `${list}.push(${made(scope)});`,
    () => `${list}.unshift(${made(scope)});`,
    () => `if (${test(scope)}) ${list}.push(${made(scope)});`,
    () => `${list}.push(${test(scope)} ? ${made(scope)} : ${made(scope)});`,
    () => `${list}.sort((p, q) => ${random.pick(['p.x - q.x', 'q.x - p.x', 'p.k - q.k'])});`,
    () => `${list}.reverse();`,
    () => `${list}.splice(${random.pick(['0', '1', '-1'])}, 1);`,
    () => `if (${list}.length > 2) ${list}.length = 2;`,
    () => `put(${list}, ${bounded(float(scope, 1))});`,
    () => `${list}.${random.pick(['pop', 'shift'])}();`,
    () => `if (${test(scope)}) ${list}.length = 0;`,
    ...(scope.isAssigned
      ? [
          () => `if (${test(scope)}) ${list} = [];`,
          () => `${list} = ${test(scope)} ? [${made(scope)}] : ${list};`,
          () => `${list} = ${list}.filter((p) => ${predicate(scope, 'p')});`,
          () => `${list} = ${list}.slice(${random.pick(['0, 2', '1', '-1'])});`,
          () => `${list} = [...${list}, ${made(scope)}];`,
          () => `${list} = ${list}.map((p) => ${copied});`,
          () => `${list} = ${list}.concat(${other}.slice(0, 1));`,
        ]
      : []),
    ...others.flatMap((to) => [
      () => `if (${list}.length > 0) ${to}.push(${list}.pop());`,
      () =>
        `{\nconst ${taken} = ${list}.shift();\nif (${taken}) {\n${use(taken, withItem(scope, taken))}\n${to}.push(${taken});\n}\n}`,
    ]),
  ];
}

function compound(scope: Scope): readonly Make[] {
  const { random, lists, canLeave } = scope;
  const list = random.pick(lists);
  const [item, index] = [scope.fresh('e'), scope.fresh('j')];
  const inside = withItem(scope, item);
  const leave = () => `if (${test(scope)}) ${random.pick(['break', 'continue'])};`;
  const ended = { ...scope, canLeave: false };
  return [
    () =>
      `if (${test(scope)}) ${braced(scope)}${random.chance(0.5) ? ` else ${braced(scope)}` : ''}`,
    () =>
      `if (${list}.length > 0) {\nconst ${item} = ${list}[${random.pick(['0', `${list}.length - 1`])}];\n${block(inside, 3)}\n}`,
    () =>
      `{\nconst ${item} = ${found(list, scope)};\nif (${random.pick([item, `${item} !== undefined`])}) ${braced(inside, 2)}\n}`,
    () => `for (const ${item} of ${list}) ${braced(inLoop(inside, list, {}))}`,
    () => `${list}.forEach((${item}) => ${braced(inLoop(inside, list, { canLeave: false }), 2)});`,
    () => {
      const ints = [...scope.ints, index];
      const body = inLoop(withItem(scope, `${list}[${index}]`), list, { ints });
      return `for (let ${index} = 0; ${index} < ${list}.length; ${index}++) ${braced(body)}`;
    },
    () => {
      const better = `p.x ${random.pick(['<', '>'])} ${item}.x`;
      const choice = `for (const p of ${list}) if (${item} === null || ${better}) ${item} = p;`;
      const whether = random.pick([item, `${item} !== null`]);
      return `{\nlet ${item} = null;\n${choice}\nif (${whether}) ${braced(inside, 2)}\n}`;
    },
    () => {
      const body = inLoop(scope, null, { ints: [...scope.ints, index] });
      const limit = random.pick(['n', '3', 'i', 'n + 1']);
      return `for (let ${index} = 0; ${index} < ${limit} && ${index} < 4; ${index}++) ${braced(body)}`;
    },
    () =>
      `try {\nif (${list}.length === 0) throw new Error('empty');\nconst ${item} = ${list}[0];\n${block({ ...inside, canLeave: false }, 2)}\n} catch ${braced(ended, 2)}`,
    () =>
      `switch (${int(scope)}) {\ncase 0:\n${block(ended, 2)}\nbreak;\ncase 1:\n${block(ended, 1)}\ndefault:\n${block(ended, 1)}\n}`,
    ...(canLeave ? [leave, leave] : []),
    ...(scope.loops < 2 ? emptying(scope, item, index) : []),
  ];
}

/** An item of the list, or undefined. */
function found(list: string, scope: Scope): string {
  return scope.random.pick([
    () => `${list}.at(-1)`,
    () => `${list}.at(0)`,
    () => `${list}.find((p) => ${predicate(scope, 'p')})`,
    () => `search(${list}, ${int(scope)})`,
  ])();
}

/** Loops in which a list becomes shorter, or has another order. */
function emptying(scope: Scope, item: string, index: string): readonly Make[] {
  const { random } = scope;
  const changed = scope.lists.filter((one) => !scope.iterated.includes(one));
  if (changed.length === 0) return [];
  const list = random.pick(changed);
  const [one, next] = [`${list}[${index}]`, `${list}[${index} + 1]`];
  const current = scope.fresh('c');
  return [
    () => {
      const left = scope.fresh('l');
      const take = `const ${item} = ${list}.${random.pick(['pop', 'shift'])}();`;
      const body = block(inLoop(withItem(scope, item), null, {}), 3);
      return `let ${left} = 0;\nwhile (${list}.length > 0 && ${left}++ < 4) {\n${take}\n${body}\n}`;
    },
    () =>
      `for (let ${index} = 0; ${index} + 1 < ${list}.length; ${index}++) {\nif (${one}.x > ${next}.x) [${one}, ${next}] = [${next}, ${one}];\n}`,
    () =>
      `let ${current} = null;\nfor (const e of v) {\nif (${current} === null || e > ${float(scope, 1)}) {\n${current} = ${made(scope)};\n${list}.push(${current});\n} else ${use(current, withItem(scope, current))}\n}`,
  ];
}
