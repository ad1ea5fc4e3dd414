import { currentLocation, isTracing } from '../trace/session.js';
import { warn } from '../warnings.js';
import { assert } from './assert.js';
import { hasOneElement, isTensor } from './tensors.js';

/*
 * JavaScript cannot tell anyone that `if (x.greater(0))` took a tensor for true because it is an object. So before staged
 * code hands a traced tensor to a function that was not staged, that function's text is searched for such a condition.
 * Comparisons with operators need no search: they throw.
 */

const comparisons =
  '(?:greater|greaterEqual|less|lessEqual|equal|notEqual|logicalAnd|logicalOr|logicalNot|logicalXor|all|any|isNaN|isInf|isFinite)';
/** A call such as `x.greater(0)`, with at most one level of parentheses inside. */
const comparison = `\\.${comparisons}\\((?:[^()]|\\([^()]*\\))*\\)`;
const conditions = [
  new RegExp(`\\b(?:if|while)\\s*\\((?:[^{};]*[^\\w$])?[\\w$.]*${comparison}\\s*\\)`),
  new RegExp(`${comparison}\\s*(?:\\?(?![.?])|&&|\\|\\|)`),
  new RegExp(`!\\s*[\\w$.]+${comparison}\\s*[)?&|;,]`),
];

const examined = new WeakMap<object, { readonly text: string; readonly isSuspicious: boolean }>();
const warned = new WeakSet<object>();

const ours = new WeakSet<object>([assert]);

/** Warns, once a function, that it decides with a tensor but was not staged. */
export function warnIfUnstaged(callee: object, args: readonly unknown[]): void {
  if (!isTracing() || ours.has(callee) || warned.has(callee) || !args.some(isTensor)) return;
  const { text, isSuspicious } = examine(callee);
  if (!isSuspicious && !args.some((arg, index) => decidesWith(text, arg, index))) return;
  warned.add(callee);
  const name = (callee as { name?: string }).name || 'an anonymous function';
  warn(
    'unstaged-condition',
    `${name} is called with a traced tensor and decides with a condition on tensors, but was not staged: the condition is ` +
      'taken for true whatever the tensor holds.',
    currentLocation(),
    'Put "use graph" into that function, or use cond() of use-graph, or tf.where.',
  );
}

function examine(callee: object): { text: string; isSuspicious: boolean } {
  const known = examined.get(callee);
  if (known !== undefined) return known;
  const text = textOf(callee);
  const found = { text, isSuspicious: conditions.some((condition) => condition.test(text)) };
  examined.set(callee, found);
  return found;
}

/** What needs no examination is an empty text: native functions, staged ones, and those that opted out. */
function textOf(callee: object): string {
  const text = Function.prototype.toString.call(callee);
  const isExempt =
    /\{\s*\[native code\]\s*\}\s*$/.test(text) || /\bis_staging\b|["']use no graph["']/.test(text);
  return isExempt ? '' : text;
}

/** Whether the function uses a bool tensor of one element that it was given as a condition by itself. */
function decidesWith(text: string, arg: unknown, index: number): boolean {
  if (!isTensor(arg) || arg.dtype !== 'bool' || !hasOneElement(arg)) return false;
  const list = /^(?:async\s+)?(?:function\b[^(]*)?[\w$]*\s*\(([^)]*)\)/.exec(text)?.[1];
  const name = list?.split(',')[index]?.trim();
  if (name === undefined || !/^[\w$]+$/.test(name)) return false;
  const escaped = name.replaceAll('$', '\\$');
  return new RegExp(`\\b(?:if|while)\\s*\\(\\s*!?\\s*${escaped}\\s*\\)`).test(text);
}
