import { bounded, expression, leaf } from './expressions.js';
import type { Place } from './scope.js';
import { braced } from './statements.js';
import type { Surroundings } from './surroundings.js';

/** A Map whose values are floats, which is changed, asked and iterated. */
export function mapUse(around: Surroundings): string {
  const { random } = around;
  const [name, key, item] = ['m', 'key', 'y'].map((letter) => around.fresh(letter));
  const value = () => bounded('float', around, 1);
  const lines = [`const ${name} = new Map([['p', ${value()}], ['q', ${value()}]]);`];
  const places = [read(`${name}.get('p')`), read(`${name}.get(\`${random.pick(['p', 'q'])}\`)`)];
  around.scope.declare(name!, { places });
  const set = () => `${name}.set('${random.pick(['p', 'q'])}', ${value()});`;
  lines.push(set());
  if (random.chance(0.6)) lines.push(`if (${expression('bool', around, 1)}) ${set()}`);
  if (random.chance(0.3)) lines.push(`${name}.delete('r');\nrecord(${name}.size);`);
  const isDecided = random.chance(0.6);
  if (!isDecided) lines.push(...perhapsIn(name!, around));
  if (random.chance(0.5) && around.depth > 0) {
    const scope = around.scope.inner();
    scope.declare(item!, { places: [read(item!)] });
    const body = braced({
      ...around,
      scope,
      weight: around.weight * 2,
      canBreak: true,
      canContinue: true,
    });
    lines.push(`for (const [${key}, ${item}] of ${isDecided ? `[...${name}]` : name}) ${body}`);
  }
  if (random.chance(0.3)) {
    lines.push(`${name}.forEach((${item}, ${key}) => {\nrecord(${item});\n});`);
  }
  return lines.join('\n');
}

/** An entry that tests give and take away. */
function perhapsIn(name: string, around: Surroundings): string[] {
  const { random } = around;
  const test = () => expression('bool', around, 1);
  const set = `${name}.set('r', ${bounded('float', around, 1)});`;
  around.scope.declare(`${name}$`, {
    places: [{ text: `${name}.has('r')`, type: 'bool', isAssignable: false }],
  });
  return [
    `if (${test()}) ${set}`,
    ...(random.chance(0.4) ? [`if (${test()}) ${name}.delete('r');`] : []),
    ...(random.chance(0.4) ? [`record(${name}.size);`] : []),
    `record(${name}.get('r') ?? ${leaf('float', around)});`,
  ];
}

/** A Set of host values, which says what has been seen, or a generator. */
export function setUse(around: Surroundings): string {
  const { random } = around;
  const [name, item] = [around.fresh('m'), around.fresh('k')];
  const scope = around.scope.inner();
  scope.declare(item, { places: [{ text: item, type: 'host', isAssignable: false }] });
  const body =
    around.depth > 0
      ? braced({ ...around, scope, weight: around.weight * 3, canBreak: true, canContinue: true })
      : `record(${item});`;
  if (random.chance(0.3)) {
    return (
      `function* ${name}() {\nyield 2;\nfor (let at = 0; at < ${random.below(3)}; at++) yield at;\n}\n` +
      `for (const ${item} of ${name}()) ${body}`
    );
  }
  const perhaps = random.chance(0.3)
    ? `if (${expression('bool', around, 1)}) ${name}.${random.pick(['add', 'delete'])}(${random.below(4)});\n`
    : '';
  return (
    `const ${name} = new Set([1, 2, ${random.below(3)}]);\n${name}.add(${random.below(4)});\n${perhaps}` +
    `for (const ${item} of ${name}) ${body}\n` +
    `if (${name}.has(3) && ${expression('bool', around, 1)}) record(${leaf('float', around)});`
  );
}

/** Methods of arrays whose callbacks have bodies, tensors decide in them. */
export function callbacks(around: Surroundings): string {
  const { random, scope } = around;
  const [item, name, at] = ['y', 's', 'k'].map((letter) => around.fresh(letter));
  const source = scope.lists.length > 0 ? random.pick(scope.lists) : null;
  const list = source?.text ?? `[${random.times(2, () => bounded('float', around, 1)).join(', ')}]`;
  const length = source?.length ?? 2;
  const inside = scope.inner();
  inside.declare(item!, { places: [{ text: item!, type: 'float', isAssignable: true }] });
  const body = {
    ...around,
    scope: inside,
    depth: Math.min(around.depth - 1, 1),
    labels: [],
    canBreak: false,
    canContinue: false,
    result: 'float' as const,
    canReturn: true,
    isGuarded: false,
    canAwait: false,
    weight: around.weight * length,
  };
  const mapped =
    around.depth > 0 && random.chance(0.6)
      ? `{\nif (${expression('bool', body, 1)}) return ${bounded('float', body, 1)};\n${around.depth > 0 ? `record(${item});\n` : ''}return ${bounded('float', body, 1)};\n}`
      : `(${bounded('float', body, 1)})`;
  const text = `${list}.map((${item}, ${at}) => ${mapped})`;
  const places = random.times(length, (index) => ({
    text: `${name}[${index}]`,
    type: 'float' as const,
    isAssignable: true,
  }));
  scope.declare(name!, { places, lists: [{ text: name!, length }] });
  const found = around.fresh('y');
  const after = random.pick([
    '',
    `\nrecord(${name}.filter((${found}, ${at}) => ${at} > 0).length);`,
    `\nrecord(${name}.findIndex((${found}) => ${found} > ${leaf('float', around)}));`,
    `\nrecord(${name}.find((_, ${at}) => ${at} === 1));`,
    `\nrecord(${name}.includes(${leaf('float', around)}) ? 1 : 2);`,
    `\nrecord(Math.max(...${name}));`,
    `\nrecord(${name}.at(-1));`,
    `\n${name}.reverse();`,
  ]);
  return `const ${name} = ${text};${after}`;
}

/** Optional chaining, where something is there and where nothing is. */
export function optional(around: Surroundings): string {
  const { random, scope } = around;
  const name = around.fresh('o');
  const places = scope.assignable('float');
  const value = bounded('float', around, 1);
  const given = random.pick([
    `{ p: ${value}, f: () => ${leaf('float', around)} }`,
    `{ p: ${value} }`,
    'null',
    'undefined',
  ]);
  const target = places.length > 0 ? `${random.pick(places).text} = ` : 'record';
  const read = random.pick([
    `${name}?.p ?? ${leaf('float', around)}`,
    `${name}?.f?.() ?? ${leaf('float', around)}`,
    `${name}?.['p'] ?? ${leaf('float', around)}`,
  ]);
  return `const ${name} = ${given};\n${target}(${read});`;
}

function read(text: string): Place {
  return { text, type: 'float', isAssignable: false };
}
