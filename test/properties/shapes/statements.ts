import { clipped, mask, number, tensor, test, wildTensor } from './expressions.js';
import { type Around, costOf } from './scope.js';

/** The statements of a block. */
export function block(around: Around, most = 2): string {
  const lines = around.random.times(1 + around.random.below(most), () => statement(around));
  return lines.join('\n');
}

function braced(around: Around, more: Partial<Around> = {}): string {
  return `{\n${block({ ...around, depth: around.depth - 1, ...more })}\n}`;
}

function statement(around: Around): string {
  const { random, depth, isLoop, budget } = around;
  const kinds: [number, () => string][] = [
    [6, () => assignment(around)],
    [1, () => variableAssignment(around)],
    [isLoop ? 1 : 0, () => `if (${test(around)}) ${random.pick(['break', 'continue', 'break'])};`],
    [isLoop ? 0.5 : 0, () => push(around)],
    [0.25, () => `if (${test(around)}) return result();`],
  ];
  if (depth > 0 && budget.left > 0) {
    const nesting: [number, (around: Around) => string][] = [
      [2, branch],
      [0.7, switchStatement],
      [4, loop],
    ];
    kinds.push([
      7,
      () => {
        budget.left--;
        return random.weighted(nesting)(around);
      },
    ]);
  }
  return random.weighted(kinds)();
}

function assignment(around: Around): string {
  const { random, tensors, wild, numbers } = around;
  const places = tensors.filter(({ isAssignable }) => isAssignable);
  const wildPlaces = wild.filter(({ isAssignable }) => isAssignable);
  const kinds: [number, () => string][] = [];
  if (places.length > 0) {
    kinds.push([
      4,
      () => {
        const { text, shape } = random.pick(places);
        return `${text} = ${tensor(around, shape)};`;
      },
    ]);
  }
  if (wildPlaces.length > 0) {
    kinds.push([
      0.7,
      () => {
        const place = random.pick(wildPlaces);
        return `${place.text} = ${wildTensor(around, place)};`;
      },
    ]);
  }
  if (numbers.length > 0) kinds.push([2, () => `${random.pick(numbers)} = ${number(around)};`]);
  return random.weighted(kinds)();
}

/** A tf.Variable of the shape of `p`. */
function variableAssignment(around: Around): string {
  const { shape } = around.tensors.find(({ text }) => text === 'p')!;
  return `weights.assign(${clipped(`tf.add(weights, ${tensor(around, shape, 1)})`)});`;
}

function push(around: Around): string {
  const { shape } = around.tensors.find(({ text }) => text === 'p')!;
  return `found.push(${tensor(around, shape, 1)});`;
}

function branch(around: Around): string {
  const otherwise = around.random.chance(0.5) ? ` else ${braced(around)}` : '';
  return `if (${test(around)}) ${braced(around)}${otherwise}`;
}

function switchStatement(around: Around): string {
  const { random } = around;
  const clause = (test: string) =>
    `${test}: ${braced(around, { isLoop: false })}${random.chance(0.6) ? '\nbreak;' : ''}`;
  const clauses = ['case 0', 'case 1', 'case 2'].slice(random.below(2)).map(clause);
  if (random.chance(0.7)) clauses.splice(random.below(clauses.length + 1), 0, clause('default'));
  return `switch (${random.pick(around.counts)} % 3) {\n${clauses.join('\n')}\n}`;
}

/** Loops of every form, that tensors end. */
function loop(around: Around): string {
  const { random } = around;
  const { text: limit, most } = limitOf(around);
  const k = around.fresh('k');
  const options = random.chance(0.35) ? `setLoopOptions({ maximumIterations: ${most} });\n` : '';
  const inside: Around = {
    ...around,
    counts: [...around.counts, k],
    work: around.work / most,
    depth: around.depth - 1,
    isLoop: true,
  };
  const body = (first = '') => `{\n${options}${first}${block(inside)}\n}`;
  const plainBody = () => `{\n${block(inside)}\n}`;
  return random.weighted<() => string>([
    [2, () => countingTensor(around, limit, body, k)],
    [2, () => `for (let ${k} = 0; ${k} < ${limit}; ${k}++) ${body()}`],
    [1, () => `for (const ${k} of range(${limit})) ${body()}`],
    [1.5, () => `for (let ${k} = 0; ${k} < ${limit} && ${test(around)}; ${k}++) ${body()}`],
    [1.5, () => `let ${k} = 0;\nwhile (${test(around)} && ${k} < ${limit}) ${body(`${k}++;\n`)}`],
    [1, () => `let ${k} = 0;\ndo ${body(`${k}++;\n`)} while (${k} < ${limit} && ${test(around)});`],
    [
      1,
      () =>
        `let ${k} = 0;\nwhile (true) ${body(`if (${k} >= ${limit} || ${test(around, 0)}) break;\n${k}++;\n`)}`,
    ],
    [1, () => rows(around, plainBody, k)],
  ])();
}

/** Its test reads a whole tensor, the elements of which count. */
function countingTensor(
  around: Around,
  limit: string,
  body: (first: string) => string,
  k: string,
): string {
  const { random, tensors } = around;
  const { shape } = random.pick(tensors);
  const t = around.fresh('t');
  const [made, step] = random.pick([
    [`tf.zeros([${shape}])`, '1'],
    [`tf.fill([${shape}], -1)`, '1'],
    [`tf.cast(${mask(around, shape, 0)}, 'float32')`, '1'],
    [`tf.zeros([${shape}])`, `tf.add(1, tf.cast(${mask(around, shape, 0)}, 'float32'))`],
  ] as const);
  const goesOn = random.pick([
    `value(tf.max(${t})) < ${limit}`,
    `value(tf.min(${t})) < ${limit}`,
    `value(tf.any(tf.less(${t}, ${limit})))`,
    `value(tf.all(tf.less(${t}, ${limit})))`,
  ]);
  const isCapped = step !== '1' || made.includes('cast') || made.includes('-1');
  const first = `${k}++;\n${t} = tf.add(${t}, ${step});\n`;
  return `let ${k} = 0;\nlet ${t} = ${made};\nwhile (${goesOn}${isCapped ? ` && ${k} < ${limit}` : ''}) ${body(first)}`;
}

function rows(around: Around, body: () => string, k: string): string {
  const short = around.tensors.filter(({ shape }) => shape.length > 0 && shape[0]! <= 4);
  if (short.length === 0) return `for (let ${k} = 0; ${k} < 2; ${k}++) ${body()}`;
  const { text } = around.random.pick(short);
  const row = around.fresh('r');
  return `let ${k} = 0;\nfor (const ${row} of tf.unstack(${text})) {\n${k}++;\np = ${clipped(`tf.add(p, value(tf.sum(${row})) % 2)`)};\n${body()}\n}`;
}

/** How often a loop runs, and how often it may do so at most. */
function limitOf(around: Around): { readonly text: string; readonly most: number } {
  const { random, counts, longest } = around;
  const outer = counts.filter((name) => name !== 'n');
  const choices: [number, { text: string; most: number }][] = [
    [1, { text: random.pick(['1', '2', '3']), most: 3 }],
    [1, { text: 'n % 4', most: 3 }],
    [1.5, { text: 'Math.floor(Math.abs(s))', most: 8 }],
  ];
  if (around.work >= longest * costOf(around.tensors))
    choices.push([8, { text: 'n', most: longest }]);
  if (outer.length > 0) {
    const most = 1 + random.below(4);
    choices.push([3, { text: `${random.pick(outer)} % ${most + 1}`, most }]);
  }
  return random.weighted(choices);
}
