import { bounded, expression, leaf } from './expressions.js';
import { functionBody } from './functions.js';
import type { Surroundings } from './surroundings.js';

/*
 * Arrays that a loop fills with what its iterations make, as a tensor decides: objects of several kinds, functions, numbers and
 * null.
 */

interface Filled {
  /** What an iteration adds. */
  readonly elements: (inside: Surroundings) => string[];
  readonly use: (array: string, around: Surroundings) => string;
}

export function filledArray(around: Surroundings): string {
  const { random } = around;
  const array = around.fresh('s');
  const { elements, use } = random.pick([objects, objects, functions, numbers]);
  const [item, index] = [around.fresh('e'), around.fresh('k')];
  const inside = { ...around, scope: around.scope.inner() };
  const isOfVector = random.chance(0.3);
  const variable = isOfVector ? item : index;
  const place = {
    text: variable,
    type: isOfVector ? 'float' : 'int',
    isAssignable: false,
  } as const;
  inside.scope.declare(variable, { places: [place] });
  const head = isOfVector
    ? `for (const ${item} of ${random.pick(around.scope.readable('vector')).text})`
    : `for (let ${index} = 0; ${index} < ${random.pick([leaf('int', around), '3'])} && ${index} < 3; ${index}++)`;
  const [one, other, third] = elements(inside);
  const test = () => expression('bool', inside, 1);
  const add = (value: string) => `${array}.push(${value});`;
  const body = random.pick([
    `if (${test()}) ${add(one!)} else ${add(other!)}`,
    add(`${test()} ? ${one} : ${other}`),
    `if (${test()}) ${add(one!)}\nif (${test()}) ${add(third!)}`,
    `if (${test()}) ${add(one!)} else if (${test()}) ${add(other!)} else ${add(third!)}`,
  ]);
  return `const ${array} = [];\n${head} {\n${body}\n}\n${use(array, around)}`;
}

const objects: Filled = {
  elements(inside) {
    const value = () => bounded('float', inside, 1);
    const all = [
      "{ t: 'idle' }",
      `{ t: 'run', p: ${value()} }`,
      `{ t: 'stop', p: ${value()}, q: ${value()} }`,
      `{ t: 'run', p: ${value()} }`,
      'null',
    ];
    const from = inside.random.below(3);
    return all.slice(from, from + 3);
  },
  use(array, around) {
    const { random } = around;
    const item = around.fresh('o');
    const told = `record(${item} === null ? 1 : ${item}.t === 'run' ? ${item}.p : ${item}.t === 'stop' ? ${item}.p - ${item}.q : 2);`;
    const change = `if (${item}?.t === 'run') ${item}.p = ${bounded('float', around, 0)};`;
    return random.pick([
      `for (const ${item} of ${array}) ${told}`,
      `for (const ${item} of ${array}) {\n${change}\n${told}\n}`,
      `while (${array}.length > 0) {\nconst ${item} = ${array}.${random.pick(['pop', 'shift'])}();\n${told}\n}`,
      `record(${array}.filter((${item}) => ${item}?.t === 'run').length);`,
      `${array}.forEach((${item}) => {\nswitch (${item}?.t) {\ncase 'run':\nrecord(${item}.p);\nbreak;\ncase 'stop':\nrecord(${item}.q);\ndefault:\nrecord(3);\n}\n});`,
      `record(${array}.map((${item}) => ${item}?.p ?? ${leaf('float', around)}).reduce((all, each) => (all + each) % 16, 0));`,
    ]);
  },
};

const functions: Filled = {
  elements: (inside) =>
    inside.random.times(3, () => {
      const parameter = inside.fresh('p');
      const place = { text: parameter, type: 'float', isAssignable: true } as const;
      const inner = functionBody(inside, 'float', [place]);
      return `(${parameter}) => ${bounded('float', inner, 1)}`;
    }),
  use(array, around) {
    const f = around.fresh('f');
    return around.random.pick([
      `for (const ${f} of ${array}) record(${f}(${leaf('float', around)}));`,
      `record(${array}.reduce((all, ${f}) => (all + ${f}(all)) % 16, 0));`,
      `record(${array}.map((${f}) => ${f}(1)).length);`,
    ]);
  },
};

const numbers: Filled = {
  elements: (inside) => [bounded('float', inside, 1), 'null', bounded('float', inside, 1)],
  use(array, around) {
    const item = around.fresh('e');
    const other = leaf('float', around);
    return around.random.pick([
      `for (const ${item} of ${array}) record(${item} ?? ${other});`,
      `record(${array}.filter((${item}) => ${item} !== null).length);`,
      `while (${array}.length > 0) {\nconst ${item} = ${array}.pop();\nif (${item} !== null) record(${item});\nelse record(${other});\n}`,
    ]);
  },
};
