import { bounded, expression, leaf } from './expressions.js';
import type { Surroundings } from './surroundings.js';

/** A Map or Set whose keys are numbers that are computed. */
export function numberKeys(around: Surroundings): string {
  return around.random.chance(0.5) ? mapOfNumbers(around) : setOfNumbers(around);
}

/** Few enough that they meet. */
function key(around: Surroundings): string {
  if (around.random.chance(0.2)) return String(around.random.below(3));
  return `Math.abs(Math.floor(${bounded('float', around, 1)})) % 3`;
}

/** Of numbers that the program has, the order is not known where a test adds or deletes one. */
function perhaps(statement: string, around: Surroundings, isListed: boolean): string {
  return !isListed && around.random.chance(0.5)
    ? `if (${expression('bool', around, 1)}) ${statement}`
    : statement;
}

function mapOfNumbers(around: Surroundings): string {
  const { random } = around;
  const [name, item, at] = ['m', 'y', 'k'].map((letter) => around.fresh(letter));
  const value = () => bounded('float', around, 1);
  const isListed = random.chance(0.5);
  const first = random.pick(['', '[[0, 0.5]]', `[[${key(around)}, ${value()}]]`]);
  const change = () => {
    const where = key(around);
    return perhaps(
      random.pick([
        `${name}.set(${where}, ${value()});`,
        `${name}.set(${where}, (${name}.get(${where}) ?? 0.25) + 1);`,
        `${name}.delete(${where});`,
        `if (!${name}.has(${where})) ${name}.set(${where}, ${value()});`,
      ]),
      around,
      isListed,
    );
  };
  const lines = [`const ${name} = new Map(${first});`, ...random.times(3, change)];
  if (random.chance(0.4))
    lines.push(
      `for (const ${item} of [${value()}, ${value()}, ${value()}]) {\nconst ${at} = Math.abs(Math.floor(${item})) % 3;\n${name}.set(${at}, (${name}.get(${at}) ?? 0) + ${item});\n}`,
    );
  lines.push(
    `record(${name}.size);`,
    `record(${name}.get(${key(around)}) ?? ${leaf('float', around)});`,
  );
  if (isListed) lines.push(`for (const [${at}, ${item}] of ${name}) record(${at} + ${item});`);
  return `{\n${lines.join('\n')}\n}`;
}

function setOfNumbers(around: Surroundings): string {
  const { random } = around;
  const [name, item] = ['m', 'y'].map((letter) => around.fresh(letter));
  const isListed = random.chance(0.5);
  const change = () =>
    perhaps(`${name}.${random.pick(['add', 'add', 'delete'])}(${key(around)});`, around, isListed);
  const first = random.pick(['', '[1]', `[${key(around)}, ${key(around)}]`]);
  const lines = [`const ${name} = new Set(${first});`, ...random.times(3, change)];
  lines.push(`record(${name}.size);`);
  if (isListed) lines.push(`for (const ${item} of ${name}) record(${item});`);
  if (isListed) lines.push(`record([...${name}].length);`);
  lines.push(`if (${name}.has(${key(around)})) record(${leaf('float', around)});`);
  return `{\n${lines.join('\n')}\n}`;
}

/** A function that returns undefined, or null, where it finds nothing. */
export function searching(around: Surroundings): string {
  const { random } = around;
  const [name, value, item] = ['f', 'y', 'k'].map((letter) => around.fresh(letter));
  const missing = random.pick(['undefined', 'undefined', 'null']);
  const test = () => expression('bool', around, 1);
  const number = () => bounded('float', around, 1);
  const found = (text: string) => (isObject ? `{ p: ${text} }` : text);
  const isObject = random.chance(0.4);
  const list = `[${[number(), number(), number()].join(', ')}]`;
  const lines = [
    random.pick([
      '',
      `if (${value} > ${number()}) return ${found(value!)};`,
      `if (${test()}) {\nif (${value} < ${number()}) return ${missing};\nrecord(${value});\n}`,
    ]),
    random.pick([
      '',
      `for (const ${item} of ${list}) {\nif (${item} > ${value}) return ${found(item!)};\n}`,
      `for (const ${item} of ${list}) {\nif (${item} > ${value}) return ${missing};\nif (${item} < ${number()}) return ${found(item!)};\n}`,
    ]),
    random.pick([
      `if (${test()}) return ${found(value!)};\nreturn ${missing};`,
      `return ${missing};`,
      `return ${test()} ? ${found(number())} : ${missing};`,
    ]),
  ];
  const result = `${name}(${number()})${isObject ? '?.p' : ''}`;
  return `{\nconst ${name} = (${value}) => {\n${lines.filter((line) => line !== '').join('\n')}\n};\nrecord(${result} ?? ${leaf('float', around)});\n}`;
}
