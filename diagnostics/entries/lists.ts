import type { Entries } from '../entry.js';

/** Arrays whose length a tensor decides: a branch or loop that a tensor decides about pushes onto them. */
export const lists = {
  'list-element': {
    category: 'error',
    title: 'An array whose length a tensor decides holds elements of several kinds',
    explanation:
      'Where a tensor decides how long an array is, its elements become the rows of one tensor, so they must be alike: tensors of one dtype and shape, numbers, or objects of these and arrays, which need not be as long as each other. Texts, functions, null and objects that the program has anyway may be elements, too: the graph keeps a number for each of them, so that such an array can be used, and not returned. Where branches leave two arrays that are not, which of them it is stays open, so that it can be used, and not returned.',
    example: `
function f(n) {
  "use graph";
  const all = [tf.zeros([2])];
  while (n > 0) {
    all.push(n);
    n = n - 1;
  }
  return all;
}

f(tf.scalar(3));
`,
    fix: 'Use one array for each kind, or make the dtypes and shapes of the elements equal.',
  },
  'list-use': {
    category: 'error',
    title: 'An array whose length a tensor decides is used as one of known length',
    explanation:
      'It can be indexed and looped over, has its length and the methods of arrays that add, take away, choose and change elements, but it cannot be joined, spread into arguments or given to most functions, since how many elements it has is not known while tracing.',
    example: `
function f(n) {
  "use graph";
  const all = [];
  while (n > 0) {
    all.push(n);
    n = n - 1;
  }
  return String.fromCharCode(...all);
}

f(tf.scalar(3));
`,
    fix: 'Take elements by index, loop over the array, or make it a tensor with `tf.stack`.',
  },
  'list-on-host': {
    category: 'error',
    title: 'Code that is not staged uses an array whose length a tensor decides',
    explanation:
      'Such an array has no elements while tracing. Staged code knows that; other code cannot use it.',
    example: `
function first(list) {
  "use no graph";
  return list[0];
}

function f(n) {
  "use graph";
  const all = [];
  while (n > 0) {
    all.push(n);
    n = n - 1;
  }
  return first(all);
}

f(tf.scalar(3));
`,
    fix: 'Stage that code too, or stack the array with `tf.stack` and pass the tensor.',
  },
} as const satisfies Entries;
