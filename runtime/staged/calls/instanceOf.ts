import { Tensor } from '@tensorflow/tfjs-core';
import { ofChosenFunction } from '../objects/functionUses.js';
import { whether } from '../objects/variantTests.js';
import { primitiveType } from '../operators/primitiveType.js';
import { variableEntry } from '../state/state.js';
import { observe } from '../values/absent.js';
import { type AnyFunction, chosenFunctionOf } from '../values/chosenFunction.js';
import { variantOf } from '../values/variantObjects.js';
import { booleanOf } from './boolean.js';

/** `value instanceof type` */
export function instance_of(given: unknown, type: unknown): unknown {
  const value = observe(given);
  const variant = variantOf(value);
  if (variant !== undefined) return whether(variant, (object) => instance_of(object, type));
  const [types, chosen] = [variantOf(type), chosenFunctionOf(type)];
  if (types !== undefined) return whether(types, (one) => instance_of(value, one));
  if (chosen !== undefined) return ofChosenFunction(chosen, (f) => instance_of(value, f), answer);
  const test = ownTest(type);
  const primitive = primitiveType(value);
  if (test === undefined || (primitive === 'string' && type === Tensor)) {
    const object = primitive === undefined ? value : undefined;
    return object instanceof (type as AnyFunction);
  }
  return booleanOf(test.call(type, value));
}

const answer = variableEntry('the result of instanceof');

/** What the program has for its own answer, in which a tensor may decide. */
function ownTest(type: unknown): ((value: unknown) => unknown) | undefined {
  if ((typeof type !== 'object' && typeof type !== 'function') || type === null) return undefined;
  const test = (type as { readonly [Symbol.hasInstance]?: unknown })[Symbol.hasInstance];
  const isOwn = typeof test === 'function' && test !== Function.prototype[Symbol.hasInstance];
  return isOwn ? (test as (value: unknown) => unknown) : undefined;
}
