import type { Entries } from '../entry.js';

/** What cannot be done with a tensor that has a type and no elements yet. */
export const tensors = {
  'tensor-key': {
    category: 'error',
    title: 'A tensor as a key of a Map or Set that holds other things than numbers',
    explanation:
      'JavaScript finds numbers in a Map or Set by what they are. A traced number is one whose value is not known yet: a Map or Set that is given one as a key keeps its keys as the rows of a tensor, and the graph finds out which of them it is, or that it is new. All keys have to be numbers then, or all of them bools, and the values of a Map alike. Where the values are not, set() at a tensor finds the key among those that the Map has, and fails when the graph runs if it is none of them.',
    example: `
function f(x) {
  "use graph";
  const seen = new Set(['start', 1]);
  seen.add(tf.sum(x));
  return x * seen.size;
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Use a Map or Set for the numbers alone, and another one for the other keys.',
  },
  'host-read': {
    category: 'error',
    title: 'The value of a tensor is asked for while tracing',
    explanation:
      'While a function is traced its tensors have a dtype and a shape, and no elements: these come when the graph runs. dataSync(), array(), a template literal, or a comparison in a function that was not staged, need them at once. Only where all calls have the same elements, those of a constant, of a tensor from outside or of what is computed from sizes, does dataSync() give them.',
    example: `
function f(x) {
  "use graph";
  const total = tf.sum(x).dataSync()[0];
  return x / total;
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Use tensor operations, or an if or a loop in a marked function; to show a value use print(); to have one, return the tensor and read what the call returns.',
  },
  'leaked-tensor': {
    category: 'error',
    title: 'A traced tensor is used after its trace, or outside of its branch or loop',
    explanation:
      'A tensor that was made in a trace stands for a value of that graph. Kept in an object, an array or a closure that outlives it, it has no value.',
    example: `
let kept;

function f(x) {
  "use graph";
  kept = x * 2;
  return x;
}

f(tf.scalar(1));
kept.dataSync();
`,
    fix: 'Return it beside the result, or assign it to a variable that is declared outside of the branch or loop. What has to last from one call to the next is kept in a tf.Variable.',
  },
  'disposed-tensor': {
    category: 'error',
    title: 'A tensor is used that was disposed',
    explanation:
      'An argument, a variable, or a tensor from outside that the graph uses was disposed before the call.',
    example: `
const weight = tf.scalar(2);

function f(x) {
  "use graph";
  return x * weight;
}

f(tf.scalar(1));
weight.dispose();
f(tf.scalar(1));
`,
    fix: 'Dispose it later; where a tf.tidy() does it, keep the tensor with tf.keep.',
  },
  'dispose-in-trace': {
    category: 'error',
    title: 'A tensor from outside, or an argument, is disposed in a graph function',
    explanation:
      'The code of a graph function runs once, while tracing, and not at every call. Tensors that are made inside need no dispose.',
    example: `
const weight = tf.scalar(2);

function f(x) {
  "use graph";
  const y = x * weight;
  weight.dispose();
  return y;
}

f(tf.scalar(1));
`,
    fix: 'Dispose it outside of the function.',
  },
  'promise-in-trace': {
    category: 'error',
    title: 'A promise is awaited in a graph function',
    explanation:
      'A graph is made without waiting, and it can wait for nothing but its own tensors when it runs.',
    example: `
async function f(x) {
  "use graph";
  const scale = await new Promise((resolve) => setTimeout(() => resolve(2), 10));
  return x * scale;
}

await f(tf.scalar(1));
`,
    fix: 'Await it before the call and pass its value in, or wait in a `jsFunction`, which is called at each execution. Where it reads a tensor (data(), array()), use the tensor itself.',
  },
  'dynamic-graph-model': {
    category: 'error',
    title: 'A GraphModel cannot be traced as a whole',
    explanation:
      'Control flow of a model (If, While, Switch, Merge) becomes that of the graph, and from the first ops on whose results are as large as elements say (NonMaxSuppression, Where, Unique, look-ups in tables) TensorFlow.js runs the rest of it in the midst of the graph. What a model needs for either is that its conditionals can be told apart, and that its signature says the dtypes of such outputs.',
    example: null,
    fix: 'Call `model.executeAsync()` outside of graph functions; or trace the part before such ops, `model.execute(x, [names of nodes])`, and do the rest outside.',
  },
  'promise-result': {
    category: 'error',
    title: 'A graph function returned a promise',
    explanation:
      'A graph cannot wait for a promise. An async function that the plugin staged does not return one.',
    example: `
import { graph } from 'use-graph';

const wait = (x) => Promise.resolve(x);
const f = graph(wait, { autograph: false });

f(tf.scalar(1));
`,
    fix: 'Mark the async function "use graph", or await the promise outside.',
  },
  'tensor-in-object': {
    category: 'error',
    title: 'A graph function returned an object that holds a traced tensor',
    explanation:
      'Tensors are found in arrays, object literals, Map and Set. How to build an instance of a class anew at every call is not known.',
    example: `
class Point {
  constructor(x) {
    this.x = x;
  }
}

function f(x) {
  "use graph";
  return new Point(x * 2);
}

f(tf.scalar(1));
`,
    fix: 'Return the tensors, and make the object of them outside.',
  },
  'incompatible-inputs': {
    category: 'error',
    title: 'An operation cannot take tensors of these types',
    explanation: 'The shapes or dtypes do not fit together. TensorFlow.js would refuse them too.',
    example: `
function f(x) {
  "use graph";
  return x * tf.ones([7]);
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Look at the shapes in the message; broadcasting needs sizes that are equal or 1.',
  },
  'custom-gradient': {
    category: 'error',
    title: 'A function given to tf.customGrad returns something else',
    explanation:
      'It has to return its value, and a function that gives the gradient of each of its inputs.',
    example: `
const square = tf.customGrad((x, save) => {
  save([x]);
  return tf.square(x);
});

function f(x) {
  "use graph";
  return square(x);
}

f(tf.scalar(2));
`,
    fix: 'Return `{ value: tf.square(x), gradFunc: (dy, [x]) => tf.mul(dy, tf.mul(2, x)) }`.',
  },
  'no-gradient': {
    category: 'error',
    title: 'A gradient is taken with respect to what the result does not depend on',
    explanation:
      'No operation that has a gradient leads from the argument, or from any of the variables, to what the function returns.',
    example: `
const weight = tf.variable(tf.scalar(2), true, 'weight');

function f(x) {
  "use graph";
  return tf.variableGrads(() => tf.sum(x), [weight]).grads;
}

f(tf.scalar(2));
`,
    fix: 'Compute the result from it, inside of the function whose gradient is taken.',
  },
  'unknown-kernel': {
    category: 'error',
    title: 'An operation that use-graph does not know',
    explanation:
      'For each operation use-graph has to know the dtype and shape of the result before it runs. It does not for this one, such as one of a custom backend.',
    example: `
tf.registerKernel({
  kernelName: 'Custom',
  backendName: tf.getBackend(),
  kernelFunc: ({ inputs }) => inputs.x,
});

function f(x) {
  "use graph";
  return tf.engine().runKernel('Custom', { x });
}

f(tf.scalar(1));
`,
    fix: 'Call it outside of the graph function and pass its result in, or write it with operations of TensorFlow.js.',
  },
  'value-dependent-shape': {
    category: 'error',
    title: 'The size of a result depends on values',
    explanation:
      'While tracing, the elements are not known, and so neither is how many there will be in the result. Of tf.whereAsync, tf.booleanMaskAsync, tf.setdiff1dAsync, tf.unique and tf.image.nonMaxSuppression in staged code the graph leaves the size open; other such operations, and calls of these in code that is not staged, cannot be traced.',
    example: `
function f(x) {
  "use graph";
  return tf.string.stringSplit(x, ' ').values;
}

f(tf.tensor1d(['a b']));
`,
    fix: 'Call it outside of the graph function and pass its result in, or use operations whose results have a fixed size, such as tf.where, tf.topk or a mask that is multiplied.',
  },
  'host-kernel': {
    category: 'error',
    title: 'An operation works on an object of the page',
    explanation:
      'A canvas, a video or an image is not a tensor, so that its pixels cannot be an input of a graph.',
    example: null,
    fix: 'Call tf.browser.fromPixels or tf.browser.draw outside of the graph function.',
  },
  'unknown-count': {
    category: 'error',
    title: 'An operation makes one tensor for each position of an axis whose size is not known',
    explanation:
      'How many tensors there are must be known while tracing. Where only the signature leaves the size open, the function is traced once for each size instead.',
    example: `
import { setLoopOptions } from 'use-graph';

async function f(x) {
  "use graph";
  while (tf.sum(x) < 10) {
    setLoopOptions({ shapeInvariants: [[x, [null]]] });
    x = tf.concat([x, x]);
  }
  return tf.unstack(x);
}

await f(tf.tensor1d([1, 2]));
`,
    fix: 'Keep the size fixed, or loop over the tensor with for-of.',
  },
  'unknown-rank': {
    category: 'error',
    title: 'The rank of a tensor is not known',
    explanation:
      'After a conditional whose branches give different ranks, the rank of the result is not known while tracing. It can be returned, computed with element by element, reduced to one number, given to `shapeOf` or reshaped; other operations of TensorFlow.js look at the rank at once.',
    example: `
function f(x) {
  "use graph";
  let y;
  if (tf.sum(x) > 0) y = tf.zeros([2, 3]);
  else y = tf.zeros([4]);
  return tf.transpose(y);
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Give the rank in the signature (null for each size that varies), or give both branches one rank.',
  },
  'unknown-size': {
    category: 'error',
    title: 'The size of a tensor is not known',
    explanation:
      'A loop changes the size, so that an operation that needs it while tracing cannot have it. Where only the signature leaves sizes open with null, such an operation, or the whole function, is traced once for each size instead.',
    example: `
import { setLoopOptions } from 'use-graph';

async function f(x) {
  "use graph";
  while (tf.sum(x) < 10) {
    setLoopOptions({ shapeInvariants: [[x, [null]]] });
    x = tf.concat([x, x]);
  }
  return tf.add(x, tf.ones(x.shape));
}

await f(tf.tensor1d([1, 2]));
`,
    fix: 'Write the operation without the size (tf.onesLike(x) for tf.ones(x.shape); shapeOf(x) for the sizes as a tensor), or keep the size fixed.',
  },
  'random-not-traceable': {
    category: 'error',
    title: 'Random numbers that cannot be drawn anew at every call',
    explanation:
      'Random operations of TensorFlow.js draw on the host. Called in staged code they are drawn by the graph; in other code, such as a library, the distribution has to be found from the numbers, and of these it cannot: they would be the same at every call.',
    example: `
function noise() {
  "use no graph";
  return tf.randomGamma([2], 1);
}

function f(x) {
  "use graph";
  return x + noise();
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Call the operation in staged code, give a seed if the same numbers at every call are wanted, or pass the numbers in.',
  },
  'gradient-of-js-function': {
    category: 'error',
    title: 'A gradient through what the host runs',
    explanation:
      'What the function of a `jsFunction` does is not in the graph, so that it has no gradient. Nor has what TensorFlow.js runs of a GraphModel because elements decide how large its tensors are.',
    example: `
import { jsFunction, tensorSpec } from 'use-graph';

function square(x) {
  return jsFunction((value) => value.square(), [x], tensorSpec([]));
}

function f(x) {
  "use graph";
  return tf.grad(square)(x);
}

f(tf.scalar(3));
`,
    fix: 'Write that part with TensorFlow.js, or give it a gradient of its own with `tf.customGrad`.',
  },
  'js-function-input': {
    category: 'error',
    title: 'An input of a jsFunction() is no tensor',
    explanation:
      'What the function is called with passes through the graph, where there are tensors only.',
    example: `
import { jsFunction } from 'use-graph';

const log = { lines: [] };

function f(x) {
  "use graph";
  jsFunction((target, value) => target.lines.push(value), [log, x], []);
  return x;
}

f(tf.scalar(3));
`,
    fix: 'Leave it out of the inputs: the function sees it as any closure does.',
  },
} as const satisfies Entries;
