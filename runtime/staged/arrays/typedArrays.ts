import { stagedListOf } from '../lists/stagedList.js';
import { decidingMethod } from './arrayMethods.js';

type Callback = (...args: unknown[]) => unknown;

const prototype = Object.getPrototypeOf(Int8Array.prototype) as object;

/** Those of which JavaScript would take a tensor for an answer, or for a number that is not there. */
const deciding = new Set(
  'at every filter find findIndex findLast findLastIndex includes indexOf lastIndexOf some'.split(
    ' ',
  ),
);

/** As `decidingMethod`, of a typed array, whose elements are numbers; what `filter` leaves is one where no tensor decides. */
export function decidingTypedMethod(
  f: object & { readonly name: string },
): ((self: Iterable<unknown>, args: readonly unknown[]) => unknown) | undefined {
  const { name } = f;
  if (!deciding.has(name) || Reflect.get(prototype, name) !== f) return undefined;
  const ofArrays = decidingMethod(Reflect.get(Array.prototype, name));
  if (ofArrays === undefined) return undefined;
  return (self, args) => {
    const [callback, thisArgument] = args;
    const isCallback = typeof callback === 'function';
    const answer = (item: unknown, index: unknown) =>
      (callback as Callback).call(thisArgument, item, index, self);
    const result = ofArrays(Array.from(self), isCallback ? [answer] : args);
    return name === 'filter' && Array.isArray(result) && stagedListOf(result) === undefined
      ? (self.constructor as unknown as ArrayConstructor).from(result)
      : result;
  };
}
