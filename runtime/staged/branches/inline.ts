import type { Tensor } from '@tensorflow/tfjs-core';
import type { Value } from '../../graph/graph.js';
import { setContent } from '../../trace/assignments.js';
import { lateOf, markLate } from '../../trace/late.js';
import { replay } from '../../trace/replay.js';
import type { Subgraph } from '../../trace/subgraph.js';
import { sameText } from '../operators/chosenText.js';
import { noteOutward } from '../state/outward.js';
import { setPlace } from '../state/places.js';
import { copied, holdsTensor, mapFrozen, originalsIn, restored } from '../state/snapshot.js';
import type { OpenState } from '../state/state.js';
import { candidatesOf, markChosen } from '../values/choice.js';
import { possibleInstanceOf } from '../values/classInstances.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import { isThereOf, markMayBeOutside } from '../values/outside.js';
import { withParts } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { likeNumbers } from '../values/wholeNumbers.js';
import { rememberedWords, rememberWords } from '../values/wideInteger.js';
import { type Branch, placesBeside } from './branch.js';

/**
 * Adds the nodes of a subgraph without loop variables to the graph under construction, and returns its value `output`, a
 * bool. The subgraph asserts itself that what it uses is there, or asks.
 */
export function inlineSubgraph(subgraph: Subgraph, output: Value): Tensor {
  const captures = subgraph.captures.map((capture) => ({
    ...capture,
    tensor: lateOf(capture.tensor) === undefined ? capture.tensor : withoutQuestion(capture.tensor),
  }));
  return replaySubgraph({ ...subgraph, captures }, [output])[0]!;
}

/** Adds what a traced branch does to the graph under construction, as if there were no other one, and leaves its state. */
export function leaveInlined(branch: Branch, open: OpenState, before: readonly unknown[]): void {
  const { subgraph, values, results, writes } = branch;
  const places = placesBeside([branch], open, before);
  const contents = places.map((place) => branch.valueOf(place));
  const changed = subgraph.variables.filter(({ entry, final }) => entry !== final);
  const inlined = replaySubgraph(subgraph, [
    ...results.values(),
    ...changed.map(({ final }) => final),
  ]);
  const tensors = new Map(
    [...results.keys()].map((tensor, index) => [tensor, likeNumbers(inlined[index]!, [tensor])]),
  );
  const here = (tensor: Tensor) => tensors.get(tensor) ?? tensor;
  for (const [tensor, inlinedTensor] of tensors) {
    sameText(inlinedTensor, tensor, here);
    const late = lateOf(tensor);
    if (late !== undefined) {
      const { isSet, missing } = late;
      markLate(inlinedTensor, {
        ...late,
        isSet: here(isSet),
        missing: isTensor(missing) ? here(missing) : missing,
      });
    }
    const isThere = isThereOf(tensor);
    if (isThere !== undefined) markMayBeOutside(inlinedTensor, here(isThere));
    const words = rememberedWords(tensor);
    if (words !== undefined) {
      const [low, high] = [words.low, words.high].map((word) =>
        isTensor(word) ? here(word) : word,
      );
      rememberWords(inlinedTensor, { low: low as Tensor, high: high! });
    }
  }
  changed.forEach(({ variable }, index) => {
    setContent(variable, inlined[results.size + index]!.dataId);
  });
  for (const object of [...values, ...contents].flatMap(originalsIn)) {
    const isThere = isThereOf(object);
    if (isThere !== undefined) markMayBeOutside(object, here(isThere));
    const candidates = candidatesOf(object);
    if (candidates === undefined) continue;
    markChosen(
      object,
      candidates.map((candidate) => ({
        ...candidate,
        predicate: candidate.predicate && here(candidate.predicate),
      })),
    );
  }
  const replaced = (leaf: unknown): unknown => (isTensor(leaf) && tensors.get(leaf)) || leaf;
  for (const object of new Set([...values, ...contents].flatMap(originalsIn)))
    if (isKept(object)) replaceIn(object, replaced, (tensor) => tensors.has(tensor));
  noteOutward(writes);
  open.write(
    values.map((value, index) => {
      const { isInput, isOpaque } = open.entries[index]!;
      if (isInput) return before[index];
      return isOpaque ? value : mapFrozen(value, replaced, isKept);
    }),
  );
  places.forEach((place, index) => {
    setPlace(place, mapFrozen(contents[index], replaced, isKept));
  });
}

/** Whether the object is the same one behind the branch, whoever has made it; what was assigned to its properties is put back one by one. */
function isKept(object: object): boolean {
  return (
    !(object instanceof Error) && !Object.isFrozen(object) && possibleInstanceOf(object) !== null
  );
}

/** Of an object that the branch has made itself: what it holds. */
function replaceIn(
  object: object,
  replaced: (leaf: unknown) => unknown,
  isOfBranch: (tensor: Tensor) => boolean,
): void {
  const instance = possibleInstanceOf(object)!;
  if (!instance.values.some((value) => holdsTensor(value, isOfBranch))) return;
  const values = instance.values.map((value) =>
    restored(mapFrozen(copied(value), replaced, isKept)),
  );
  instance[withParts](values).write(object);
}

function replaySubgraph(
  { name, nodes, captures, variables }: Subgraph,
  outputs: readonly Value[],
): Tensor[] {
  const parameters = [
    ...captures.map(({ parameter }) => parameter),
    ...variables.map(({ entry }) => entry),
  ];
  const inputs = [
    ...captures.map(({ tensor }) => tensor),
    ...variables.map(({ variable }) => variable),
  ];
  return replay({ name, parameters, nodes, outputs }, inputs);
}
