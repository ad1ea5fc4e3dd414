import { stagedListOf } from '../lists/heldList.js';
import { isMissing } from '../values/absent.js';
import { isTensor } from '../values/tensors.js';
import { decidingMethod } from './arrayMethods.js';
import type { Callback } from './native.js';
import { methodOfRows } from './rowMethods.js';

const ofTypedArrays = Object.getPrototypeOf(Int8Array.prototype) as object;

/** Those of which JavaScript would take a tensor for an answer, or for a number that is not there. */
const deciding = new Set(
  'at every filter find findIndex findLast findLastIndex includes indexOf lastIndexOf some'.split(
    ' ',
  ),
);

/**
 * As `decidingMethod`, of a typed array, and of what an array's method is called on that is none (`[].filter.call(arguments,
 * f)`): of a tensor, its rows. What `filter` leaves of a typed array is one where no tensor decides.
 */
export function decidingOnLike(
  f: object & { readonly name: string },
  self: unknown,
  args: readonly unknown[],
): (() => unknown) | undefined {
  const { name } = f;
  const isOfArrays = Reflect.get(Array.prototype, name) === f;
  if (isTensor(self) && isOfArrays) {
    const ofRows = methodOfRows(self, name);
    return ofRows && (() => ofRows([], args));
  }
  if (!deciding.has(name) || Array.isArray(self) || isMissing(self)) return undefined;
  const isTyped = Reflect.get(ofTypedArrays, name) === f && ArrayBuffer.isView(self);
  const ofArrays = decidingMethod(Reflect.get(Array.prototype, name));
  if (ofArrays === undefined || !(isTyped || isOfArrays)) return undefined;
  return () => {
    const result = ofArrays(Array.prototype.slice.call(self), withSelf(args, self));
    const isDecided = !Array.isArray(result) || stagedListOf(result) !== undefined;
    if (!isTyped || name !== 'filter' || isDecided) return result;
    return ((self as object).constructor as ArrayConstructor).from(result);
  };
}

/** The callback is told what it was called on. */
function withSelf(args: readonly unknown[], self: unknown): readonly unknown[] {
  const [callback, thisArgument] = args;
  if (typeof callback !== 'function') return args;
  return [
    (item: unknown, index: unknown) => (callback as Callback).call(thisArgument, item, index, self),
  ];
}
