import type { Entries } from '../entry.js';

/** Conditionals that a tensor decides: both branches are traced, and what they leave has to fit together. */
export const branches = {
  'condition-type': {
    category: 'error',
    title: 'A condition is not a single bool',
    explanation:
      'A tensor that decides about an if, a loop, `&&`, `||`, `!` or `?:` must be of dtype bool and have one element. The truth of a number or of a whole vector is not guessed.',
    example: `
function f(x) {
  "use graph";
  if (x > 0) return x;
  return -x;
}

f(tf.tensor1d([1, -1]));
`,
    fix: 'Compare numbers (`x !== 0`), reduce vectors with tf.all or tf.any, and choose element by element with tf.where.',
  },
  'undefined-in-branch': {
    category: 'error',
    title: 'A variable has a value in only one branch',
    explanation:
      'A tensor decides which branch runs, and the variable is used afterwards, so it must have a value whichever it was. Where a condition of the program stands before the use (if (isKnown) …) the graph asserts that it has one.',
    example: `
function f(x) {
  "use graph";
  let y;
  if (tf.sum(x) > 0) y = x;
  return y;
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Give the variable a value before the conditional, or in both branches, or use it only where a condition tells that it has one.',
  },
  'null-in-branch': {
    category: 'error',
    title: 'A variable is null after one branch',
    explanation:
      'There is no tensor that is null. A variable that is null after one branch can be asked (x === null, x ?? 0), and used where a condition of the program stands before it (if (isKnown) …): then the graph asserts that it is there. Any other use must have a tensor, number or boolean from both branches.',
    example: `
function f(x) {
  "use graph";
  let y = x;
  if (tf.sum(x) > 0) y = null;
  return y;
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Give it a tensor or a number in both branches, or use it only where a condition tells that it is there.',
  },
  'branch-dtypes-differ': {
    category: 'error',
    title: 'A variable has another dtype in each branch',
    explanation:
      'The variable is one tensor after the conditional, and a tensor has one dtype, whichever branch ran. Only integers that meet a fraction of the program’s own (x / 2, x * 0.5, Infinity) become float32 by themselves.',
    example: `
function f(x) {
  "use graph";
  let y = tf.scalar(1, 'int32');
  if (tf.sum(x) > 0) y = tf.scalar(1.5);
  return y;
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Make the dtypes equal, with tf.cast or by giving the dtype where the tensor is made.',
  },
  'branch-structures-differ': {
    category: 'error',
    title: 'A variable has another structure in each branch',
    explanation:
      'Arrays and objects are merged element by element, and arrays of different lengths become one whose length a tensor decides. A tensor and an array, or an array and an object, have nothing in common that a graph could hold.',
    example: `
function f(x) {
  "use graph";
  let y;
  if (tf.sum(x) > 0) y = [x, x];
  else y = x;
  return y;
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Build the same structure in both branches, stack the elements into one tensor, or ask first which it is (`typeof x`, `x instanceof C`).',
  },
  'branch-sizes-differ': {
    category: 'error',
    title: 'A branch adds to a collection, or takes from it, and something must know what is in it',
    explanation:
      'A Map or Set can be asked for entries that a tensor decides about, iterated in a loop, copied and spread. It cannot be returned, ' +
      'and its order cannot be asked for where a tensor decides about that too.',
    example: `
function f(x) {
  "use graph";
  const all = new Set();
  if (tf.sum(x) > 0) all.add(x);
  return all;
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Return what you need of it (`all.has(key)`, `all.size`, `[...all]`), or an array, which may grow in a branch.',
  },
  'branch-values-differ': {
    category: 'error',
    title: 'A variable holds values that cannot be merged',
    explanation:
      'Tensors, numbers, booleans, texts, functions, and arrays, objects and instances of classes that hold them can depend on a tensor. A Date, a regular expression, a symbol and the like cannot.',
    example: `
function f(x) {
  "use graph";
  let start;
  if (tf.sum(x) > 0) start = new Date(0);
  else start = new Date(86_400_000);
  return start.getTime();
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Use the value within the branches and merge the results, or let a number stand for the choice.',
  },
  'assigned-and-mutated': {
    category: 'error',
    title: 'A variable is assigned, and its contents are changed, in one branch or loop',
    explanation:
      'Whether the change was made to the old object or to the new one depends on a tensor, so neither can be put back.',
    example: null,
    fix: 'Do one of them: make a copy before, or assign a new array or object instead of changing the old one.',
  },
  'chosen-function': {
    category: 'error',
    title: 'What is asked of a function that a tensor chooses is not known while tracing',
    explanation:
      'After `const f = x > 0 ? up : down` a call `f(y)` is a conditional of the graph that runs one of them. It can be passed on, compared and called, but it cannot leave the graph function: a graph returns tensors.',
    example: `
const up = (v) => v + 1;
const down = (v) => v - 1;

function f(x) {
  "use graph";
  return x > 0 ? up : down;
}

f(tf.scalar(1));
`,
    fix: 'Call it in the graph function, or return a number that stands for the choice.',
  },
  'chosen-object': {
    category: 'error',
    title: 'A tensor chooses one of many objects, and the object is changed',
    explanation:
      'After `m = row` in a loop, which object m is depends on tensors. What it holds is known; which object an assignment changes is known of a few objects that are there before the loop, and of the elements of one array, as long as they are where they were; but not of many objects, nor of the elements of two arrays whose lengths a tensor decides.',
    example: `
function f(x) {
  "use graph";
  const rows = [];
  const others = [];
  for (const value of x) {
    if (value > 2) rows.push({ value });
    else others.push({ value });
  }
  let best = { value: 0 };
  for (const row of rows) if (row.value > best.value) best = row;
  for (const row of others) if (row.value > best.value) best = row;
  best.value = -1;
  return rows.map((row) => row.value);
}

f(tf.tensor1d([1, 5, 2]));
`,
    fix: 'Assign to the objects themselves, under conditions, or keep the index of the one chosen in a variable.',
  },
  'cyclic-state': {
    category: 'error',
    title: 'A branch or loop may change an array that contains itself',
    explanation:
      'What a staged branch or loop may change is read and put back element by element, which does not end for an array that contains itself, and takes for ever for nodes that tensors may have linked in one way or many others. Objects may contain themselves, as nodes of a list with references in both directions do.',
    example: `
function f(x) {
  "use graph";
  const list = [x];
  list.push(list);
  if (tf.sum(x) > 0) list[0] = -x;
  return list[0];
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Keep the tensors of it in variables of their own, or the parts of such nodes in arrays, and refer to a node by its index.',
  },
  'return-in-some-branches': {
    category: 'error',
    title: 'A tensor decides whether a function returns a value',
    explanation: 'A graph has as many results on every path, and undefined is no tensor.',
    example: `
function f(x) {
  "use graph";
  if (tf.sum(x) > 0) return x;
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Return a value in the other branch too, or at the end of the function.',
  },
  'prototype-changed': {
    category: 'error',
    title: 'A prototype changes behind a branch that may hide its property',
    explanation:
      'A tensor decides whether an object has the property itself or inherits it, and the object holds what the branch made of both. What its prototype gets afterwards would not be seen.',
    example: `
function f(x) {
  "use graph";
  const defaults = { rate: 0.1 };
  const options = Object.create(defaults);
  if (x > 0) options.rate = 0.5;
  defaults.rate = 0.2;
  return x * options.rate;
}

f(tf.scalar(1));
`,
    fix: 'Change the prototype before the branch, or give the object a property of its own in any case: options.rate = x > 0 ? 0.5 : 0.2.',
  },
  'no-branches': {
    category: 'error',
    title: 'switchCase or caseOf without branches',
    explanation: 'There is nothing that could be the result.',
    example: `
import { switchCase } from 'use-graph';

function f(index) {
  "use graph";
  return switchCase(index, []);
}

f(tf.scalar(0, 'int32'));
`,
    fix: 'Give it at least one branch, or a default.',
  },
  'swallowed-throw': {
    category: 'error',
    title: 'Code that is not staged catches an exception that a tensor decides about',
    explanation:
      'A throw in a branch that a tensor decides about becomes a part of the graph. A try/catch of staged code does too; one of other code would handle the exception once, while tracing.',
    example: `
function attempt(f) {
  "use no graph";
  try {
    return f();
  } catch {
    return 0;
  }
}

function f(x) {
  "use graph";
  let y = x;
  if (x > 0) {
    y = attempt(() => {
      throw new RangeError('positive');
    });
  }
  return y;
}

f(tf.scalar(1));
`,
    fix: 'Catch it in a function that carries the directive or that is staged along.',
  },
} as const satisfies Entries;
