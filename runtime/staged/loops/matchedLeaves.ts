import { OneOfKinds } from '../lists/oneOfKinds.js';
import { listFrom, sampleOf } from '../lists/samples.js';
import { StagedList } from '../lists/stagedList.js';
import type { Entry } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import { OptionalNumber } from '../values/optionalNumber.js';
import { linkedLike } from '../values/originals.js';
import { isSameKind, nodeOf } from '../values/structure.js';
import { WideInteger, wordsOf } from '../values/wideInteger.js';
import { choiceAfter } from './candidates.js';
import { isChosenArray, listOfChosen } from './chosenLists.js';
import { isChangedInPlace } from './grownArrays.js';
import { missingAfterIteration, sizeChanges, structureChanges } from './loopErrors.js';
import { likeOptional } from './plannedForm.js';

/* What an iteration leaves, as values of the leaves that a loop's plan has of its state. */

/** The leaves of the end, one for each leaf that the plan has of `before`. */
export function matchedLeaves(
  entry: Entry,
  name: string,
  [before, start, end]: readonly [unknown, unknown, unknown],
): unknown[] {
  const after = likeList(name, before, likeOptional(before, end));
  const node = nodeOf(before);
  const choice = choiceAfter(before, after);
  if (choice !== undefined) return [choice];
  if (before instanceof OptionalNumber) return [...before.partsOf(after, start)];
  const words = before instanceof WideInteger ? wordsOf(after) : undefined;
  if (words !== undefined) return [words.low, words.high];
  if (node === null) return [after];
  const ended = nodeOf(after);
  if (ended === null && isMissing(after)) throw missingAfterIteration(name, after);
  if (ended === null || !isSameKind(node, ended)) {
    const isSizeOnly = isChangedInPlace(start, after, entry.container !== null);
    throw isSizeOnly && ended !== null
      ? sizeChanges(name, node.children.length, ended.children.length)
      : structureChanges(name, before, after);
  }
  const started = nodeOf(start)?.children ?? [];
  return node.children.flatMap((child, index) => {
    const values = [child, started[index], ended.children[index]] as const;
    return matchedLeaves(entry, name + node.labels[index]!, values);
  });
}

/** `end`, where an array is a list in the plan, as one. */
function likeList(name: string, before: unknown, end: unknown): unknown {
  if (!(before instanceof StagedList)) return end;
  if (isChosenArray(end)) return listOfChosen(name, end, sampleOf(before) ?? undefined) ?? end;
  if (end instanceof StagedList && before.template instanceof OneOfKinds)
    return linkedLike(end.inForm(before.template) ?? end, end);
  if (!Array.isArray(end)) return end;
  const sample = sampleOf(before) ?? sampleOf(end, before.template);
  const list = sample && listFrom(name, end, sample);
  return list === null ? end : linkedLike(list, end);
}
