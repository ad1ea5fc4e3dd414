import { maybeBool, maybeFloat } from './missing.js';
import { type Callable, type Type, texts } from './scope.js';
import { functionWeight, mostRuns, type Surroundings } from './surroundings.js';

/*
 * Floats are multiples of a quarter and ints are small, so that float32, int32 and JavaScript's numbers agree exactly:
 * floats are only multiplied by whole literals, and `bounded` keeps what is assigned small.
 */

export function expression(type: Type, around: Surroundings, depth = 2): string {
  switch (type) {
    case 'float':
      return float(around, depth);
    case 'int':
      return int(around, depth);
    case 'bool':
      return bool(around, depth);
    case 'vector':
      return vector(around, depth);
    case 'text':
      return text(around, depth);
    default:
      return host(around);
  }
}

/** An expression whose value can be kept in a variable. */
export function bounded(type: Type, around: Surroundings, depth = 2): string {
  const { random } = around;
  if (random.chance(0.25) && type !== 'vector') return leaf(type, around);
  const value = expression(type, around, depth);
  if (type === 'float') return `${wrapped(value)} % 16`;
  if (type === 'int') return `${wrapped(value)} % 8`;
  if (type === 'vector') return `tf.clipByValue(${value}, -16, 16)`;
  return value;
}

export function literal(type: Type, { random }: Surroundings): string {
  if (type === 'float') return random.pick(random.chance(0.05) ? unusual : usual);
  if (type === 'bool') return random.pick(['true', 'false']);
  if (type === 'vector') return 'v';
  if (type === 'text') return `'${random.pick(texts)}'`;
  return String(random.below(8) - 3);
}

const usual = ['0', '1', '2', '3', '-1', '0.5', '-2.5', '0.25'];
const unusual = ['NaN', '-0', 'Infinity', '-Infinity'];

export function leaf(type: Type, around: Surroundings): string {
  const places = around.scope.readable(type);
  if (places.length === 0 || (type !== 'vector' && around.random.chance(0.2))) {
    return type === 'vector' ? 'tf.add(v, 0)' : literal(type, around);
  }
  return around.random.pick(places).text;
}

export function comparison(around: Surroundings, depth = 1): string {
  const { random } = around;
  const type = random.pick(['float', 'int', 'float'] as const);
  const operator = random.pick(['<', '<=', '>', '>=', '===', '!==', '==', '!=']);
  return `${expression(type, around, depth)} ${operator} ${leaf(type, around)}`;
}

function float(around: Surroundings, depth: number): string {
  if (depth <= 0) return leaf('float', around);
  const { random, scope } = around;
  const inner = () => float(around, depth - 1);
  const kinds: [number, () => string][] = [
    [3, () => leaf('float', around)],
    [3, () => `(${inner()} ${random.pick(['+', '-'])} ${inner()})`],
    [1, () => `(${inner()} * ${random.pick(['2', '3', '-1'])})`],
    [1, () => `(${inner()} + ${int(around, depth - 1)} / 1)`],
    [1, () => `(-(${inner()}))`],
    [1, () => `(${int(around, depth - 1)} / ${random.pick(['2', '4'])})`],
    [2, () => conditional('float', around, depth)],
    [1, () => mathematical('float', around, depth)],
    [1, () => `Math.floor(${inner()})`],
    [1, () => `tf.sum(${vector(around, depth - 1)})`],
    [1, () => `${leafVector(around)}[${random.below(3)}]`],
    [
      0.3,
      () =>
        `${leafVector(around)}.reduce((sum, each) => (sum - each) % 16, ${leaf('float', around)})`,
    ],
    [0.3, () => `Math.max(...${leafVector(around)})`],
    [2, () => called('float', around, depth)],
    [2, () => effectful('float', around, depth)],
    [0.5, () => immediate('float', around, depth)],
  ];
  if (scope.lists.length > 0)
    kinds.push(
      [2, () => element(around)],
      [0.7, () => reduction(around)],
      [0.4, () => search(around)],
    );
  if (scope.records.length > 0) kinds.push([1.5, () => ofRecords(around)]);
  if (scope.growing.length > 0) kinds.push([1.5, () => ofGrowing(around)]);
  if (scope.grids.length > 0) kinds.push([1, () => ofGrid(around)]);
  if (scope.maybes.length > 0) kinds.push([2, () => maybeFloat(around)]);
  return random.weighted(kinds)();
}

