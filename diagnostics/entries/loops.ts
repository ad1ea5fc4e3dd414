import type { Entries } from '../entry.js';

/** Loops that a tensor decides about: the body is traced once, so every iteration must leave what it found. */
export const loops = {
  'growing-text': {
    category: 'error',
    title: 'A loop that a tensor decides about adds to a text',
    explanation:
      'A text that a tensor chooses is one of some that the program has: graphs compute none. Where each iteration makes it longer, nobody knows which it may be.',
    example: `
function f(n) {
  "use graph";
  let bar = '';
  for (let i = 0; i < n; i++) bar += '#';
  return bar;
}

f(tf.scalar(3));
`,
    fix: 'Push numbers onto an array, return it, and make the text of what the call returns; or use print().',
  },
  'undefined-before-loop': {
    category: 'error',
    title: 'A loop uses a variable before it has a value',
    explanation:
      'The first iteration reads what was there before the loop. A variable that an iteration only writes needs no value before.',
    example: `
function f(n) {
  "use graph";
  let sum;
  while (n > 0) {
    sum = sum + n;
    n = n - 1;
  }
  return sum;
}

f(tf.scalar(3));
`,
    fix: 'Give the variable a tensor or a number before the loop.',
  },
  'undefined-after-iteration': {
    category: 'error',
    title: 'A variable is undefined at the end of an iteration',
    explanation:
      'The next iteration, or what comes after the loop, uses the variable, and there is no tensor that is undefined.',
    example: `
function f(n) {
  "use graph";
  let last = n;
  while (n > 0) {
    last = undefined;
    n = n - 1;
  }
  return last;
}

f(tf.scalar(3));
`,
    fix: 'Give it a tensor or a number there, and keep whether it is set in a bool of its own.',
  },
  'null-after-iteration': {
    category: 'error',
    title: 'A variable is null at the end of an iteration',
    explanation:
      'The next iteration, or what comes after the loop, uses the variable, and there is no tensor that is null.',
    example: `
function f(n) {
  "use graph";
  let last = n;
  while (n > 0) {
    last = null;
    n = n - 1;
  }
  return last;
}

f(tf.scalar(3));
`,
    fix: 'Give it a tensor or a number there, and keep whether it is set in a bool of its own.',
  },
  'loop-dtype-changes': {
    category: 'error',
    title: 'A variable changes its dtype in a loop',
    explanation:
      'The same variable goes into every iteration, so it must come out of each with the dtype that it went in with. Only integers that meet a fraction of the program’s own (x / 2, x * 0.5, Infinity) become float32 by themselves.',
    example: `
function f(n) {
  "use graph";
  let y = tf.scalar(0, 'int32');
  while (n > 0) {
    y = y + tf.scalar(0.5);
    n = n - 1;
  }
  return y;
}

f(tf.scalar(3));
`,
    fix: 'Make the dtypes equal, with tf.cast or by giving the dtype where the tensor is made.',
  },
  'loop-shape-changes': {
    category: 'error',
    title: 'A variable changes its shape in a loop',
    explanation:
      'The body is traced once for all iterations, so the shape of a variable must be the same in each, unless it is said that it varies.',
    example: `
function f(n) {
  "use graph";
  let all = tf.zeros([1]);
  while (n > 0) {
    all = tf.concat([all, [1]]);
    n = n - 1;
  }
  return all;
}

f(tf.scalar(3));
`,
    fix: 'Let the size vary with setLoopOptions({ shapeInvariants: [[all, [null]]] }) as the first statement of the body, or use a TensorArray.',
  },
  'loop-shape-invariant': {
    category: 'error',
    title: 'A variable does not keep the shape that setLoopOptions gives it',
    explanation: 'A shape invariant holds before the loop and after every iteration.',
    example: `
import { setLoopOptions } from 'use-graph';

function f(n) {
  "use graph";
  let all = tf.zeros([1]);
  while (n > 0) {
    setLoopOptions({ shapeInvariants: [[all, [1]]] });
    all = tf.concat([all, [1]]);
    n = n - 1;
  }
  return all;
}

f(tf.scalar(3));
`,
    fix: 'Put null for each size that varies.',
  },
  'loop-structure-changes': {
    category: 'error',
    title: 'A variable changes its structure in a loop',
    explanation:
      'Arrays and objects go from iteration to iteration element by element, so their number, or the keys, must stay the same.',
    example: `
function f(n) {
  "use graph";
  let y = { last: n };
  while (n > 0) {
    y = [n];
    n = n - 1;
  }
  return y;
}

f(tf.scalar(3));
`,
    fix: 'Keep the structure, and collect values with a TensorArray.',
  },
  'loop-grows-collection': {
    category: 'error',
    title: 'A Map, Set or object gets keys in a loop that are not known',
    explanation:
      'A tensor decides how often the loop runs, and which keys a Map, Set or object may get must be known while tracing: texts, numbers, and objects that were made before the loop. An array may grow and shrink.',
    example: `
function f(n) {
  "use graph";
  const seen = new Set();
  while (n > 0) {
    seen.add({ n });
    n = n - 1;
  }
  return seen.size;
}

f(tf.scalar(3));
`,
    fix: 'Use keys that are known, or keep the values in an array.',
  },
  'loop-value-changes': {
    category: 'error',
    title: 'A variable that changes in a loop holds what a graph cannot compute',
    explanation:
      'Tensors, numbers, booleans, functions and texts that are known before the loop is traced, and arrays and objects of them can go from iteration to iteration. A Date, a regular expression and the like cannot, nor a text that grows.',
    example: `
function f(n) {
  "use graph";
  let start = new Date(0);
  while (n > 0) {
    start = new Date(1);
    n = n - 1;
  }
  return start;
}

f(tf.scalar(3));
`,
    fix: 'Compute such values before or after the loop, or let a number stand for them.',
  },
  'endless-loop': {
    category: 'error',
    title: 'A loop of JavaScript did not end while tracing',
    explanation:
      'A branch that a tensor decides about is traced whether it runs or not. In it stands a loop whose condition asks no tensor, and that does not end. Where the branch runs, the call fails with this error.',
    example: `
function f(x) {
  "use graph";
  const stack = [1, 2];
  if (x > 0) while (stack.at(-1) !== 3) stack.pop();
  return stack.length;
}

f(tf.scalar(1));
`,
    fix: 'Let what the condition asks change in the loop. Compute long loops of numbers before the branch.',
  },
  'endless-iteration': {
    category: 'error',
    title: 'A loop over a very long JavaScript iterable that a tensor ends',
    explanation:
      'A loop over a JavaScript iterable is traced item by item. Where a tensor decides when it ends, it is not known while tracing how many items are needed.',
    example: `
const numbers = {
  [Symbol.iterator]() {
    let i = 0;
    return { next: () => ({ done: false, value: i++ }) };
  },
};

function f(x) {
  "use graph";
  for (const i of numbers) {
    x = x - i;
    if (x < 0) break;
  }
  return x;
}

f(tf.scalar(10));
`,
    fix: 'Write a generator (`function* () { … yield i++; }`), whose loop becomes one of the graph, loop over a tensor or a range(…), or limit the iterable.',
  },
  'unrolled-loop': {
    category: 'warning',
    title: 'A loop of very many iterations is unrolled',
    explanation:
      'A loop that no tensor decides about runs while the function is traced, and what each iteration does is added to the graph. The graph of ten thousand iterations takes long to make; a loop that does not end is never done.',
    example: `
function f(x) {
  "use graph";
  for (let i = 0; i < 10_100; i++) x = x + i;
  return x;
}

f(tf.scalar(1));
`,
    fix: 'Loop over range(n) of use-graph or over a tensor: then the body is traced once.',
  },
  'loop-options': {
    category: 'error',
    title: 'setLoopOptions was given something that it does not take, or stands outside of a loop',
    explanation:
      'There are `maximumIterations`, a whole number of at least 1, and `shapeInvariants`; what is said is about the loop in whose body it stands.',
    example: `
import { setLoopOptions } from 'use-graph';

function f(n) {
  "use graph";
  while (n > 0) {
    setLoopOptions({ maximumIterations: 0 });
    n = n - 1;
  }
  return n;
}

f(tf.scalar(3));
`,
    fix: 'Give a whole number, or leave the option out; let the call be the first statement of the body of its loop.',
  },
  'range-bound': {
    category: 'error',
    title: 'A bound of a range is no number',
    explanation:
      'Start, stop and step of a range are numbers, or int32 or float32 tensors of one element.',
    example: `
import { range } from 'use-graph';

function f(x) {
  "use graph";
  let sum = tf.scalar(0);
  for (const i of range(x)) sum = sum + i;
  return sum;
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Pass one number: x.shape[0] for the length, or one element of the tensor.',
  },
  'range-step': {
    category: 'error',
    title: 'The step of a range is 0',
    explanation: 'Such a range would not end.',
    example: `
import { range } from 'use-graph';

function f(x) {
  "use graph";
  for (const i of range(0, 3, 0)) x = x + i;
  return x;
}

f(tf.scalar(1));
`,
    fix: 'Give a step that is greater or less than 0.',
  },
  'scalar-iteration': {
    category: 'error',
    title: 'A scalar is iterated over or indexed',
    explanation: 'A loop over a tensor takes its rows, along the first axis. A scalar has no axis.',
    example: `
function f(n) {
  "use graph";
  let sum = tf.scalar(0);
  for (const row of n) sum = sum + row;
  return sum;
}

f(tf.scalar(3));
`,
    fix: 'To count up to it, use range(n).',
  },
} as const satisfies Entries;
