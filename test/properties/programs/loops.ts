import { bounded, comparison, expression, leaf, literal } from './expressions.js';
import { generatorOfFloats, mostItems } from './generators.js';
import type { Place } from './scope.js';
import { block, braced } from './statements.js';
import { inBlock, type Surroundings } from './surroundings.js';

/** A loop that ends after a few iterations, whatever its body does. */
export function loop(around: Surroundings): string {
  const kind = around.random.weighted<(around: Surroundings) => string>([
    [2, whileLoop],
    [1, assigningWhile],
    [1.5, doWhile],
    [2.5, classicFor],
    [0.7, endlessFor],
    [1.5, forOfValues],
    [1, forOfVector],
    [1.2, forOfRange],
    [0.6, forOfEntries],
    [around.scope.records.length > 0 ? 1.2 : 0, forOfRecords],
    [0.8, forOfGenerator],
    [0.5, forIn],
    [0.5, forEach],
  ]);
  return kind(around);
}

export function labelledBlock(around: Surroundings): string {
  const name = around.fresh('l');
  const labels = [...around.labels, { name, isLoop: false }];
  return `${name}: ${braced(around, { labels })}`;
}

interface Body {
  readonly label: string;
  readonly text: string;
}

/** The body of a loop that runs at most `runs` times; `first` stands before everything else in it. */
function body(around: Surroundings, runs: number, places: readonly Place[] = [], first = ''): Body {
  const name = around.random.chance(0.4) ? around.fresh('l') : null;
  const labels = name === null ? around.labels : [...around.labels, { name, isLoop: true }];
  const weight = around.weight * runs;
  const inner = inBlock(around, { labels, canBreak: true, canContinue: true, weight });
  for (const place of places) inner.scope.declare(place.text, { places: [place] });
  inner.scope.mention(first);
  return {
    label: name === null ? '' : `${name}: `,
    text: `{\n${first}${block(inner)}\n}`,
  };
}

function limitOf({ random }: Surroundings): number {
  return 1 + random.below(4);
}

function counter(text: string): Place {
  return { text, type: 'int', isAssignable: false };
}

function whileLoop(around: Surroundings): string {
  const k = around.fresh('k');
  const limit = limitOf(around);
  const test = expression('bool', around, 1);
  const tests = around.random.pick([`${k} < ${limit} && ${test}`, `(${test}) && ${k} < ${limit}`]);
  const { label, text } = body(around, limit, [counter(k)], `${k}++;\n`);
  return `let ${k} = 0;\n${label}while (${tests}) ${text}`;
}

/** A loop whose test assigns. */
function assigningWhile(around: Surroundings): string {
  const k = around.fresh('k');
  const limit = limitOf(around);
  const places = around.scope.assignable('float');
  const target = places.length > 0 ? around.random.pick(places).text : null;
  const step = around.random.pick([`${k}++ < ${limit}`, `(${k} += 1) <= ${limit}`]);
  const assigned = `(${target} = ${bounded('float', around, 1)}) ${around.random.pick(['>', '<', '!=='])} ${literal('float', around)}`;
  const test = target === null ? step : around.random.pick([`${step} && ${assigned}`, step]);
  const { label, text } = body(around, limit, [counter(k)]);
  return `let ${k} = 0;\n${label}while (${test}) ${text}`;
}

function doWhile(around: Surroundings): string {
  const k = around.fresh('k');
  const limit = limitOf(around);
  const test = expression('bool', around, 1);
  const { label, text } = body(around, limit, [counter(k)], `${k}++;\n`);
  return `let ${k} = 0;\n${label}do ${text} while (${k} < ${limit} && ${test});`;
}

function classicFor(around: Surroundings): string {
  const { random } = around;
  const [i, j] = [around.fresh('k'), around.fresh('k')];
  const limit = limitOf(around);
  const head = random.weighted<() => string>([
    [2, () => `let ${i} = 0; ${i} < ${limit}; ${i}++`],
    [1, () => `let ${i} = ${limit}; ${i} > 0; ${i} -= 1`],
    [1.5, () => `let ${i} = 0; ${i} < ${limit} && ${expression('bool', around, 1)}; ${i}++`],
    [1.5, () => `let ${i} = 0; ${i} < ${leaf('int', around)} && ${i} < ${limit}; ${i}++`],
    [1, () => `let ${i} = 0, ${j} = ${limit}; ${i} < ${j}; ${i}++, ${j}--`],
    [
      0.5,
      () =>
        `let ${i} = 0, ${j} = ${bounded('int', around, 1)}; ${i} < ${j} && ${i} < ${limit}; ${i} += 1`,
    ],
  ])();
  const places = head.includes(j) ? [counter(i), counter(j)] : [counter(i)];
  const { label, text } = body(around, limit, places);
  return `${label}for (${head}) ${text}`;
}

/** for without a test, or without an update. */
function endlessFor(around: Surroundings): string {
  const k = around.fresh('k');
  const limit = limitOf(around);
  const leave = `if (${k} >= ${limit}${around.random.chance(0.5) ? ` || ${comparison(around)}` : ''}) break;\n`;
  const isFirst = around.random.chance(0.5);
  const { label, text } = body(around, limit, [counter(k)], isFirst ? `${leave}${k}++;\n` : leave);
  return isFirst
    ? `let ${k} = 0;\n${label}for (;;) ${text}`
    : `${label}for (let ${k} = 0; ; ${k}++) ${text}`;
}

