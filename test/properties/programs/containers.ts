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
  const length = 2 + random.below(2);
  const kind = random.pick(['const', 'let']);
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

function place(text: string): Place {
  return { text, type: 'float', isAssignable: true };
}
