import { bounded, comparison, expression, leaf } from './expressions.js';
import type { Place } from './scope.js';
import type { Surroundings } from './surroundings.js';

/* Objects and arrays of which a tensor decides which one a variable holds. */

const keys = ['p', 'q'];

/** An object with two names, one of which is later given another object. */
export function replacedDeclaration(around: Surroundings): string {
  const { scope } = around;
  const [name, other] = [around.fresh('o'), around.fresh('o')];
  const given = object(around);
  for (const text of [name, other]) {
    const places = keys.map((key) => place(`${text}.${key}`));
    const replaced = text === name ? [{ text, keys }] : [];
    scope.declare(text, { places, objects: [{ text, keys }], replaced });
  }
  return `let ${name} = ${given};\nconst ${other} = ${name};`;
}

export function replace(around: Surroundings): string {
  const { random, scope } = around;
  if (scope.replaced.length === 0 || random.chance(0.1)) return replacedDeclaration(around);
  const { text } = random.pick(scope.replaced);
  const others = scope.objects.filter((one) => String(one.keys) === String(keys));
  const given = () =>
    others.length > 0 && random.chance(0.4) ? random.pick(others).text : object(around);
  return random.weighted<() => string>([
    [2, () => `${text} = ${given()};`],
    [2, () => `if (${expression('bool', around, 1)}) ${text} = ${given()};`],
    [1, () => `${text} = ${comparison(around)} ? ${given()} : ${text};`],
    [1, () => `record(${text} === ${random.pick(others)?.text ?? text} ? 1 : 2);`],
  ])();
}

/** An array whose length a test decides, and at times two others, of which it is one. */
export function chosenArray(around: Surroundings): string {
  const { random, scope } = around;
  const values = () =>
    `[${random.times(random.below(3), () => bounded('float', around, 1)).join(', ')}]`;
  const name = around.fresh('s');
  if (random.chance(0.3)) {
    const [one, other] = [around.fresh('s'), around.fresh('s')];
    const text = `const ${one} = ${values()}, ${other} = ${values()};`;
    const test = expression('bool', around, 1);
    for (const text of [name, one, other]) scope.declare(text, { growing: [{ text }] });
    return `${text}\nconst ${name} = ${test} ? ${one} : ${other};`;
  }
  const text = random.pick([
    `let ${name} = ${expression('bool', around, 1)} ? ${values()} : ${values()};`,
    `let ${name} = [];\nif (${expression('bool', around, 1)}) ${name} = ${values()};`,
  ]);
  const item = around.fresh('x');
  const rest = random.pick([
    '',
    `\nconst [${item} = ${leaf('float', around)}] = ${name};\nrecord(${item});`,
    `\nrecord(${name}.length);`,
    `\nrecord(${name}.at(-1) ?? ${leaf('float', around)});`,
  ]);
  scope.declare(name, { growing: [{ text: name }] });
  return text + rest;
}

/** A linked list that a loop makes and another one follows. */
export function chain(around: Surroundings): string {
  const { random, scope } = around;
  const [list, item, node] = ['l', 'e', 'o'].map((letter) => around.fresh(letter));
  const inside = { ...around, scope: scope.inner() };
  inside.scope.declare(item!, { places: [{ ...place(item!), isAssignable: false }] });
  const source = random.pick([scope.readable('vector').at(-1)?.text ?? '[1, 2]', '[1, 2, 3]']);
  const test = random.chance(0.5) ? `if (${expression('bool', inside, 1)}) ` : '';
  // Of a list whose length a tensor decides, a loop that a tensor may leave early does not see the end.
  const stop =
    test === '' && random.chance(0.4) ? `if (${node}.e > ${leaf('float', around)}) break;\n` : '';
  return (
    `let ${list} = null;\nfor (const ${item} of ${source}) ${test}${list} = { e: ${bounded('float', inside, 1)}, next: ${list} };\n` +
    `for (let ${node} = ${list}; ${node} !== null; ${node} = ${node}.next) {\n${stop}record(${node}.e);\n}`
  );
}

function object(around: Surroundings): string {
  return `{ ${keys.map((key) => `${key}: ${bounded('float', around, 1)}`).join(', ')} }`;
}

function place(text: string): Place {
  return { text, type: 'float', isAssignable: true };
}
