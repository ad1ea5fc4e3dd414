import { clone, type Tensor } from '@tensorflow/tfjs-core';
import { lateOf } from '../../trace/late.js';
import { textOf } from '../../trace/unstagedText.js';
import { Reference } from '../lists/references.js';
import { StagedList } from '../lists/stagedList.js';
import { ChosenText, possibleTexts, type TextOrMissing, textsOf } from '../operators/chosenText.js';
import { mapFrozen } from '../state/snapshot.js';
import { isMissing, isNull, isUnmerged } from '../values/absent.js';
import { asChosen, ChosenFunction, isFunction } from '../values/chosenFunction.js';
import { fillerLike } from '../values/filler.js';
import { commonFixed } from '../values/fixedness.js';
import { Instance } from '../values/instance.js';
import { alternativesOf } from '../values/kinds.js';
import { asMadeFunctions, knowsItsLike } from '../values/madeFunction.js';
import { isNullOf, missingOfValue, NullOrUndefined } from '../values/missingKind.js';
import { OptionalElement } from '../values/optionalElement.js';
import { OptionalNumber, withoutQuestion } from '../values/optionalNumber.js';
import { linkedLike } from '../values/originals.js';
import { isThereOf } from '../values/outside.js';
import { areSame, isPlainObject, isSameKind, nodeOf } from '../values/structure.js';
import { isTensor, isVariable, typeOf } from '../values/tensors.js';
import { namedVariant, Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { constant } from '../values/weak.js';
import { isWide, numberOfWords, WideInteger, wordsOf } from '../values/wideInteger.js';
import { withUncertainKeys } from './keysOfObjects.js';
import { mayBeOutside, withKinds } from './kindsOfObjects.js';
import { composedFunctions, growingText, leftOut, newFunctions } from './loopErrors.js';
import { likeOptional } from './plannedForm.js';
import { type Past, replanned } from './plannedLists.js';

interface Part {
  /** Of an array, of which there may be none. */
  readonly isElement?: boolean;
  /** Of an object or collection, whose keys are a place of their own. */
  readonly isContents?: boolean;
}

/**
 * `initial`, in which a function or text is one of several where an iteration puts another in its place: which of them it
 * is is a variable of the loop. So is whether a number or object is there that iterations may leave out.
 */
export function withCandidates(
  name: string,
  before: unknown,
  after: unknown,
  past: Past,
  { isElement = false, isContents = false }: Part,
): unknown {
  const [initial, end] = asMadeFunctions([before, after]);
  if (alternativesOf(end).some(({ object }) => knowsItsLike(object))) throw composedFunctions(name);
  if (!isElement && mayHaveNoElement(initial, end))
    return new OptionalElement(isThereOf(initial) ?? true, initial);
  if (isFunction(initial) && isFunction(end)) return withFunctions(name, initial, end);
  const texts = withTexts(name, initial, end);
  if (texts !== undefined) return texts;
  if (initial instanceof StagedList) return replanned(initial, end, past);
  if (mayBeOtherMissing(initial, end))
    return new NullOrUndefined(isNullOf(missingOfValue(initial)!.missing));
  if (mayLoseValue(initial, end)) return withQuestion(name, initial, end);
  if (mayLoseObject(initial, end))
    return namedVariant(new Variant(true, initial, missingOf(end)), name);
  if (leavesOutside(initial, end)) return numberBefore(initial);
  const rounded = withoutWords(initial, end);
  if (rounded !== undefined) return rounded;
  const whole = withWords(initial, end);
  if (whole !== undefined) return whole;
  const keyed = isContents ? initial : withUncertainKeys(initial, end);
  if (!Object.is(keyed, initial)) return keyed;
  const wider = withKinds(name, initial, end);
  if (!Object.is(wider, initial)) return namedVariant(wider, name);
  const [node, ended] = [initial, likeOptional(initial, end)].map(nodeOf);
  if (!node || !ended || !isSameKind(node, ended)) return initial;
  const children = node.children.map((child, index) =>
    withCandidates(name + node.labels[index]!, child, ended.children[index], past, {
      isElement: mayBeOutside(initial) && initial.other === undefined,
    }),
  );
  const fixed = commonFixed(node.fixed, ended.fixed);
  if (fixed !== node.fixed) return node.rebuild(children, fixed);
  return areSame(children, node.children) ? initial : linkedLike(node.rebuild(children), initial);
}

/** Which of its functions or texts a variable of such a plan is after an iteration; undefined for any other one. */
export function choiceAfter(initial: unknown, end: unknown): unknown {
  if (initial instanceof ChosenFunction && isFunction(end)) return asChosen(end).which;
  const isText = initial instanceof ChosenText && textsIn(end) !== undefined;
  return isText ? initial.indexOf(textOrMissing(end)) : undefined;
}

function withFunctions(
  name: string,
  ...given: readonly [initial: Parameters<typeof asChosen>[0], end: Parameters<typeof asChosen>[0]]
): unknown {
  const [before, after] = given.map(asChosen) as [ChosenFunction, ChosenFunction];
  const candidates = new Map([...before.candidates, ...after.candidates]);
  if (candidates.size === before.candidates.size) return given[0];
  requireKnown(name, [...candidates.values()]);
  return new ChosenFunction(before.which, candidates);
}

/** Each iteration that is traced makes functions of its own. */
const mostAlike = 8;

function requireKnown(name: string, functions: readonly object[]): void {
  const texts = functions.map(textOf);
  const alike = texts.filter((text) => text !== '' && text === texts.at(-1));
  if (alike.length >= mostAlike) throw newFunctions(name);
}

/** Refuses what gets new functions in each iteration, which may be elements, or methods of elements. */
export function requireKnownFunctions(name: string, value: unknown): void {
  requireKnown(name, functionsIn(value));
}

/** What is called so that may be one of several functions, or of several objects that may have such; null where nothing is. */
export function nameOfChosenFunction(name: string, value: unknown): string | null {
  if (value instanceof ChosenFunction || value instanceof Variant) return name;
  const node = nodeOf(value);
  return (node?.children ?? []).reduce<string | null>(
    (found, child, index) => found ?? nameOfChosenFunction(name + node!.labels[index]!, child),
    null,
  );
}

function functionsIn(value: unknown): object[] {
  if (typeof value === 'function') return [value];
  if (value instanceof ChosenFunction) return [...value.candidates.values()];
  if (value instanceof Reference) return [...value.things.values()].flatMap(functionsIn);
  if (value instanceof StagedList) return functionsIn(value.template);
  return nodeOf(value)?.children.flatMap(functionsIn) ?? [];
}

/** Whether an iteration leaves null where there was undefined, or the other way round. */
function mayBeOtherMissing(initial: unknown, end: unknown): boolean {
  const [before, after] = [missingOfValue(initial), missingOfValue(end)];
  if (!before || !after || initial instanceof NullOrUndefined || isUnmerged(end)) return false;
  return isNullOf(before.missing) !== isNullOf(after.missing);
}

/** Whether an iteration leaves a number where there was none, or none where there was one, as a tensor decides. */
function mayLoseValue(initial: unknown, end: unknown): boolean {
  if (isMissing(end)) return isNumber(initial) && !isUnmerged(end);
  // Another iteration asks for what this one leaves.
  if (isTensor(initial) && lateOf(initial) !== undefined) return isNumber(initial) && isNumber(end);
  const mayBeMissing = isTensor(end) && end.dtype !== 'string' && lateOf(end) !== undefined;
  if (initial instanceof NullOrUndefined) return isNumber(end);
  return mayBeMissing && (isNumber(initial) || isMissing(initial));
}

/** Whether an iteration leaves nothing where there was an object or array. */
function mayLoseObject(initial: unknown, end: unknown): boolean {
  if (!isObject(initial)) return false;
  return isMissing(end) ? !isUnmerged(end) : end instanceof Variant && isMissing(end.other);
}

function isObject(value: unknown): boolean {
  const isOne = Array.isArray(value) || isPlainObject(value) || value instanceof Instance;
  return isOne && !isMissing(value) && variantOf(value) === undefined;
}

/** Whether an iteration leaves an element of an array that may have none there: an object, function or text. */
function mayHaveNoElement(initial: unknown, end: unknown): boolean {
  if (isThereOf(end) === undefined) return false;
  return isObject(initial) || isFunction(initial) || isKnownText(initial);
}

/** Whether an iteration leaves an element of an array that may have none there: a number. */
function leavesOutside(initial: unknown, end: unknown): initial is number | boolean | Tensor {
  return isThereOf(end) !== undefined && isTensor(end) && isNumber(initial);
}

function numberBefore(initial: number | boolean | Tensor): OptionalNumber {
  const isThere = isThereOf(initial);
  return isTensor(initial) && isThere !== undefined
    ? new OptionalNumber(isThere, false, withoutQuestion(initial), null)
    : new OptionalNumber(true, false, initial, null);
}

/** Where an iteration leaves a whole number that int32 may not hold, or there was one: float32 would round it. */
function withWords(initial: unknown, end: unknown): unknown {
  if (initial instanceof WideInteger) {
    const isOther = isNumber(end) && wordsOf(end) === undefined;
    return isOther ? asRounded(initial) : undefined;
  }
  if (![initial, end].some(isWide) || !isNumber(initial) || !isNumber(end)) return undefined;
  const words = wordsOf(initial);
  if (words === undefined || wordsOf(end) === undefined) return undefined;
  const [before, after] = [initial, end].map((value) =>
    isTensor(value) ? typeOf(value).shape : [],
  );
  return String(before) === String(after) ? new WideInteger(words) : undefined;
}

/** Where an iteration leaves another number, of one that may be missing. */
function withoutWords(initial: unknown, end: unknown): OptionalNumber | undefined {
  if (!(initial instanceof OptionalNumber) || !(initial.value instanceof WideInteger))
    return undefined;
  if (!isNumber(end) || wordsOf(end) !== undefined) return undefined;
  const { isSet, isNull, value, late } = initial;
  return new OptionalNumber(isSet, isNull, asRounded(value), late);
}

/** As float32, which remembers nothing. */
function asRounded({ words }: WideInteger): Tensor {
  const number = numberOfWords(words);
  return isTensor(number) ? clone(number) : constant(number, 'float32');
}

function missingOf(end: unknown): null | undefined {
  if (end instanceof Variant) return end.other as null | undefined;
  return isNull(end) ? null : undefined;
}

function isNumber(value: unknown): value is number | boolean | Tensor {
  if (isTensor(value)) return value.dtype !== 'string' && !isVariable(value);
  return typeof value === 'number' || typeof value === 'boolean';
}

function withQuestion(name: string, initial: unknown, end: unknown): OptionalNumber {
  const before = isTensor(initial) ? lateOf(initial) : undefined;
  const { question, ...late } = before ?? (isTensor(end) ? lateOf(end)! : leftOut(name, end));
  const carried = { ...late, ...(question && { question: { ...question, isCarried: true } }) };
  const left = missingOfValue(initial);
  if (left !== undefined) {
    const isNull = isNullOf(left.missing);
    const none = isWide(end) ? new WideInteger({ low: 0, high: 0 }) : fillerLike(end as Tensor);
    return new OptionalNumber(false, isNull, none, carried);
  }
  const isNull = isNullOf(late.missing);
  if (before === undefined)
    return new OptionalNumber(true, isTensor(isNull) ? false : isNull, initial, carried);
  return new OptionalNumber(before.isSet, isNull, withoutQuestion(initial as Tensor), carried);
}

type Text = string | Tensor;

function isKnownText(value: unknown): value is Text | ChosenText {
  if (isTensor(value)) return value.dtype === 'string' && textsOf(value) !== undefined;
  return typeof value === 'string' || value instanceof ChosenText;
}

/**
 * A copy of the state before a loop, whose texts are such that an iteration can compare them, and whose number is such that an
 * iteration has all of it.
 */
export function asCarried(name: string, value: unknown): unknown {
  if (isWide(value)) return new WideInteger(wordsOf(value)!);
  const carried = (leaf: unknown) =>
    isTensor(leaf) && isKnownText(leaf) ? chosenText(name, leaf) : leaf;
  // Which object it is does not change with how its texts are told.
  return mapFrozen(value, carried, () => true);
}

function chosenText(name: string, text: unknown): ChosenText {
  if (text instanceof ChosenText) return text;
  const { message, location } = leftOut(name, text);
  const unchosen = new ChosenText(0, textsIn(text)!, { message, location });
  return new ChosenText(unchosen.indexOf(textOrMissing(text)), unchosen.texts, unchosen.late);
}

/** Null and undefined as they are, of what a program sees of them. */
function textOrMissing(value: unknown): TextOrMissing | Tensor {
  const left = missingOfValue(value);
  return left === undefined ? (value as Text) : (left.missing as null | undefined);
}

/** The texts that the value may be, null and undefined among them; undefined where it may be anything else. */
function textsIn(value: unknown): readonly TextOrMissing[] | undefined {
  if (value instanceof ChosenText) return value.texts;
  if (isKnownText(value)) return possibleTexts(value as Text);
  const left = missingOfValue(value);
  return left === undefined || isTensor(left.missing) || isUnmerged(value)
    ? undefined
    : [left.missing];
}

/** Where an iteration puts another text, null or undefined in the place of one of them. */
function withTexts(name: string, initial: unknown, end: unknown): unknown {
  if (![initial, end].some(isKnownText)) return undefined;
  const [before, after] = [textsIn(initial), textsIn(end)];
  if (before === undefined || after === undefined) return undefined;
  const texts = [...new Set([...before, ...after])];
  if (texts.length === before.length) return initial;
  if (growth(texts.filter((text) => typeof text === 'string')) >= mostGrowth)
    throw growingText(name);
  const { which, late } = chosenText(name, initial);
  return new ChosenText(which, texts, late);
}

/** An iteration that adds to a text makes a longer one of each. */
const mostGrowth = 4;

/** How many of the texts there are at most each of which holds the one before. */
function growth(texts: readonly string[]): number {
  const lengths = new Map<string, number>();
  for (const text of texts.toSorted((a, b) => a.length - b.length)) {
    const shorter = [...lengths].filter(([other]) => other !== '' && text.includes(other));
    lengths.set(text, 1 + Math.max(0, ...shorter.map(([, length]) => length)));
  }
  return Math.max(...lengths.values());
}