function int(around: Surroundings, depth: number): string {
  if (depth <= 0) return leaf('int', around);
  const { random } = around;
  const inner = () => int(around, depth - 1);
  return random.weighted<() => string>([
    [3, () => leaf('int', around)],
    [3, () => `(${inner()} ${random.pick(['+', '-'])} ${inner()})`],
    [1, () => `(${inner()} * ${random.pick(['2', '3'])})`],
    [1, () => `(${inner()} % ${random.pick(['2', '3', '5'])})`],
    [0.6, () => `(${inner()} ${random.pick(['&', '|', '^'])} ${inner()})`],
    [0.3, () => `(~${inner()})`],
    [0.3, () => `(${inner()} ${random.pick(['<<', '>>'])} ${random.pick(['1', '2'])})`],
    [0.2, () => `Math.${random.pick(['floor', 'trunc', 'round'])}(${float(around, depth - 1)})`],
    [0.4, () => `((${inner()} / ${random.pick(['2', '3'])}) | 0)`],
    [0.3, () => `((${inner()} % 4) ** ${random.pick(['2', '3'])})`],
    [0.3, () => `((${inner()} & 7) >>> 1)`],
    [0.3, () => `${leafVector(around)}.findIndex((each) => each > ${leaf('float', around)})`],
    [0.2, () => `Number(${bool(around, depth - 1)})`],
    [2, () => conditional('int', around, depth)],
    [1, () => mathematical('int', around, depth)],
    [1, () => called('int', around, depth)],
    [2, () => effectful('int', around, depth)],
  ])();
}

function bool(around: Surroundings, depth: number): string {
  if (depth <= 0) return random01(around);
  const { random, scope } = around;
  const inner = () => bool(around, depth - 1);
  const kinds: [number, () => string][] = [
    [6, () => comparison(around, depth - 1)],
    [1, () => leaf('bool', around)],
    [1, () => `!(${inner()})`],
    [1.5, () => `(${inner()} && ${inner()})`],
    [1.5, () => `(${inner()} || ${inner()})`],
    [1, () => conditional('bool', around, depth)],
    [1, () => called('bool', around, depth)],
    [0.5, () => `tf.all(tf.greater(${vector(around, depth - 1)}, ${leaf('float', around)}))`],
  ];
  if (scope.readable('text').length > 0) {
    kinds.push([
      3,
      () => `${leaf('text', around)} ${random.pick(['===', '!=='])} ${leaf('text', around)}`,
    ]);
  }
  if (scope.maybes.length > 0) kinds.push([1.5, () => maybeBool(around)]);
  if (scope.growing.length > 0) {
    const { text } = random.pick(scope.growing);
    kinds.push(
      [1, () => `${text}.length ${random.pick(['>', '<', '==='])} ${random.below(3)}`],
      [
        0.5,
        () =>
          `!(${random.pick([`${text}.length`, `${text}.length && ${inner()}`, `${inner()} || ${text}.length`, `${text}.length || ${inner()}`])})`,
      ],
    );
  }
  if (scope.lists.length > 0) {
    kinds.push([
      0.7,
      () => {
        const name = around.fresh('e');
        const list = random.pick(scope.lists).text;
        return `${list}.${random.pick(['some', 'every'])}((${name}) => ${name} > ${leaf('float', around)})`;
      },
    ]);
  }
  return random.weighted(kinds)();
}

function random01(around: Surroundings): string {
  return around.random.chance(0.4)
    ? leaf('bool', around)
    : `${leaf('float', around)} > ${literal('float', around)}`;
}

