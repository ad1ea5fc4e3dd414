import type { Tensor } from '@tensorflow/tfjs-core';
import { argumentNames } from '../../trace/runningCode.js';
import { currentLocation, isSymbolic } from '../../trace/session.js';
import { noText } from '../operators/noText.js';
import { requirePresent } from '../operators/operands.js';
import { isMissing } from '../values/absent.js';
import { describeValue } from '../values/describeValue.js';
import { isLibrary, similarOp, unknownFunction } from '../values/library.js';
import { methodNames, similarName } from '../values/similarName.js';
import { isTensor } from '../values/tensors.js';

/* What is said where the program calls something that is no function, and what it may have meant. */

export function notFunction(f: unknown, name: string | undefined): TypeError {
  const place = currentLocation();
  const [written] = name === undefined && place !== null ? argumentNames('call', place, 1) : [name];
  if (written === undefined) return new TypeError(`${describeValue(f)} is not a function`);
  const why = name === undefined ? `: it is ${describeValue(f)}` : '';
  return new TypeError(`${written} is not a function${why}`);
}

export function noMethod(o: unknown, key: PropertyKey | Tensor, found: unknown): Error {
  requirePresent(found);
  if (isTensor(key)) return new TypeError(`${describeValue(found)} is not a function`);
  const name = typeof key === 'string' && !/^\d/.test(key) ? key : `[${String(key)}]`;
  const why =
    found === undefined
      ? `${describeValue(o).replace(/^an? /, 'the ')} has no such ${Array.isArray(o) && name !== key ? 'element' : 'method'}`
      : `it is ${describeValue(found)}`;
  if (isTensor(o) && isSymbolic(o) && key in Number.prototype) return noText(`${name}()`, o);
  if (found === undefined && isLibrary(o)) return new TypeError(unknownFunction(o, name));
  return new TypeError(
    `${name} is not a function: ${why}${found === undefined ? meantMethod(o, name) : ''}`,
  );
}

/** What lists and dictionaries of other languages have, and arrays call otherwise. */
const otherNames: Readonly<Record<string, string>> = {
  append: 'push(value)',
  extend: 'push(...values)',
  insert: 'splice(index, 0, value)',
  remove: 'splice(index, 1)',
  contains: 'includes(value)',
  get: 'at(index)',
  count: 'filter(test).length',
  index: 'indexOf(value)',
};

function meantMethod(o: unknown, name: string): string {
  if (Array.isArray(o) && Object.hasOwn(otherNames, name))
    return `. Arrays have ${otherNames[name]}.`;
  const similar = isMissing(o) ? undefined : similarName(name, methodNames(Object(o) as object));
  if (similar !== undefined) return `. Did you mean '${similar}'?`;
  return isTensor(o) ? chainedOp(name) : '';
}

export function notTheOp(name: string): TypeError {
  return new TypeError(
    `${name}() of a tensor is the method of arrays, but these arguments are an op's${chainedOp(name)}`,
  );
}

const ofDigits = new Set<unknown>([
  Number.prototype.toExponential,
  Number.prototype.toFixed,
  Number.prototype.toPrecision,
]);

/**
 * Refuses a method of numbers that is called on a tensor which stands for one. A number has the method, and so the program is
 * right: what it asks for is what the graph will know.
 */
export function requireDigits(f: { readonly name: string }, self: unknown): void {
  if (ofDigits.has(f) && isTensor(self)) throw noText(`${f.name}()`, self);
}

const orChained =
  ", or import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js', which makes ops methods of tensors.";

/** Methods of tensors that are called otherwise as ops. */
const casts: Readonly<Record<string, string>> = {
  toBool: 'bool',
  toFloat: 'float32',
  toInt: 'int32',
};

/** Ops are methods of tensors only where a module of TensorFlow.js has been imported that makes them so. */
function chainedOp(name: string): string {
  if (name in String.prototype && !(name in Array.prototype)) return '. The tensor is no text.';
  const similar = similarOp(name);
  if (similar !== null) return `. Did you mean tf.${similar}(…)?`;
  if (Object.hasOwn(casts, name)) return `. Write tf.cast(x, '${casts[name]}')${orChained}`;
  return `. If it is an op of TensorFlow.js, write tf.${name}(…)${orChained}`;
}
