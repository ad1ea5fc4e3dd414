import { bounded, comparison, leaf } from './expressions.js';
import type { Place } from './scope.js';
import type { Surroundings } from './surroundings.js';

const keys = ['p', 'q', 'r'];

/** An object with floats, at times with another object inside. */
export function objectDeclaration(around: Surroundings): string {
  const { random } = around;
  const name = around.fresh('o');
  const used = keys.slice(0, 1 + random.below(3));
  const values = used.map((key) => `${key}: ${bounded('float', around, 1)}`);
  const places = used.map((key) => place(`${name}.${key}`));
  const objects = [{ text: name, keys: used }];
  if (random.chance(0.4)) {
    values.push(`inner: { z: ${bounded('float', around, 1)} }`);
    places.push(place(`${name}.inner.z`));
    objects.length = 0;
  }
  if (random.chance(0.3)) {
    values.push(`get double() { return this.p * 2 % 16; }`);
    places.push({ ...place(`${name}.double`), isAssignable: false });
    objects.length = 0;
  }
  if (random.chance(0.3)) {
    objects.length = 0;
    values.push(`move(by = 1) { this.p = (this.p + by) % 16; return this.p; }`);
    around.scope.declare(name, { places, objects });
    around.scope.declare(`${name}$`, {
      callables: [
        { text: `${name}.move`, parameters: ['float'], required: 0, result: 'float', weight: 1 },
      ],
    });
    return `const ${name} = { ${values.join(', ')} };`;
  }
  around.scope.declare(name, { places, objects });
  return `const ${name} = { ${values.join(', ')} };`;
}

export function arrayDeclaration(around: Surroundings): string {
  const { random, scope } = around;
  const name = around.fresh('s');
  const ofVector = random.chance(0.2);
  const length = ofVector ? 3 : 2 + random.below(2);
  const kind = random.pick(['const', 'let']);
  if (ofVector) {
    const { text } = random.pick(scope.readable('vector'));
    const value = random.pick([`[...${text}]`, `${text}.map((each, at) => (each * 2 - at) % 16)`]);
    const places = random.times(length, (index) => place(`${name}[${index}]`));
    scope.declare(name, { places, lists: [{ text: name, length }] });
    return `${kind} ${name} = ${value};`;
  }
  const text = random.weighted<() => string>([
    [3, () => `[${random.times(length, () => bounded('float', around, 1)).join(', ')}]`],
    [1, () => `Array.from({ length: ${length} }, (_, at) => at * 2 + ${leaf('float', around)})`],
    [1, () => `new Array(${length}).fill(${leaf('float', around)})`],
    [
      scope.lists.length,
      () => `[...${random.pick(scope.lists).text}, 1, 2].slice(0, ${length}).map((each) => -each)`,
    ],
  ])();
  const places = random.times(length, (index) => place(`${name}[${index}]`));
  around.scope.declare(name, { places, lists: [{ text: name, length }] });
  return `${kind} ${name} = ${text};`;
}

/** A second name for an object or array, at times for one of two. */
export function aliased(around: Surroundings): string {
  const { random, scope } = around;
  const name = around.fresh('o');
  if (scope.lists.length > 0 && random.chance(0.5)) {
    const { text, length } = random.pick(scope.lists);
    const places = random.times(length, (index) => place(`${name}[${index}]`));
    const other = random.pick(scope.lists);
    const value = oneOf(text, other.length === length ? other.text : text, around);
    scope.declare(name, { places, lists: [{ text: name, length }] });
    return `const ${name} = ${value};`;
  }
  if (scope.objects.length === 0) return ';';
  const object = random.pick(scope.objects);
  const places = object.keys.map((key) => place(`${name}.${key}`));
  const other = random.pick(scope.objects);
  const isLike = String(other.keys) === String(object.keys);
  const value = oneOf(object.text, isLike ? other.text : object.text, around);
  scope.declare(name, { places, objects: [{ text: name, keys: object.keys }] });
  return `const ${name} = ${value};`;
}

function oneOf(one: string, other: string, around: Surroundings): string {
  return one === other ? one : `${comparison(around)} ? ${one} : ${other}`;
}

