import { parameterTexts } from '../trace/parameterTexts.js';
import type { AnyFunction } from './signature/options.js';

/** Whether the function is one that the plugin left in its place: its body enters the runtime with its `arguments`. */
export function isStagedInPlace(callable: AnyFunction): boolean {
  return /(?:\bthis|\bundefined|\bvoid 0)\s*,\s*arguments\s*,/.test(textOf(callable));
}

/** Bound and built-in functions do not show their text. */
export function isNative(callable: AnyFunction): boolean {
  return /\{\s*\[native code\]\s*\}\s*$/.test(textOf(callable));
}

/** Whether the function carries the directive, as the user wrote it: the plugin has not seen it. */
export function carriesDirective(callable: AnyFunction): boolean {
  return /[{;]\s*(["'])use graph\1/.test(textOf(callable));
}

/** A class can only be called with `new`. */
export function isClass(callable: AnyFunction): boolean {
  return /^class\b/.test(textOf(callable));
}

/** Whether the function has no `this` of its own. */
export function isArrow(callable: AnyFunction): boolean {
  if (Object.hasOwn(callable, 'prototype')) return false;
  return isNative(callable) || /^(?:async\s*)?(?:\(|[\w$]+\s*=>)/.test(textOf(callable));
}

/** Whether the parameter list is a rest parameter alone. */
export function takesOnlyRest(callable: AnyFunction): boolean {
  return /^(?:function\b[^(]*)?\(\s*\.\.\./.test(textOf(callable));
}

/** The names of the parameters, a rest parameter with its dots; `undefined` where the text does not tell. */
export function parameterNames(callable: AnyFunction): string[] | undefined {
  const text = textOf(callable).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  if (isNative(callable) || /\barguments\b/.test(text)) return undefined;
  return parameterTexts(text)?.map((parameter, index) => {
    const name = /^(?:\.\.\.)?\s*[\w$]+/.exec(parameter);
    return name === null ? `parameter ${index + 1}` : name[0].replace(/\s/g, '');
  });
}

function textOf(callable: AnyFunction): string {
  return Function.prototype.toString.call(callable);
}