function vector(around: Surroundings, depth: number): string {
  const { random } = around;
  if (depth <= 0) return leafVector(around);
  return random.weighted<() => string>([
    [2, () => leafVector(around)],
    [2, () => `tf.add(${vector(around, depth - 1)}, ${float(around, depth - 1)})`],
    [1, () => `tf.sub(${vector(around, depth - 1)}, ${vector(around, depth - 1)})`],
    [1, () => `tf.mul(${vector(around, depth - 1)}, ${random.pick(['2', '-1', '3'])})`],
    [1, () => conditional('vector', around, depth)],
    [1, () => called('vector', around, depth)],
  ])();
}

function text(around: Surroundings, depth: number): string {
  if (depth <= 0 || around.random.chance(0.5)) return leaf('text', around);
  return conditional('text', around, depth);
}

function leafVector(around: Surroundings): string {
  const places = around.scope.readable('vector');
  return around.random.pick(places).text;
}

function host(around: Surroundings): string {
  const places = around.scope.readable('host');
  const { random } = around;
  return places.length > 0 && random.chance(0.6)
    ? random.pick(places).text
    : String(random.below(3));
}

function conditional(type: Type, around: Surroundings, depth: number): string {
  const value = () => expression(type, around, depth - 1);
  const test = bool(around, Math.min(depth - 1, 1));
  if (around.random.chance(0.25)) {
    return `(${test} ? ${value()} : ${bool(around, 1)} ? ${value()} : ${value()})`;
  }
  return `(${test} ? ${value()} : ${value()})`;
}

function mathematical(type: 'float' | 'int', around: Surroundings, depth: number): string {
  const value = () => expression(type, around, depth - 1);
  return around.random.pick([
    () => `Math.abs(${value()})`,
    () => `Math.max(${value()}, ${value()})`,
    () => `Math.min(${value()}, ${value()})`,
  ])();
}

/** An expression that changes something, where something can be changed. */
function effectful(type: 'float' | 'int', around: Surroundings, depth: number): string {
  const { random, scope } = around;
  const places = scope.assignable(type);
  if (places.length === 0) return leaf(type, around);
  const { text } = random.pick(places);
  return random.weighted<() => string>([
    [2, () => `(${text} = ${bounded(type, around, depth - 1)})`],
    [1, () => `${text}${random.pick(['++', '--'])}`],
    [1, () => `${random.pick(['++', '--'])}${text}`],
    [1, () => `(${text} += ${literal('int', around)})`],
    [
      1,
      () =>
        `(${text} = ${bounded(type, around, depth - 1)}, ${expression(type, around, depth - 1)})`,
    ],
    [0.7, () => `(record(${leaf(type, around)}), ${expression(type, around, depth - 1)})`],
  ])();
}

/** A function that is called where it is written. */
function immediate(type: 'float', around: Surroundings, depth: number): string {
  const parameter = around.fresh('p');
  const scope = around.scope.inner();
  scope.declare(parameter, { places: [{ text: parameter, type, isAssignable: true }] });
  const body = expression(type, { ...around, scope }, depth - 1);
  const given = expression(type, around, depth - 1);
  return around.random.chance(0.5)
    ? `((${parameter}) => ${body})(${given})`
    : `((${parameter} = ${given}) => { return ${body}; })()`;
}

function element(around: Surroundings): string {
  const { random, scope } = around;
  const { text, length } = random.pick(scope.lists);
  return random.chance(0.75)
    ? `${text}[${random.below(length)}]`
    : `${text}[Math.abs(${leaf('int', around)} % ${length})]`;
}

/** The first element that passes, of an array of floats. */
function search(around: Surroundings): string {
  const { random, scope } = around;
  const each = around.fresh('e');
  const { text } = random.pick(scope.lists);
  const test = `(${each}) => ${each} ${random.pick(['<', '>'])} ${leaf('float', around)}`;
  return `(${text}.${random.pick(['find', 'findLast'])}(${test}) ?? ${literal('float', around)})`;
}

function reduction(around: Surroundings): string {
  const [sum, each] = [around.fresh('s'), around.fresh('e')];
  const scope = around.scope.inner();
  for (const name of [sum, each]) {
    scope.declare(name, { places: [{ text: name, type: 'float', isAssignable: false }] });
  }
  const { text } = around.random.pick(around.scope.lists);
  const value = around.random.pick([
    `${sum} + ${each}`,
    `(${sum} - ${float({ ...around, scope }, 1)}) % 16`,
  ]);
  return `${text}.reduce((${sum}, ${each}) => ${value}, ${literal('float', around)})`;
}

