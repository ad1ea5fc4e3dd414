import type { Entries } from '../entry.js';

/** Operators, indices and array methods on tensors. */
export const operators = {
  'operand-type': {
    category: 'error',
    title: 'An operator cannot take these operands',
    explanation:
      'Beside a tensor, the other operand must be a tensor, a number, a boolean, or an array of them.',
    example: `
function f(x) {
  "use graph";
  return x + { offset: 1 };
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Take the tensor or the number out of the object first.',
  },
  'index-type': {
    category: 'error',
    title: 'A tensor is indexed with something that is no index',
    explanation:
      'An index is a whole number: one of JavaScript or a scalar for one row, an int32 vector for several.',
    example: `
function f(x) {
  "use graph";
  return x[0.5];
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Round it, or cast it with tf.cast(i, "int32"); to choose by a mask, use tf.where.',
  },
  'index-out-of-range': {
    category: 'error',
    title: 'An index is outside of the tensor',
    explanation:
      'Rows are counted from 0, and with negative numbers from the end. That the index is a tensor is no excuse, but then nobody can tell while tracing.',
    example: `
function f(x) {
  "use graph";
  return x[2];
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Check it against x.shape[0].',
  },
  'element-dtype': {
    category: 'error',
    title: 'An element of another dtype is assigned to a tensor',
    explanation: 'All elements of a tensor have one dtype, which an assignment does not change.',
    example: `
function f(x) {
  "use graph";
  let y = tf.cast(x, 'int32');
  y[0] = 0.5;
  return y;
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Cast one of them with tf.cast.',
  },
  'constant-tensor': {
    category: 'error',
    title: 'An element of a tensor is assigned that is a constant',
    explanation:
      'Tensors cannot be changed: `x[i] = v` makes a new tensor and assigns it to x, which must therefore be a variable that can be assigned to.',
    example: `
function f(x) {
  "use graph";
  const y = x * 2;
  y[0] = 1;
  return y;
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Declare it with let.',
  },
  'tensor-mutation': {
    category: 'error',
    title: 'A method would change a tensor in place',
    explanation:
      'push, sort, fill and the like change an array. A tensor is a value: what would change it makes a new one.',
    example: `
function f(x) {
  "use graph";
  x.push(1);
  return x;
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Make a new tensor, with tf.concat for example, and assign it: x = tf.concat([x, tf.tensor1d([1])]).',
  },
  'overwritten-tensor': {
    category: 'error',
    title: 'An element of a tensor is assigned, and the tensor has another name',
    explanation:
      'Of an array, whoever holds it sees that an element was assigned. A tensor is a value: `x[i] = v` makes a new one in `x`, ' +
      'and the function that was given `x`, the array that holds it, or the tensor of which it is a row, still have the one of ' +
      'before. So it is an error where they read it afterwards, or where nobody gets the new one.',
    example: `
function raise(x) {
  x[0] = x[0] + 1;
  return x;
}

function f(x) {
  "use graph";
  raise(x);
  return x;
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Assign what the function gives (`x = raise(x)`). To change a copy, make one: `let y = tf.clone(x)`.',
  },
  'tensor-predicate': {
    category: 'error',
    title: 'The callback of an array method decides with a tensor',
    explanation:
      'sort of many elements orders a JavaScript array at once, while tracing, when the tensors have no values yet.',
    example: `
function f(x) {
  "use graph";
  const many = Array.from({ length: 40 }, (_, index) => x * index);
  return many.sort((a, b) => b - a)[0];
}

f(tf.scalar(1));
`,
    fix: 'Stack the elements and use tf.topk, or write a loop with an if.',
  },
  'tensor-array-empty': {
    category: 'error',
    title: 'A TensorArray is read before anything was written',
    explanation: 'The shape of its elements is not known before the first one is written.',
    example: `
import { TensorArray } from 'use-graph';

function f(x) {
  "use graph";
  return new TensorArray('float32', 3).stack();
}

f(tf.scalar(1));
`,
    fix: 'Write an element first, or give elementShape.',
  },
  'tensor-array-ignored': {
    category: 'error',
    title: 'What a TensorArray gives after a write is not used',
    explanation:
      'A TensorArray never changes: `write`, `scatter`, `unstack` and `split` return another one, which holds what was written.',
    example: `
import { TensorArray } from 'use-graph';

function f(x) {
  "use graph";
  const all = new TensorArray('float32', 1);
  all.write(0, x);
  return all.stack();
}

f(tf.scalar(1));
`,
    fix: 'Assign it to the variable: all = all.write(index, value).',
  },
  'tensor-array-element': {
    category: 'error',
    title: 'An element does not fit a TensorArray',
    explanation:
      'All elements of a TensorArray have one dtype and one shape, and are written and read by its methods.',
    example: `
import { TensorArray } from 'use-graph';

function f(x) {
  "use graph";
  let all = new TensorArray('float32', 2);
  all = all.write(0, x);
  all = all.write(1, tf.sum(x));
  return all.stack();
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Reshape or cast the element.',
  },
  'tensor-array-order': {
    category: 'error',
    title: 'A TensorArray is written to where it cannot be',
    explanation: 'With dynamicSize, elements are written one after the other.',
    example: `
import { TensorArray } from 'use-graph';

function f(x) {
  "use graph";
  let all = new TensorArray('float32', 0, { dynamicSize: true });
  all = all.write(5, x);
  return all.stack();
}

f(tf.scalar(1));
`,
    fix: 'Write the elements in their order, or give the size: new TensorArray(dtype, size).',
  },
} as const satisfies Entries;
