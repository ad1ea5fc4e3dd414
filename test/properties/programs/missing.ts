import { bounded, expression, leaf } from './expressions.js';
import type { Maybe, Place } from './scope.js';
import { braced } from './statements.js';
import type { Surroundings } from './surroundings.js';

/*
 * Variables that may hold null or undefined, as a tensor decides. Only the block that declares one, and blocks inside of
 * it, assign it: what a function finds in it may have changed since it was made.
 */

const keys = ['p', 'q'];

/** Declares a number or an object of which a test decides whether it is there. */
export function maybeDeclaration(around: Surroundings): string {
  const { random } = around;
  const isObject = random.chance(0.5);
  const text = around.fresh(isObject ? 'o' : 'u');
  const missing = random.pick(['null', 'undefined'] as const);
  const maybe: Maybe = { text, missing, keys: isObject ? keys : [] };
  const given = value(maybe, around);
  const test = expression('bool', around, 1);
  const nothing = missing === 'undefined' && random.chance(0.5) ? '' : ` = ${missing}`;
  around.scope.declare(text, { maybes: [maybe] });
  return random.pick([
    `let ${text} = ${test} ? ${given} : ${missing};`,
    `let ${text}${nothing};\nif (${test}) ${text} = ${given};`,
    `let ${text}${nothing};`,
  ]);
}

/** Gives such a variable a value or takes it away, or does something where there is one. */
export function maybeStatement(around: Surroundings): string {
  const { random, scope } = around;
  if (scope.maybes.length === 0 || random.chance(0.1)) return maybeDeclaration(around);
  const maybe = random.pick(scope.maybes);
  const { text, missing } = maybe;
  const given = () => value(maybe, around);
  const test = () => expression('bool', around, 1);
  return random.weighted<() => string>([
    [3, () => `${text} = ${given()};`],
    [1, () => `${text} ??= ${given()};`],
    [1, () => `if (${test()}) ${text} = ${given()};`],
    [1, () => `if (${test()}) ${text} = ${missing};`],
    [1, () => `${text} = ${test()} ? ${given()} : ${text};`],
    [1, () => `if (${isMissing(maybe, around)}) ${text} = ${given()};`],
    [around.depth > 0 ? 2 : 0, () => whereThere(maybe, around)],
    [maybe.keys.length > 0 ? 1.5 : 0, () => change(maybe, around)],
  ])();
}

/** The value as a float, with another one where there is none. */
export function maybeFloat(around: Surroundings): string {
  const { random, scope } = around;
  const maybe = random.pick(scope.maybes);
  const { text } = maybe;
  const otherwise = leaf('float', around);
  if (maybe.keys.length === 0) {
    return random.pick([
      `(${text} ?? ${otherwise})`,
      `(${isMissing(maybe, around)} ? ${otherwise} : ${text})`,
    ]);
  }
  const key = random.pick(maybe.keys);
  return random.pick([
    `(${text}?.${key} ?? ${otherwise})`,
    `(${text} ? ${text}.${key} : ${otherwise})`,
    `(${isMissing(maybe, around)} ? ${otherwise} : ${text}.${key})`,
  ]);
}

export function maybeBool(around: Surroundings): string {
  const { random, scope } = around;
  const maybe = random.pick(scope.maybes);
  const value = maybe.keys.length === 0 ? maybe.text : `${maybe.text}.${random.pick(maybe.keys)}`;
  return random.pick([
    isMissing(maybe, around),
    `!(${isMissing(maybe, around)})`,
    `(${maybe.text} != null && ${value} > ${leaf('float', around)})`,
    `(${maybe.text} == null || ${value} < ${leaf('float', around)})`,
  ]);
}

function value({ keys }: Maybe, around: Surroundings): string {
  if (keys.length === 0) return bounded('float', around, 1);
  return `{ ${keys.map((key) => `${key}: ${bounded('float', around, 1)}`).join(', ')} }`;
}

function isMissing({ text, missing }: Maybe, { random }: Surroundings): string {
  return `${text} ${random.pick([`=== ${missing}`, '== null'])}`;
}

function change(maybe: Maybe, around: Surroundings): string {
  const { text } = maybe;
  const key = around.random.pick(maybe.keys);
  const test = around.random.pick([text, `${text} != null`]);
  return `if (${test}) ${text}.${key} = ${bounded('float', around, 1)};`;
}

/** A block that knows that the value is there, by a name that is not assigned. */
function whereThere(maybe: Maybe, around: Surroundings): string {
  const { text } = maybe;
  const name = around.fresh('x');
  const places: Place[] =
    maybe.keys.length === 0
      ? [{ text: name, type: 'float', isAssignable: false }]
      : maybe.keys.map((key) => ({ text: `${name}.${key}`, type: 'float', isAssignable: true }));
  const scope = around.scope.inner();
  scope.declare(name, { places });
  const inner = { ...around, scope };
  const body = `{\nconst ${name} = ${text};\n${braced(inner)}\n}`;
  const otherwise = around.random.chance(0.4) ? ` else ${braced(around, {}, 2)}` : '';
  return `if (${text} ${around.random.pick([`!== ${maybe.missing}`, '!= null'])}) ${body}${otherwise}`;
}
