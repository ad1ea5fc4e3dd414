import type { Entries } from '../entry.js';

/** Variables, arguments and results of a function that is being traced, and the functions that it calls. */
export const functions = {
  'recursion-on-tensors': {
    category: 'error',
    title: 'A recursion does not end while tracing',
    explanation:
      'Where a tensor decides whether the recursion goes on, both branches are traced, each time, so that it never ends.',
    example: `
function f(x) {
  "use graph";
  if (x > 0) return f(x - 1);
  return x;
}

f(tf.scalar(3));
`,
    fix: 'Write a loop, or let a host value that changes from call to call decide.',
  },
  'graph-options': {
    category: 'error',
    title: 'graph() is given an option that it does not have',
    explanation:
      'A name that is misspelt would say nothing, and the function would be another than was meant.',
    example: `
import { graph } from 'use-graph';

const f = graph((x) => x, { reduceRetrace: true });
`,
    fix: 'The options are `inputSignature`, `reduceRetracing`, `autograph` and `name`.',
  },
  'argument-modified': {
    category: 'error',
    title: 'A function modifies its argument',
    explanation:
      'The change would be made only while tracing, and not at every call, as in plain JavaScript.',
    example: `
function f(options) {
  "use graph";
  options.x = options.x * 2;
  return options.x;
}

f({ x: tf.scalar(1) });
`,
    fix: 'Modify a copy ([...list], { ...options }), and return it.',
  },
  'left-outside': {
    category: 'warning',
    title: 'A tensor of a graph is left in what is outside of it',
    explanation:
      'A field of an object, or a variable of the module, is assigned a tensor of the graph. That happens while tracing, and no later call does it, so that one which reads the field computes with what was there while tracing: a state, a total or a previous value stays what it was. Whoever reads the tensor itself is told that it has leaked.',
    example: `
class Total {
  sum = 0;
  add(x) {
    "use graph";
    this.sum += x;
    return this.sum;
  }
}

new Total().add(tf.scalar(1));
`,
    fix: 'Return the tensor and pass it to the next call, or keep a `tf.Variable` in the field and `assign()` it.',
  },
  'changed-outside': {
    category: 'warning',
    title: 'A branch or loop changes what is outside of the graph',
    explanation:
      'What a function adds to an array, Map or Set from outside and reads nowhere, a log, it adds while tracing: in both branches of a conditional that a tensor decides about, once in a loop, and at no later call.',
    example: `
const steps = [];

function f(x) {
  "use graph";
  if (x > 0) steps.push('positive');
  return x;
}

f(tf.scalar(-1));
`,
    fix: 'Return what the caller needs, and change it there; or `print()` a message, which each call does where it comes to it.',
  },
  'cyclic-result': {
    category: 'error',
    title: 'A function returns a structure that contains itself',
    explanation: 'Tensors are looked for in the result, level by level, which does not end.',
    example: `
function f(x) {
  "use graph";
  const node = { x };
  node.self = node;
  return node;
}

f(tf.scalar(1));
`,
    fix: 'Return the tensors, and link the objects outside.',
  },
  'variable-in-branch': {
    category: 'error',
    title: 'A variable is created in a branch or loop that a tensor decides about',
    explanation: 'Whether, and how often, it is created would be known only when the graph runs.',
    example: `
function f(x) {
  "use graph";
  if (x > 0) x = x + tf.variable(tf.scalar(1));
  return x;
}

f(tf.scalar(1));
`,
    fix: 'Create variables before it, or outside of the function.',
  },
  'variable-disposed-in-trace': {
    category: 'error',
    title: 'A variable is disposed inside of a graph function',
    explanation: 'It would be disposed while tracing, and be missing at every later call.',
    example: `
const total = tf.variable(tf.scalar(0));

function f(x) {
  "use graph";
  tf.engine().disposeVariables();
  return x;
}

f(tf.scalar(1));
`,
    fix: 'Dispose it outside of the function.',
  },
  'variable-created-later': {
    category: 'error',
    title: 'A variable is created on a call that is not the first',
    explanation:
      'Variables are created once, at the first call of a function. A later call with arguments of another type runs the code again.',
    example: `
function f(x) {
  "use graph";
  return x.rank === 0 ? x : x + tf.variable(tf.scalar(1));
}

f(tf.scalar(1));
f(tf.tensor1d([1, 2]));
`,
    fix: 'Create it on the first call, or outside of the function.',
  },
  'variable-created-each-call': {
    category: 'error',
    title: 'A function creates a new variable whenever it runs',
    explanation:
      'A variable that is made anew at every call keeps nothing from one call to the next.',
    example: `
function f(x) {
  "use graph";
  const weight = tf.variable(tf.scalar(2));
  return x * weight;
}

f(tf.scalar(1));
`,
    fix: 'Keep the variable and create it only where there is none yet, or create it outside.',
  },
  'initial-value-needs-call': {
    category: 'error',
    title: 'The first value of a variable depends on an argument that was not given',
    explanation:
      'getConcreteFunction was given specifications, which have no elements that the variable could be made from.',
    example: `
import { graph, tensorSpec } from 'use-graph';

let mean;
const f = graph((x) => {
  mean ??= tf.variable(tf.mean(x));
  return x - mean;
});

f.getConcreteFunction(tensorSpec([2]));
`,
    fix: 'Call the function once with tensors first, or create the variable outside.',
  },
  'unstaged-condition': {
    category: 'error',
    title: 'A function that was not staged decides with a tensor',
    explanation:
      'A tensor is an object, which JavaScript takes for true whatever it holds. A function that was not staged, such as one of a package, is called as it is, so its `if (x.greater(0))` would always take the first branch, and `x === 0`, `Number.isInteger(x)` and, of a list that it is given, `list.includes(x)` would always be false.',
    example: `
// It stands for a function of a package.
const clip = new Function('tf, x', 'if (tf.greater(x, 0)) return x; return tf.neg(x);');

function f(x) {
  "use graph";
  return clip(tf, x);
}

f(tf.scalar(-1));
`,
    fix: 'Put "use graph" into that function, or use tf.where or cond() of use-graph in it.',
  },
  'unused-comparison': {
    category: 'warning',
    title: 'A function that was not staged may decide with a tensor',
    explanation:
      'The function, or one that it is given, compares tensors, or it is given a truth value, but nothing in the graph uses that. If it stands in a condition, JavaScript took it for true, whatever the tensors hold. Likewise, a function that is given two numbers, one of them a tensor, and returns false, may have compared them as objects.',
    example: `
// It stands for a function of a package.
const check = new Function('tf, x', 'tf.greater(x, 0); return x;');

function f(x) {
  "use graph";
  return check(tf, x);
}

f(tf.scalar(-1));
`,
    fix: 'Put "use graph" into that function, or use tf.where or cond() of use-graph in it. Where the comparison is of no use, leave it out.',
  },
  'condition-in-generator': {
    category: 'error',
    title: 'A tensor decides whether a generator yields',
    explanation:
      'To a loop that takes all of its values a generator gives them as if the body of the loop stood in the place of `yield`, so that a tensor may decide about it. A loop that calls `next()` of an iterator that it alone uses (`for (;;) { const { value, done } = it.next(); …`) is such a loop, too. A generator whose values are taken one by one is run by JavaScript, while tracing; so is one that yields in a `finally`, or leaves a `finally` around a `yield` by a jump or throw. No tensor can decide what such a generator throws in a `try` around a `yield`, either. Operators in it become operations of the graph, and so do branches and loops without a `yield`.',
    example: `
function* positive(list) {
  for (const x of list) {
    if (x > 0) yield x;
  }
}

function f(x) {
  "use graph";
  const values = positive([x, x]);
  return values.next().value;
}

f(tf.scalar(1));
`,
    fix: 'Take the values by a loop, or all of them by `[...items()]`, or the first ones by `const [first, second] = items()`; in the generator, let a `finally` only clean up, and yield behind it.',
  },
  'iterator-in-branch': {
    category: 'error',
    title: 'A branch or loop advances an iterator from outside',
    explanation:
      'JavaScript advances an iterator or generator once, while tracing, whatever a tensor decides. So a branch or loop that a tensor decides about may only take values of iterators that it makes itself. For the same reason nobody may take more of an iterator after a loop over it that was left when a tensor said so: JavaScript has taken all of its items.',
    example: `
function* counting() {
  for (let k = 0; ; k++) yield k;
}

function f(x) {
  "use graph";
  const it = counting();
  if (x > 0) it.next();
  return it.next().value;
}

f(tf.scalar(1));
`,
    fix: 'Take its values before (`const values = [...iterator]`), make it inside, or keep what it counts in a variable.',
  },
  'for-await-in-graph': {
    category: 'error',
    title: 'A function with `for await` is used as one graph',
    explanation:
      'What an asynchronous iterator gives is there only while the program runs. A function with such a loop runs as it is written; the bodies of its loops, and what stands between them, are the graphs.',
    example: `
async function total(source) {
  "use graph";
  let sum = 0;
  for await (const x of source) sum += x;
  return sum;
}

function f(x) {
  "use graph";
  total([1, 2]);
  return x;
}

f(tf.scalar(1));
`,
    fix: 'Call it from a function without the directive, or move what is to be a graph to a function of its own.',
  },
} as const satisfies Entries;
