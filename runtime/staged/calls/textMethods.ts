import type { Tensor } from '@tensorflow/tfjs-core';
import { get_item } from '../objects/items.js';
import { atText, isChosenText } from '../objects/textKeys.js';
import { isTensor } from '../values/tensors.js';

const parts = new Set<unknown>([
  String.prototype.charAt,
  String.prototype.charCodeAt,
  String.prototype.codePointAt,
]);

/** A method of a text that is given a place which a tensor tells, or a pattern that is asked about a chosen text. */
export function callOnText(
  f: unknown,
  self: unknown,
  [arg]: readonly unknown[],
): (() => unknown) | undefined {
  if (typeof self === 'string' && isTensor(arg) && parts.has(f))
    return () => partAt(f as PartAt, self, arg);
  const isAsked = f === RegExp.prototype.test && isChosenText(arg) && !keepsPlace(self as RegExp);
  return isAsked
    ? () => atText(arg, String.prototype, (text) => (self as RegExp).test(text))
    : undefined;
}

type PartAt = (this: string, index: number) => unknown;

function partAt(method: PartAt, text: string, index: Tensor): unknown {
  return get_item(
    Array.from({ length: text.length }, (_, at) => method.call(text, at)),
    index,
    null,
  );
}

/** Each question would begin where the last one ended. */
function keepsPlace({ global, sticky }: RegExp): boolean {
  return global || sticky;
}
