import {
  fill,
  grad,
  grads,
  linspace,
  ones,
  range,
  scalar,
  tensor,
  tensor1d,
  tensor2d,
  tensor3d,
  tensor4d,
  tensor5d,
  tensor6d,
  tidy,
  valueAndGrad,
  valueAndGrads,
  variableGrads,
  zeros,
} from '@tensorflow/tfjs-core';
import { type StagingError, UseGraphError } from '../../errors.js';
import { broadcasting } from '../../graph/shapes/dimensions.js';
import { errorHere } from '../../trace/errorHere.js';
import { noteMeaning } from '../../trace/opErrors.js';
import { outline } from '../values/describeValue.js';
import { isLibrary } from '../values/library.js';
import { isTensor } from '../values/tensors.js';
import { chainedName } from './opName.js';

/*
 * TensorFlow.js refuses arguments in words about its own code: what they were, and where, it does not say.
 */

/** Functions of TensorFlow.js that are no ops. */
const makers = new Set<unknown>([
  ...[fill, linspace, ones, range, scalar, tidy, variableGrads, zeros],
  ...[grad, grads, valueAndGrad, valueAndGrads],
  ...[tensor, tensor1d, tensor2d, tensor3d, tensor4d, tensor5d, tensor6d],
]);

export function makesTensors(f: unknown): boolean {
  return makers.has(f) || isGradient(f);
}

/** What these give is a function of TensorFlow.js as well: `tf.grads(f)([x, y])`. */
const makingGradients = new Set<unknown>([grad, grads, valueAndGrad, valueAndGrads]);

const gradients = new WeakMap<object, string>();

function isGradient(f: unknown): f is object {
  return typeof f === 'function' && gradients.has(f);
}

/** Calls a function of TensorFlow.js, and notes what it means that it throws. */
export function tellingOfArguments<T>(
  f: { readonly name: string },
  self: unknown,
  args: readonly unknown[],
  call: () => T,
): T {
  try {
    const result = call();
    if (makingGradients.has(f)) gradients.set(result as object, `tf.${f.name}(f)`);
    return result;
  } catch (error) {
    const mayBeOwn = error instanceof Error && !(error instanceof UseGraphError);
    if (mayBeOwn && ((isOwn(args) && !isGradient(f)) || ofLibrary.test(error.message)))
      noteMeaning(
        error,
        meaningOf(error, nameOf(f, self), isTensor(self) ? [self, ...args] : args),
      );
    throw error;
  }
}

/** What TensorFlow.js says where it is given, or calls, a function of the program's, which may throw itself. */
const ofLibrary =
  /^Argument '[^']+' passed to '|\b(?:grads?|valueAndGrads?|variableGrads|tidy)\(|^Cannot (?:compute gradient|find a connection)/;

function isOwn(args: readonly unknown[]): boolean {
  return !args.some((arg) => typeof arg === 'function');
}

function nameOf(f: { readonly name: string }, self: unknown): string {
  const name = (isTensor(self) && chainedName(f)) || f.name;
  const gradient = gradients.get(f);
  if (gradient !== undefined) return gradient;
  const op = name.replace(/_*(?:__op)?$/, '');
  if (isLibrary(self) || isTensor(self) || typeof self !== 'object' || self === null)
    return `tf.${op}`;
  const part = parts.find(([, member]) => Object.hasOwn(self, member))?.[0];
  return part === undefined ? `tf.${op}` : `tf.${part}.${op}`;
}

/** Each part of the library, by a function that only it has. */
const parts = [
  ['browser', 'fromPixels'],
  ['image', 'cropAndResize'],
  ['linalg', 'qr'],
  ['losses', 'huberLoss'],
  ['signal', 'hammingWindow'],
  ['sparse', 'sparseReshape'],
  ['spectral', 'irfft'],
  ['string', 'stringSplit'],
] as const;

function meaningOf(error: Error, name: string, args: readonly unknown[]): StagingError {
  const [reason, fix] = reasonOf(error, name, args);
  const given = args.map((arg) =>
    typeof arg === 'string' ? JSON.stringify(arg) : outline(arg, 2),
  );
  const list =
    given.length < 2 ? given.join() : `${given.slice(0, -1).join(', ')} and ${given.at(-1)}`;
  const what = given.length === 0 ? 'be called without an argument' : `take ${list}`;
  return errorHere('incompatible-inputs', `${name} cannot ${what}: ${reason}.`, fix);
}

function reasonOf(error: Error, name: string, args: readonly unknown[]): [string, string] {
  const { message } = error;
  const [, argument, wanted, got] =
    /^Argument '([^']+)' passed to '[^']+' must be (?:a )?(\w+)(?: or TensorLike| tensor)?, but got '?(\w+)/.exec(
      message,
    ) ?? [];
  if (argument !== undefined && wanted === 'Tensor') return notTensor(argument, got!, args);
  if (argument !== undefined) {
    const kind = wanted === 'numeric' ? 'numbers' : wanted;
    return [
      `'${argument}' is to hold ${kind === 'numbers' ? kind : `elements of dtype ${kind}`}, and holds ${got}`,
      conversions[wanted!] ?? '',
    ];
  }
  if (/^Pass at least one tensor to/.test(message) && isTensor(args[0]))
    return ['it takes an array of tensors', `Put them into one: ${name}([x, y]).`];
  const [, one, other] = /broadcast together with shapes (\S*) and (\S*)\.$/.exec(message) ?? [];
  if (one !== undefined)
    return [`the shapes [${one}] and [${other}] do not broadcast`, broadcasting];
  if (error instanceof TypeError)
    return [
      'an argument is missing, or is of another kind than it takes',
      `Compare them with what the documentation of TensorFlow.js says of ${name}.`,
    ];
  const gradient = misusedGradients.find(([said]) => said.test(message));
  if (gradient !== undefined) return [gradient[1], gradient[2]];
  const told = plain(message);
  return [told, remedies.find(([said]) => said.test(told))?.[1] ?? ''];
}

