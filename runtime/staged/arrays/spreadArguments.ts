import { parameterTexts } from '../../trace/parameterTexts.js';
import { isStagedText, textOf } from '../../trace/unstagedText.js';
import { copyOf, giveAsRest } from '../lists/heldList.js';
import { unknownLength } from '../lists/listErrors.js';
import type { StagedList } from '../lists/stagedList.js';
import { get_item } from '../objects/items.js';
import { refuseUse } from '../values/absent.js';

/**
 * The arguments of `f(...list)`, where a tensor decides how many there are: those that `f` has names for, and behind them, for
 * a rest parameter, one that stands for the others. Staged code makes the list of it again; other code cannot have it, and
 * none can count its arguments.
 */
export function spreadArguments(f: unknown, list: StagedList): unknown[] {
  const text = typeof f === 'function' ? textWithParameters(f) : '';
  const parameters = parameterTexts(text);
  if (parameters === null || countsArguments(text)) throw unknownLength(list.name);
  const rest = parameters.findIndex((parameter) => parameter.startsWith('...'));
  const count = rest < 0 ? parameters.length : rest;
  const all = copyOf(list);
  const named = Array.from({ length: count }, (_, index) => get_item(all, index, null));
  if (rest < 0) return named;
  if (!isOfStagedCode(text)) throw unknownLength(list.name);
  const others = refuseUse({}, unknownLength(list.name));
  giveAsRest(others, list.part(count));
  return [...named, others];
}

/** Whether the text is staged code. Where it names no place of the source, its helpers tell, unless a minifier has renamed them. */
export function isOfStagedCode(text: string): boolean {
  return isStagedText(text) || listHelpers.test(text);
}

const listHelpers = /\b(?:combined|elements|extended|spread|with_rest)\(/;

/** Of a class, the text of its constructor, or of that of the class that it extends. */
export function textWithParameters(f: object): string {
  const text = textOf(f);
  if (!/^class\b/.test(text)) return text;
  const own = /\bconstructor\s*\(/.exec(text);
  if (own !== null) return text.slice(own.index);
  const parent = Object.getPrototypeOf(f) as object | null;
  return typeof parent === 'function' ? textWithParameters(parent) : '';
}

/** Beyond handing them on to what the plugin has made of the function. */
function countsArguments(text: string): boolean {
  const own = text.replace(/\benter\([^;]*?\barguments\b/, '').replace(/\.\.\.arguments\b/, '');
  return /\barguments\b/.test(own);
}