/** One of the objects in an array, or what its objects hold taken together. */
function ofRecords(around: Surroundings): string {
  const { random, scope } = around;
  const { text, length, keys } = random.pick(scope.records);
  const [each, sum] = [around.fresh('e'), around.fresh('s')];
  const key = random.pick(keys);
  return random.pick([
    `${text}[Math.abs(${leaf('int', around)} % ${length})].${key}`,
    `${text}.reduce((${sum}, ${each}) => (${sum} - ${each}.${key}) % 16, 0)`,
    `${text}.map(({ ${key} }) => ${key})[${random.below(length)}]`,
    `${text}[Math.max(0, ${text}.findIndex((${each}) => ${each}.${key} > ${leaf('float', around)}))].${random.pick(keys)}`,
    `Math.max(...${text}.map((${each}) => ${each}.${key}))`,
  ]);
}

function ofGrid(around: Surroundings): string {
  const { text } = around.random.pick(around.scope.grids);
  const at = () => `Math.abs(${leaf('int', around)} % 2)`;
  return `${text}[${at()}][${at()}]`;
}

/** What is known of an array that loops have filled. */
function ofGrowing(around: Surroundings): string {
  const { random, scope } = around;
  const { text } = random.pick(scope.growing);
  const [each, sum] = [around.fresh('e'), around.fresh('s')];
  return random.pick([
    `${text}.length`,
    `(${text}.length > 0 ? ${text}[${text}.length - 1] : ${leaf('float', around)})`,
    `${text}.reduce((${sum}, ${each}) => (${sum} - ${each}) % 16, ${literal('float', around)})`,
    `(${text}.some((${each}) => ${each} > ${leaf('float', around)}) ? 1 : 2)`,
    `${text}.map((${each}) => ${each} * 2).reduce((${sum}, ${each}) => (${sum} + ${each}) % 16, 0)`,
    `${text}.filter((${each}) => ${each} > ${literal('float', around)}).length`,
    `(${text}.find((${each}) => ${each} < ${leaf('float', around)}) ?? ${literal('float', around)})`,
    `${text}.${random.pick(['findIndex', 'findLastIndex'])}((${each}) => ${each} > ${leaf('float', around)})`,
    `${text}.${random.pick(['indexOf', 'lastIndexOf'])}(${leaf('float', around)})`,
    `(${text}.includes(${leaf('float', around)}) ? 1 : 2)`,
    `${text}.slice(${random.pick(['1', '-2', '0, -1', '1, 3'])}).length`,
    `Math.max(${literal('float', around)}, ...${text})`,
  ]);
}

function called(type: Type, around: Surroundings, depth: number): string {
  const callable = callableFor(type, around);
  return callable === null ? leaf(type, around) : call(callable, around, depth - 1);
}

/** A function that may be called here and gives a value of the type. */
export function callableFor(type: Type | null, around: Surroundings): Callable | null {
  const affordable = around.scope
    .callables(type)
    .filter(({ weight }) => weight * around.weight <= mostRuns);
  return affordable.length === 0 ? null : around.random.pick(affordable);
}

export function call(callable: Callable, around: Surroundings, depth = 1): string {
  const { parameters, required } = callable;
  around.calls.count += (around.weight / functionWeight) * callable.weight;
  const optional = parameters.length - required;
  const count = required + around.random.below(optional + 1);
  const given = parameters.slice(0, count).map((type, index) => {
    if (index >= required && around.random.chance(0.15)) return 'undefined';
    // An array that is given to a function could be changed through another name, a tensor cannot.
    return type === 'vector' ? `tf.add(${vector(around, 0)}, 0)` : expression(type, around, depth);
  });
  return `${callable.text}(${given.join(', ')})`;
}

function wrapped(value: string): string {
  return /^[\w.]+$|^\(.*\)$/s.test(value) && !/^\([^()]*\).*\(/s.test(value) ? value : `(${value})`;
}
