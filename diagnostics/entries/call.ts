import type { Entries } from '../entry.js';

/** How graph functions are made and called. */
export const call = {
  'wrong-argument': {
    category: 'error',
    title: 'A function of use-graph was given an argument of another kind than it takes',
    explanation: 'The message names the function, the argument and what it was.',
    example: `
import { jsFunction, tensorSpec } from 'use-graph';

jsFunction((x) => tf.square(x), tf.scalar(2), tensorSpec([]));
`,
    fix: 'Pass what it takes: jsFunction((x) => tf.square(x), [tf.scalar(2)], tensorSpec([])).',
  },
  'not-a-model': {
    category: 'error',
    title: 'graphModel() was given something that is no model',
    explanation:
      'graphModel() knows how models of tf.layers and of tf.loadGraphModel run, and no others.',
    example: `
import { graphModel } from 'use-graph';

graphModel({ predict: (x) => x });
`,
    fix: 'Wrap a function that calls it: graph((x) => model.predict(x)).',
  },
  'not-a-function': {
    category: 'error',
    title: 'graph() was given something that is no function',
    explanation: 'It takes the function, not its result.',
    example: `
import { graph } from 'use-graph';

graph(tf.scalar(1));
`,
    fix: 'Pass the function itself: graph((x) => model.predict(x)).',
  },
  'not-a-graph-function': {
    category: 'error',
    title: 'graphOf() was given a function that has no graph',
    explanation: 'It takes a function that carries the directive, or one that graph() returned.',
    example: `
import { graphOf } from 'use-graph';

graphOf(Math.max);
`,
    fix: 'Mark the function "use graph", or make a graph function of it with graph().',
  },
  'not-transformed': {
    category: 'warning',
    title: 'The plugin has not seen a marked function',
    explanation:
      'The function carries the directive, but its module did not go through the use-graph plugin. It runs as it is, eagerly; it has no graph.',
    example: `
import { graph } from 'use-graph';

// It stands for a function of a package.
const double = new Function('tf, x', '"use graph"; return tf.mul(x, 2);');

graph(double)(tf, tf.scalar(1));
`,
    fix: 'Add the plugin to the configuration of your bundler; the functions of a package need its option `include`.',
  },
  'version-mismatch': {
    category: 'error',
    title: 'Plugin and runtime are of different versions',
    explanation:
      'The plugin wrote staged code that this runtime does not understand. Both are parts of the package use-graph, of which the project has two copies; or the bundler kept an old result in its cache.',
    example: `
import { slot } from 'use-graph/staged';

// As a plugin of a later version would write it.
slot({ name: 'f', at: 'src/model.js:3:1', version: 2 });
`,
    fix: 'Install one version of use-graph, empty the cache of the bundler, and build anew.',
  },
  'bad-tensor-spec': {
    category: 'error',
    title: 'A tensorSpec with a wrong shape or dtype',
    explanation:
      'The shape is an array of sizes, null where any size will do, or null for any rank; the dtype is one of TensorFlow.js.',
    example: `
import { tensorSpec } from 'use-graph';

tensorSpec([2, -1]);
`,
    fix: 'Write tensorSpec([null, 3], "float32").',
  },
  'bad-input-signature': {
    category: 'error',
    title: 'An inputSignature that holds something else than tensorSpecs',
    explanation:
      'An inputSignature has one tensorSpec for each parameter, possibly nested in arrays and objects.',
    example: `
import { graph } from 'use-graph';

graph((x) => x, { inputSignature: [[2, 3]] });
`,
    fix: 'Wrap the shape: tensorSpec([2, 3]).',
  },
  'arguments-do-not-fit': {
    category: 'error',
    title: 'Arguments do not fit the signature of a function',
    explanation:
      'The function has an inputSignature, or is a concrete function, and takes only arguments of those dtypes and shapes.',
    example: `
import { graph, tensorSpec } from 'use-graph';

const f = graph((x) => tf.neg(x), { inputSignature: [tensorSpec([null])] });

f(tf.zeros([2, 2]));
`,
    fix: 'Call it with such arguments, or put null for each size that varies.',
  },
  'optimizer-changed': {
    category: 'error',
    title: 'A concrete function is called after a setting of its optimizer has changed',
    explanation:
      'The settings of an optimizer are constants of a graph. A function is traced again when one of them has changed, but ' +
      'a concrete function is one trace. The learning rate is none of these constants: it may change at any time, except ' +
      'of classes that extend an optimizer.',
    example: `
import { graph } from 'use-graph';

const optimizer = tf.train.rmsprop(0.1, 0.9);
const w = tf.variable(tf.scalar(2));
const train = graph((x) => optimizer.minimize(() => tf.square(tf.sub(w, x)), true));
const step = train.getConcreteFunction(tf.scalar(1));
optimizer.decay = 0.5;
step(tf.scalar(1));
`,
    fix: 'Call the function itself, or take its concrete function again.',
  },
  'cyclic-argument': {
    category: 'error',
    title: 'An argument contains itself',
    explanation: 'Tensors are looked for in the arguments, level by level, which does not end.',
    example: `
function f(node) {
  "use graph";
  return node.x * 2;
}

const node = { x: tf.scalar(1) };
node.self = node;
f(node);
`,
    fix: 'Pass the tensors in it as arguments of their own.',
  },
  retracing: {
    category: 'warning',
    title: 'A function is traced again and again',
    explanation:
      'Tracing runs the code of the function and takes long. It happens at each call with arguments of a new kind: other numbers and strings, new objects, tensors of other shapes. It also happens at each first call of a graph function that is made anew, as one within a component is whenever that is drawn, and of a method of a new object.',
    example: `
function f(x, step) {
  "use graph";
  return x * step;
}

for (let step = 0; step < 5; step++) f(tf.scalar(1), step);
`,
    fix: 'Pass numbers that vary as tensors, give an inputSignature with null for sizes that vary (or reduceRetracing: true), and pass the same objects. Make graph functions, and objects with such methods, once, outside of what runs again and again.',
  },
} as const satisfies Entries;