function forOfValues(around: Surroundings): string {
  const { random, scope } = around;
  const item = around.fresh('y');
  const place: Place = { text: item, type: 'float', isAssignable: false };
  if (scope.lists.length > 0 && random.chance(0.3)) {
    const { text: list, length } = random.pick(scope.lists);
    const { label, text } = body(around, length, [place]);
    return `${label}for (const ${item} of [...${list}]) ${text}`;
  }
  const count = 1 + random.below(3);
  const value = () => bounded('float', around, 1);
  const targets = scope.assignable('float');
  if (targets.length > 0 && random.chance(0.2)) {
    const { label, text } = body(around, count);
    return `${label}for (${random.pick(targets).text} of [${random.times(count, value).join(', ')}]) ${text}`;
  }
  if (random.chance(0.35)) {
    const second: Place = { text: around.fresh('y'), type: 'float', isAssignable: true };
    const [pattern, make] = random.pick<[string, () => string]>([
      [`[${item}, ${second.text}]`, () => `[${value()}, ${value()}]`],
      [`[${item}, ${second.text} = ${literal('float', around)}]`, () => `[${value()}]`],
      [`{ a: ${item}, b: ${second.text} }`, () => `{ a: ${value()}, b: ${value()} }`],
      [`{ a: ${item}, b: ${second.text} = ${item} }`, () => `{ a: ${value()} }`],
    ]);
    const items = random.times(count, make).join(', ');
    const { label, text } = body(around, count, [place, second]);
    return `${label}for (let ${pattern} of [${items}]) ${text}`;
  }
  const kind = random.pick(['const', 'let', 'var']);
  const items = random.times(count, value).join(', ');
  const { label, text } = body(around, count, [{ ...place, isAssignable: kind !== 'const' }]);
  return `${label}for (${kind} ${item} of [${items}]) ${text}`;
}

function forOfVector(around: Surroundings): string {
  const item = around.fresh('y');
  const { text: list } = around.random.pick(around.scope.readable('vector'));
  const { label, text } = body(around, 3, [{ text: item, type: 'float', isAssignable: true }]);
  return `${label}for (let ${item} of tf.add(${list}, ${literal('float', around)})) ${text}`;
}

function forOfRange(around: Surroundings): string {
  const item = around.fresh('k');
  const limit = limitOf(around);
  const isDecided = around.random.chance(0.3);
  const stop = isDecided ? `Math.abs(${leaf('int', around)} % 4)` : String(limit);
  const { label, text } = body(around, isDecided ? 3 : limit, [counter(item)]);
  return `${label}for (const ${item} of range(${stop})) ${text}`;
}

function forOfEntries(around: Surroundings): string {
  const { random, scope } = around;
  if (scope.lists.length === 0) return forOfValues(around);
  const { text: list, length } = random.pick(scope.lists);
  const [index, item] = [around.fresh('k'), around.fresh('y')];
  const places: Place[] = [counter(index), { text: item, type: 'float', isAssignable: false }];
  const { label, text } = body(around, length, places);
  return `${label}for (const [${index}, ${item}] of [...${list}].entries()) ${text}`;
}

/** Items that a generator gives as its tests say. */
function forOfGenerator(around: Surroundings): string {
  const { random } = around;
  const { text: generator, call } = generatorOfFloats(around);
  const item = around.fresh('y');
  if (random.chance(0.25)) {
    const read = random.pick([
      '[...items].length',
      'Array.from(items).length',
      'new Set(items).size',
    ]);
    return `${generator}\nrecord(${read.replace('items', call)});`;
  }
  const places: Place[] = [{ text: item, type: 'float', isAssignable: false }];
  // Nothing closes the generator where such a loop is left.
  if (random.chance(0.25) && !generator.includes('finally')) {
    const [iterator, done] = [around.fresh('it'), around.fresh('done')];
    const step = `const { value: ${item}, done: ${done} } = ${iterator}.next();\nif (${done}) break;\n`;
    const { label, text } = body(around, mostItems, places, step);
    return `${generator}\nconst ${iterator} = ${call};\n${label}for (;;) ${text}`;
  }
  const { label, text } = body(around, mostItems, places);
  return `${generator}\n${label}for (const ${item} of ${call}) ${text}`;
}

/** Objects that the body changes where they are. */
function forOfRecords(around: Surroundings): string {
  const { random, scope } = around;
  const { text: list, length, keys } = random.pick(scope.records);
  const item = around.fresh('o');
  const places = keys.map((key) => ({
    text: `${item}.${key}`,
    type: 'float' as const,
    isAssignable: true,
  }));
  const { label, text } = body(around, length, places);
  return `${label}for (const ${item} of ${list}) ${text}`;
}

function forIn(around: Surroundings): string {
  const { random, scope } = around;
  if (random.chance(0.4)) {
    const list = random.chance(0.5) ? random.pick(scope.readable('vector')).text : `[1, , 2]`;
    const index = around.fresh('k');
    const { label, text } = body(around, 3, [], `record(Number(${index}));\n`);
    return `${label}for (const ${index} in ${list}) ${text}`;
  }
  if (scope.objects.length === 0) return forOfRange(around);
  const { text: object, keys } = random.pick(scope.objects);
  const key = around.fresh('key');
  const scopeInside: Place = { text: `${object}[${key}]`, type: 'float', isAssignable: true };
  const { label, text } = body(around, keys.length, [scopeInside]);
  return `${label}for (const ${key} in ${object}) ${text}`;
}

/** A callback in the place of a body. */
function forEach(around: Surroundings): string {
  const { random } = around;
  const item = around.fresh('y');
  const count = 1 + random.below(3);
  const inner = inBlock(around, {
    labels: [],
    canBreak: false,
    canContinue: false,
    result: null,
    canReturn: true,
    isGuarded: false,
    canAwait: false,
    weight: around.weight * count,
  });
  inner.scope.declare(item, { places: [{ text: item, type: 'float', isAssignable: true }] });
  const items = random.times(count, () => bounded('float', around, 1)).join(', ');
  return `[${items}].forEach((${item}) => {\n${block(inner)}\n});`;
}