/** TensorFlow.js speaks of parameters of its own. */
const misusedGradients: readonly (readonly [said: RegExp, reason: string, fix: string])[] = [
  [
    /args passed in \w+\(f\)\(args/,
    'its arguments are to be tensors in an array',
    'Put them into one: [x, y].',
  ],
  [
    /The x passed in/,
    'its argument is to be a tensor',
    'Give it one, or take tf.valueAndGrads(f)([x, y]), which takes an array of several.',
  ],
  [
    /dy passed in/,
    'what is given behind the arguments is to have the shape that the function returns',
    'Leave it out, and ones are taken; of a function of several arguments take tf.grads(f)([x, y]).',
  ],
  [
    /The f passed in .* must be a function|provide a function/,
    'it takes a function',
    'Write what is to be done as a function: () => ….',
  ],
  [
    /none of the \d+ variables is trainable/,
    'there is no trainable variable',
    'Make one outside of the function, tf.variable(…); for gradients of arguments take tf.grads(f)([x, y]).',
  ],
];

const remedies: readonly (readonly [said: RegExp, fix: string])[] = [
  [/must be rank|to have a rank/, 'Give it as many axes, with tf.expandDims or tf.reshape.'],
  [
    /^pass at least one|must pass at least one/,
    'Begin with a tensor of zeros where there may be none.',
  ],
  [/axis must be <=|axis = .* is not in/, 'tf.expandDims(x, 0) adds an axis.'],
  [
    /can't squeeze axis/,
    'Name axes of size 1 only, or none: then all of them go. tf.reshape gives it any shape.',
  ],
  [/match length of perm|entries in 'perm'/, 'List each axis once: tf.transpose(x, [1, 0]).'],
  [/match length of reps/, 'Give a number for each axis: tf.tile(x, [2, 1]).'],
  [/cannot be broadcast to/, broadcasting],
  [/must have the same shape/, 'Add them with +, which broadcasts, or make them alike.'],
  [/non-last dimension/, 'Swap the axes before and behind: tf.transpose(x).'],
  [/^'k' passed to topk/, 'Take Math.min(k, x.shape.at(-1)).'],
  [/unknown dtype/, "There are 'float32', 'int32', 'bool', 'complex64' and 'string'."],
  [
    /^depth of (?:input|output)/,
    'A filter is [height, width, input depth, output depth]; transposed, the depths are swapped.',
  ],
  [/flat\/TypedArray/, 'Give nested arrays, or a shape behind the values.'],
  [
    /can not upcast/,
    'Compare and compute with values of one kind: texts with texts, numbers with numbers.',
  ],
  [
    /inner dimensions|shapes .* must match/,
    'Make them alike, with tf.reshape, tf.slice or tf.transpose.',
  ],
];

/** TensorFlow.js takes undefined for null. */
function notTensor(argument: string, got: string, args: readonly unknown[]): [string, string] {
  const held = args.flatMap((arg) => (Array.isArray(arg) ? arg : [arg]));
  const name = `its argument '${argument}'`;
  if (held.some((value) => value instanceof Promise))
    return [`${name} is a promise`, 'Await it, and give what it gives.'];
  const fix = 'Give a tensor, a number, or an array of numbers.';
  if (got !== 'null' || held.includes(null)) return [`${name} is no tensor`, fix];
  return held.includes(undefined) || argument.includes('[')
    ? [`${name} is undefined`, `${fix} Where a function was called for it, let it return one.`]
    : [`${name} is missing`, fix];
}

const conversions: Readonly<Record<string, string>> = {
  bool: "Compare it (x > 0), or convert it: tf.cast(x, 'bool').",
  int32: "Convert it: tf.cast(x, 'int32').",
  float32: "Convert it: tf.cast(x, 'float32').",
  numeric: 'Texts are no numbers: give it a tensor of numbers.',
  string: 'Give it a tensor of texts.',
};

/** Without the name of a function of TensorFlow.js' own before it, and the point behind it. */
function plain(message: string): string {
  const said = message
    .replace(/\s+/g, ' ')
    .replace(/^Error in \w+: */, '')
    .replace(/^\w+\(\):? */, '')
    .replace(/[.\s]+$/, '');
  return /^[A-Z][a-z]/.test(said) ? said[0]!.toLowerCase() + said.slice(1) : said;
}
