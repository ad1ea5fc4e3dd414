import { bounded, comparison, expression, leaf, literal } from './expressions.js';
import type { Type } from './scope.js';
import type { Surroundings } from './surroundings.js';

export function assignment(around: Surroundings): string {
  const { random, scope } = around;
  const type = random.weighted<Type>([
    [5, 'float'],
    [3, 'int'],
    [1, 'bool'],
    [1.5, 'vector'],
    [1, 'text'],
  ]);
  const places = scope.assignable(type);
  if (places.length === 0) return record(around);
  const { text } = random.pick(places);
  const plain = `${text} = ${bounded(type, around)};`;
  if (type === 'vector' && random.chance(0.4)) {
    return `${text}[${random.chance(0.7) ? random.below(3) : `Math.abs(${leaf('int', around)} % 3)`}] = ${bounded('float', around)};`;
  }
  if (type === 'bool') {
    return random.pick([plain, `${text} ${random.pick(['&&=', '||='])} ${comparison(around)};`]);
  }
  if (type === 'vector' || type === 'text') return plain;
  const modulus = type === 'float' ? 16 : 8;
  return random.weighted<() => string>([
    [4, () => plain],
    [
      1,
      () => `${text} ${random.pick(['+=', '-='])} ${leaf(type, around)};\n${text} %= ${modulus};`,
    ],
    [1, () => `${text} *= ${random.pick(['2', '-1'])};\n${text} %= ${modulus};`],
    [1, () => `${text}${random.pick(['++', '--'])};`],
    [0.4, () => `${text} ??= ${leaf(type, around)};`],
    [
      0.7,
      () =>
        `${comparison(around)} ${random.pick(['&&', '||'])} (${text} = ${bounded(type, around, 1)});`,
    ],
    [0.5, () => `${comparison(around)} ? (${text} = ${bounded(type, around, 1)}) : ${text}--;`],
    [0.4, () => `${text} = (${bounded(type, around, 1)}, ${leaf(type, around)});`],
    [0.4, () => `${text} = ${random.pick(['null', 'undefined'])} ?? ${leaf(type, around)};`],
  ])();
}

/** Lets the outside know of a value: the order and number of these is part of what a program does. */
export function record(around: Surroundings): string {
  const type = around.random.pick(['float', 'int', 'float'] as const);
  return `record(${leaf(type, around)});`;
}

/** Declares a variable, under a name of its own unless one is given. */
export function declaration(around: Surroundings, given?: string): string {
  const { random, scope } = around;
  const type = random.weighted<Type>([
    [5, 'float'],
    [3, 'int'],
    [2, 'bool'],
    [given === undefined ? 2 : 0, 'vector'],
    [given === undefined ? 1 : 0, 'text'],
  ]);
  const letter = { float: 'x', int: 'i', bool: 'q', vector: 'w', text: 't', host: 'h' }[type];
  const name = given ?? around.fresh(letter);
  const kind = random.weighted([
    [6, 'let'],
    [2, 'const'],
    // In a loop that does not run it is undefined, and a closure may read that.
    [given === undefined && around.weight === 1 ? 1 : 0, 'var'],
  ] as const);
  const before = { ...around, scope: scope.without(name) };
  const place = { text: name, type, isAssignable: kind !== 'const' };
  if (kind === 'let' && type !== 'vector' && random.chance(0.2)) {
    const test = expression('bool', before, 1);
    const values = [bounded(type, before, 1), bounded(type, before, 1)];
    scope.declare(name, { places: [place] });
    return `let ${name};\nif (${test}) ${name} = ${values[0]};\nelse ${name} = ${values[1]};`;
  }
  const value =
    random.chance(0.3) && type !== 'vector' ? literal(type, before) : bounded(type, before);
  scope.declare(name, { places: [place] });
  return `${kind} ${name} = ${value};`;
}