/** Values are collected, and their sum is used. */
export function push(around: Surroundings): string {
  const { random } = around;
  const name = around.fresh('s');
  const each = around.fresh('e');
  const sum = around.fresh('x');
  const values = random.times(2, () => bounded('float', around, 1));
  around.scope.declare(sum, { places: [place(sum)] });
  const method = random.pick(['push', 'unshift']);
  return (
    `const ${name} = [];\n${name}.${method}(${values[0]});\n${name}.${method}(${values[1]});\n` +
    `let ${sum} = ${name}.reduce((sum, ${each}) => (sum - ${each}) % 16, 0);`
  );
}

/** An array of objects, at times made from others. */
export function recordsDeclaration(around: Surroundings): string {
  const { random, scope } = around;
  const name = around.fresh('s');
  const used = keys.slice(0, 1 + random.below(2));
  const length = 2 + random.below(2);
  const object = () =>
    `{ ${used.map((key) => `${key}: ${bounded('float', around, 1)}`).join(', ')} }`;
  const from = scope.objects.filter((other) => used.every((key) => other.keys.includes(key)));
  const item = () =>
    from.length > 0 && random.chance(0.4)
      ? `{ ...${random.pick(from).text}, ${used[0]}: ${bounded('float', around, 1)} }`
      : object();
  const text = random.chance(0.25)
    ? `Array.from({ length: ${length} }, (_, at) => (${object()}))`
    : `[${random.times(length, item).join(', ')}]`;
  const places = random.times(length, (index) =>
    used.map((key) => place(`${name}[${index}].${key}`)),
  );
  scope.declare(name, { places: places.flat(), records: [{ text: name, length, keys: used }] });
  return `const ${name} = ${text};`;
}

/** Rows of floats. */
export function gridDeclaration(around: Surroundings): string {
  const { random, scope } = around;
  const name = around.fresh('s');
  const row = () => `[${bounded('float', around, 1)}, ${bounded('float', around, 1)}]`;
  const text = random.pick([`[${row()}, ${row()}]`, `Array.from({ length: 2 }, () => ${row()})`]);
  const places = ['[0][0]', '[0][1]', '[1][0]', '[1][1]'].map((at) => place(`${name}${at}`));
  const lists = [0, 1].map((index) => ({ text: `${name}[${index}]`, length: 2 }));
  scope.declare(name, { places, lists, grids: [{ text: name }] });
  return `const ${name} = ${text};`;
}

/** An array that what follows makes longer. */
export function growingDeclaration(around: Surroundings): string {
  const name = around.fresh('s');
  const start = around.random.chance(0.5) ? '' : bounded('float', around, 0);
  around.scope.declare(name, { growing: [{ text: name }] });
  return `const ${name} = [${start}];`;
}

export function grow(around: Surroundings): string {
  const { random, scope } = around;
  const { text } = random.pick(scope.growing);
  if (random.chance(0.35)) return changed(text, around);
  const add = `${text}.push(${bounded('float', around, 1)});`;
  return random.chance(0.3) ? `if (${comparison(around)}) ${add}` : add;
}

/** Other changes of such an array than that it becomes longer. */
function changed(text: string, around: Surroundings): string {
  const { random, scope } = around;
  const targets = scope.assignable('float');
  const target = targets.length > 0 ? random.pick(targets).text : null;
  const [index, each] = [around.fresh('k'), around.fresh('e')];
  const first = `if (${text}.length > ${random.below(2)}) `;
  return random.pick([
    `${first}${target === null ? '' : `${target} = `}${text}.${random.pick(['pop', 'shift'])}();`,
    `${text}.unshift(${bounded('float', around, 1)});`,
    `${text}.reverse();`,
    `${text}.splice(${random.pick(['0, 1', '1, 1', '-1', `0, 0, ${leaf('float', around)}`])});`,
    `${text}.length = 0;`,
    `${first}${text}[0] = ${bounded('float', around, 1)};`,
    `${text}.forEach((${each}, ${index}) => {\nrecord(${each} + ${index});\n});`,
    `for (const ${each} of ${text}) {\nrecord(${each});\nif (${text}.length < 5 && ${each} > ${leaf('float', around)}) ${text}.push(${leaf('float', around)});\n}`,
    `for (const [${index}, ${each}] of ${text}.entries()) record(${each} - ${index});`,
  ]);
}

function place(text: string): Place {
  return { text, type: 'float', isAssignable: true };
}
