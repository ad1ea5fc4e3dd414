import { textOf } from '../../trace/unstagedText.js';
import { linkedLike } from '../state/snapshot.js';
import { asChosen, ChosenFunction, isFunction } from '../values/chosenFunction.js';
import { isSameKind, nodeOf } from '../values/structure.js';
import { newFunctions } from './loopErrors.js';

/**
 * `initial`, in which a function is one of several where an iteration puts another in its place: which of them it is is a
 * variable of the loop.
 */
export function withCandidates(name: string, initial: unknown, end: unknown): unknown {
  if (isFunction(initial) && isFunction(end)) {
    const [before, after] = [asChosen(initial), asChosen(end)];
    const candidates = new Map([...before.candidates, ...after.candidates]);
    if (candidates.size === before.candidates.size) return initial;
    requireKnown(name, [...candidates.values()]);
    return new ChosenFunction(before.which, candidates);
  }
  const [node, ended] = [initial, end].map(nodeOf);
  if (!node || !ended || !isSameKind(node, ended)) return initial;
  const children = node.children.map((child, index) =>
    withCandidates(name + node.labels[index]!, child, ended.children[index]),
  );
  const isSame = children.every((child, index) => child === node.children[index]);
  return isSame ? initial : linkedLike(node.rebuild(children), initial);
}

/** Each iteration that is traced makes functions of its own. */
const mostAlike = 8;

function requireKnown(name: string, functions: readonly object[]): void {
  const texts = functions.map(textOf);
  const alike = texts.filter((text) => text !== '' && text === texts.at(-1));
  if (alike.length >= mostAlike) throw newFunctions(name);
}
