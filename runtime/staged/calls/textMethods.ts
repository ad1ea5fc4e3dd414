import type { Tensor } from '@tensorflow/tfjs-core';
import { get_item } from '../objects/items.js';
import { ofEachText } from '../objects/textKeys.js';
import { isChosenText } from '../operators/chosenText.js';
import { isTensor } from '../values/tensors.js';

const parts = new Set<unknown>([
  String.prototype.charAt,
  String.prototype.charCodeAt,
  String.prototype.codePointAt,
]);

/**
 * What a function of JavaScript's gives that looks at a text which a tensor chooses, wherever it is given it, or a method of a
 * text that is given a place which a tensor tells; undefined for any other call.
 */
export function callOnText(
  f: unknown,
  self: unknown,
  args: readonly unknown[],
  call: (self: unknown, args: readonly unknown[]) => unknown,
): (() => unknown) | undefined {
  const [place] = args;
  if (typeof self === 'string' && isTensor(place) && parts.has(f))
    return () => partAt(f as PartAt, self, place);
  if (askingSelf.has(f) && isChosenText(self))
    return () => ofEachText(self, (text) => call(text, args));
  const index = asking.has(f) ? 0 : takingTexts.has(f) ? args.findIndex(isChosenText) : -1;
  const text = args[index];
  if (!isChosenText(text) || keepsPlace(self)) return undefined;
  return () => ofEachText(text, (one) => call(self, args.with(index, one)));
}

/** Each question would begin where the last one ended. */
function keepsPlace(self: unknown): boolean {
  return self instanceof RegExp && (self.global || self.sticky);
}

function methodsOf(object: object): unknown[] {
  return Reflect.ownKeys(object).map(
    (name) => Reflect.getOwnPropertyDescriptor(object, name)!.value,
  );
}

const takingTexts = new Set(methodsOf(String.prototype));

const askingSelf = new Set([...takingTexts, ...methodsOf(Object.prototype)]);

/** Those that look at their first argument, and do nothing else with it. */
const asking = new Set<unknown>([
  ...[Object, Reflect, WeakMap.prototype, WeakSet.prototype].flatMap(methodsOf),
  ...[RegExp.prototype.test, RegExp.prototype.exec, Symbol.for, JSON.parse, JSON.stringify],
  ...[Number.isInteger, Number.isSafeInteger, Number.isFinite, Number.isNaN],
  ...[encodeURIComponent, decodeURIComponent, encodeURI, decodeURI, Object],
]);
// Two texts are compared as such.
asking.delete(Object.is);

type PartAt = (this: string, index: number) => unknown;

function partAt(method: PartAt, text: string, index: Tensor): unknown {
  return get_item(
    Array.from({ length: text.length }, (_, at) => method.call(text, at)),
    index,
    null,
  );
}
