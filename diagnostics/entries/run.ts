import type { Entries } from '../entry.js';

/** What goes wrong while a graph runs. */
export const run = {
  'assertion-failed': {
    category: 'error',
    title: 'An assertion does not hold',
    explanation:
      'assert() and console.assert() of a tensor are checked at every run of the graph. That a loop must iterate at least once to give a variable its value is checked so too.',
    example: `
import { assert } from 'use-graph';

function f(x) {
  "use graph";
  assert(x > 0, 'x must be positive');
  return x;
}

f(tf.scalar(-1));
`,
    fix: 'Look at what the assertion says.',
  },
  'kernel-failed': {
    category: 'error',
    title: 'An operation failed while the graph ran',
    explanation:
      'The backend refused to run the operation: its values are ones that it cannot take, or there is not enough memory. The error of the backend is the cause of this one.',
    example: null,
    fix: 'Look at the operation in your source, and at the cause.',
  },
  'missing-kernel': {
    category: 'error',
    title: 'The backend lacks an operation',
    explanation: 'Each backend of TensorFlow.js has its own set of operations.',
    example: `
function f(x) {
  "use graph";
  return tf.string.staticRegexReplace(x, 'a', 'b');
}

f(tf.tensor1d(['abc']));
`,
    fix: 'Use another operation, or another backend; where kernels are registered one by one, register this one.',
    backend: 'webgpu',
  },
  'device-lost': {
    category: 'error',
    title: 'The WebGPU device was lost',
    explanation:
      'The driver was reset or ended, or the device was destroyed. What was on it is gone, also the contents of variables.',
    example: null,
    fix: "Wait for tf.setBackend('webgpu'), which starts a new device; make inputs anew, assign to variables, and make a new optimizer where its slots were on the device.",
  },
  'device-refused': {
    category: 'error',
    title:
      'The results of a call were not computed, since the WebGPU device refused its shaders, buffers or memory',
    explanation:
      'There is too little memory, or the driver does not compile a shader. A call that cannot wait hears of it only when its results are read.',
    example: null,
    fix: 'Call the function again: what the device does not compile then runs kernel by kernel, as TensorFlow.js does. Where memory is short, dispose tensors or use a smaller batch.',
  },
  'tensor-too-large': {
    category: 'error',
    title: 'A tensor is larger than what shaders of the WebGPU device can use',
    explanation:
      'Each device limits how many bytes of a buffer one shader reads or writes (maxStorageBufferBindingSize): 128 MiB ' +
      'at least, and more where the adapter has more and the device was requested with it, as TensorFlow.js and useWebGPU() do.',
    example: null,
    fix: 'Compute it in parts, such as smaller batches. Where you request the device yourself, ask for the limits of its adapter.',
  },
  'runs-uncompiled': {
    category: 'warning',
    title: 'A graph runs kernel by kernel, since the WebGPU device refuses what was compiled',
    explanation:
      'There is too little memory, or the driver does not compile a shader. Results are right, but slower.',
    example: null,
    fix: 'Use a smaller batch where memory does not suffice; else report the message.',
  },
  'backend-not-ready': {
    category: 'error',
    title: 'The backend has not started',
    explanation: 'A backend such as webgpu starts asynchronously, and a graph needs one to run on.',
    example: null,
    fix: 'Import the package of the backend, and wait for tf.setBackend(…) or tf.ready() before the first call.',
  },
  'synchronous-read': {
    category: 'error',
    title: 'Eager code decides with a tensor on a backend that cannot be read synchronously',
    explanation:
      'Outside of a graph, an if or a loop has to know the value at once, and WebGPU gives it only later.',
    example: `
import { runFunctionsEagerly } from 'use-graph';

function f(x) {
  "use graph";
  if (tf.sum(x) > 0) return x;
  return -x;
}

runFunctionsEagerly(true);
f(tf.zeros([2000]));
`,
    fix: 'Run the function as a graph (the default), or choose another backend for eager runs.',
    backend: 'webgpu',
  },
  'await-in-eager-run': {
    category: 'error',
    title: 'A promise is awaited in a function that runs eagerly',
    explanation:
      'With runFunctionsEagerly(true), the code that the plugin made of a function runs on real tensors. It is synchronous, also where ' +
      'the function is not. Where the backend can be read at once, data() and array() can be awaited; other promises cannot.',
    example: `
import { runFunctionsEagerly } from 'use-graph';

async function f(x) {
  "use graph";
  const rate = await new Promise((done) => setTimeout(() => done(2), 1));
  return x * rate;
}

runFunctionsEagerly(true);
await f(tf.zeros([2]));
`,
    fix: 'Await the promise before the call, run the function as a graph, or opt it out with "use no graph".',
  },
  'loop-too-long': {
    category: 'error',
    title: 'A loop on WebGPU does not end',
    explanation:
      'A loop that one workgroup of the GPU does by itself is cut into slices, since systems stop shaders that run for ' +
      'seconds. A synchronous call runs slices for some four seconds; where the loop still goes on then, what it leaves ' +
      'is not a number, and the next call throws this error. An asynchronous call goes on for a minute at least, and ' +
      'longer where the GPU is busy with other things.',
    example: null,
    fix: 'See that the test ends the loop, or bound it with setLoopOptions({ maximumIterations }).',
  },
  'loop-needs-async': {
    category: 'error',
    title: 'A loop on WebGPU in a synchronous call',
    explanation:
      'How often the loop runs depends on a tensor, which WebGPU can be asked for only asynchronously. Where all of ' +
      'the loop is arithmetic on tensors that are not large, the GPU decides by itself.',
    example: `
import { print } from 'use-graph';

function f(x) {
  "use graph";
  while (x < 100) {
    x = x * 2;
    print(x);
  }
  return x;
}

f(tf.scalar(1));
`,
    fix: 'Make the function async and await its call, or bound the loop: iterate over range(10) and keep finished elements with tf.where.',
    backend: 'webgpu',
  },
  'condition-needs-async': {
    category: 'error',
    title: 'A conditional on WebGPU in a synchronous call',
    explanation:
      'Which branch runs depends on a tensor, which WebGPU can be asked for only asynchronously. Where neither branch has an ' +
      'effect, such as print or a loop that depends on a tensor, both are computed instead, and the right results taken.',
    example: `
import { print } from 'use-graph';

function f(x) {
  "use graph";
  if (x > 0) {
    x = tf.sqrt(x);
    print('a root', x);
  }
  return x;
}

f(tf.scalar(1));
`,
    fix: 'Make the function async and await its call, or keep effects out of the branches.',
    backend: 'webgpu',
  },
  'assert-needs-async': {
    category: 'error',
    title: 'An assertion on WebGPU in a synchronous call',
    explanation:
      'Whether it holds depends on a tensor, which WebGPU can be asked for only asynchronously.',
    example: `
import { assert } from 'use-graph';

function f(x) {
  "use graph";
  assert(x > 0, 'x must be positive');
  return x;
}

f(tf.scalar(1));
`,
    fix: 'Make the function async and await its call, or return the condition and check it where the result is read.',
    backend: 'webgpu',
  },
  'js-function-needs-async': {
    category: 'error',
    title: 'A jsFunction() in a synchronous call',
    explanation:
      'The function is called with real tensors. WebGPU gives their elements only asynchronously, and a promise that the ' +
      'function returns can be waited for in an asynchronous call only.',
    example: `
import { jsFunction } from 'use-graph';

function f(x) {
  "use graph";
  jsFunction((value) => console.log(value.dataSync()), [x], []);
  return x;
}

f(tf.scalar(1));
`,
    fix: 'Make the function async and await its call.',
    backend: 'webgpu',
  },
  'js-function-result': {
    category: 'error',
    title: 'A jsFunction() returns something else than it says',
    explanation:
      'The graph was made for the types that the third argument of `jsFunction` declares, and its function returned others.',
    example: `
import { jsFunction, tensorSpec } from 'use-graph';

function f(x) {
  "use graph";
  return jsFunction((value) => Array.from(value.dataSync()), [x], tensorSpec([3]));
}

f(tf.tensor1d([1, 2]));
`,
    fix: 'Return what is declared, or declare a size that is not known: tensorSpec([null]).',
  },
  'input-needs-async': {
    category: 'error',
    title: 'A tensor has to be moved from WebGPU in a synchronous call',
    explanation:
      'The tensor was made on another backend, which gives its elements only asynchronously.',
    example: `
function f(x) {
  "use graph";
  return x * 2;
}

const x = tf.add(1, 2);
await tf.setBackend('cpu');
f(x);
`,
    fix: 'Make the tensor on the backend that the graph runs on, or make the function async and await its call.',
    backend: 'webgpu',
  },
  'gradient-needs-read': {
    category: 'error',
    title: 'A gradient is taken around a graph function on WebGPU',
    explanation:
      'The gradient around a call runs the loops of the call once more where it needs what they did in each iteration. A loop that draws random numbers, prints or calls the host would do other things then, so that its ops run one by one; and WebGPU cannot be asked in the midst of tf.grad whether it goes on.',
    example: `
function loss(x) {
  "use graph";
  while (tf.sum(x) < 10) x = x * tf.randomUniform([2], 1, 2);
  return tf.sum(x);
}

tf.grad(loss)(tf.tensor1d([1, 2]));
`,
    fix: 'Take the gradient inside of a graph function.',
    backend: 'webgpu',
  },
  'complex-gradient': {
    category: 'error',
    title: 'A gradient is taken through complex numbers',
    explanation:
      'TensorFlow.js adds up gradients in float32 only, so that none goes through an op on complex numbers.',
    example: `
function loss(x) {
  "use graph";
  return tf.sum(tf.real(tf.fft(tf.complex(x, x))));
}

tf.grad(loss)(tf.tensor1d([1, 2]));
`,
    fix: 'Compute with the real and the imaginary part as tensors of their own, or define the gradient with `tf.customGrad`.',
  },
  'variable-shape-changed': {
    category: 'error',
    title: 'A variable would get another shape',
    explanation: 'A variable keeps the shape that it was created with.',
    example: null,
    fix: 'Assign a tensor of that shape.',
  },
  'missing-package': {
    category: 'error',
    title: 'A package is not installed',
    explanation:
      'use-graph/node needs packages that are optional, since browsers bring what they do.',
    example: null,
    fix: 'Install the package that the message names.',
  },
  'no-webgpu-adapter': {
    category: 'error',
    title: 'No WebGPU adapter was found',
    explanation:
      'useWebGPU() of use-graph/node found neither a graphics driver nor a software one.',
    example: null,
    fix: 'Install a graphics driver with Vulkan, Metal or Direct3D 12, or Chromium, whose software driver will do.',
  },
  'webgpu-device': {
    category: 'error',
    title: 'A WebGPU adapter gave no device',
    explanation: 'The driver was found, but would not start.',
    example: null,
    fix: 'Update the graphics driver, or choose another adapter.',
  },
  'internal-error': {
    category: 'error',
    title: 'A mistake in use-graph',
    explanation: 'Something does not hold that always should. Your program is not to blame.',
    example: null,
    fix: 'Report it, with the program that shows it.',
  },
} as const satisfies Entries;
