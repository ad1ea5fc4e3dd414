import type { Tensor } from '@tensorflow/tfjs-core';
import { isRunningEagerly } from '../../function/eagerMode.js';
import { stagedExpression } from '../../function/entry.js';
import { isIteratorOfList } from '../../function/signature/list.js';
import { mayWait, waitOutside } from '../../function/waiting.js';
import type { SourceLocation } from '../../graph/types.js';
import { drawsInGraph, emitRandomNumber } from '../../trace/effects.js';
import { isStackOverflow } from '../../trace/overflow.js';
import { duringCall } from '../../trace/random.js';
import { whileRunning } from '../../trace/runningCode.js';
import { at, isTracing } from '../../trace/session.js';
import { inFunction } from '../../trace/tracer.js';
import { callUnstaged } from '../../trace/unstagedCalls.js';
import { isGraphFunction, isStagedAlong, isStagedText, textOf } from '../../trace/unstagedText.js';
import { passFunction } from '../../trace/userStack.js';
import { decidingOnLike } from '../arrays/arrayLikes.js';
import { callsBack, changesItself, decidingMethod, visited } from '../arrays/arrayMethods.js';
import { concatenate } from '../arrays/concatenate.js';
import { iteratorHelper } from '../arrays/iteratorHelpers.js';
import { callOnKeyArrays } from '../arrays/keyArrays.js';
import { callListMethod, callOnLists, callWithList, collected } from '../arrays/listUses.js';
import { isMeantAsOp } from '../arrays/meantAsOp.js';
import { methodOfRows } from '../arrays/rowMethods.js';
import { spreadArguments } from '../arrays/spreadArguments.js';
import { noteMissing } from '../branches/level.js';
import { refuseCombination } from '../collections/combinations.js';
import { callOnEntries, guardFrozen, nativeOf } from '../collections/guards.js';
import { noteAdvance, noteSource } from '../collections/iteration.js';
import { asArray } from '../collections/visits.js';
import { assertion } from '../exceptions/assertion.js';
import { iterated } from '../exceptions/iterated.js';
import { presentOrThrown } from '../exceptions/presentOrThrown.js';
import { stagedListOf } from '../lists/heldList.js';
import { asAdded } from '../lists/joined.js';
import { requireKnownLength } from '../lists/spoiledArrays.js';
import { noteGenerator } from '../loops/pushedItems.js';
import { changeAliases } from '../objects/aliases.js';
import { changing } from '../objects/announce.js';
import { callAtChosen } from '../objects/chosenKeys.js';
import { isIndex } from '../objects/hasKey.js';
import { get_item } from '../objects/items.js';
import { onProperties } from '../objects/propertyCalls.js';
import {
  callAtText,
  changeByValue,
  getByValue,
  hasByValue,
  refuseKey,
} from '../objects/tensorKeys.js';
import { atText, isTextTensor, ofText } from '../objects/textKeys.js';
import { eitherOf, listedOf, ofVariant } from '../objects/variantTests.js';
import { isChosenText, writtenText } from '../operators/chosenText.js';
import { callOp } from '../operators/deferredOps.js';
import { requirePresent } from '../operators/operands.js';
import { resolved } from '../operators/presence.js';
import { primitiveOf } from '../operators/primitive.js';
import { callRand } from '../operators/rand.js';
import { givenTo } from '../operators/text.js';
import { forUnknownSizes } from '../operators/unknownSizes.js';
import { noteExtension } from '../state/extension.js';
import { noteFixing } from '../state/fixedObjects.js';
import { noteHostChange } from '../state/hostObjects.js';
import { absentOf, isMissing, observe } from '../values/absent.js';
import { hasAliases } from '../values/choice.js';
import { chosenFunctionOf } from '../values/chosenFunction.js';
import { noteAdvanced, noteIterator, requireStep } from '../values/iterators.js';
import { keepsFunctions } from '../values/keepers.js';
import { ofMixed, unmixed } from '../values/mixed.js';
import { ownerOfMethod } from '../values/openSizes.js';
import { isStaging } from '../values/staging.js';
import { isTensor } from '../values/tensors.js';
import { requireKnownNumbers } from '../values/unknownNumbers.js';
import { callVariant, faultOfVariant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { markWeak } from '../values/weak.js';
import { callWithAbsent } from './absentArguments.js';
import { requireAssignable } from './assignedVariable.js';
import { booleanOf } from './boolean.js';
import { assignmentOf } from './chosenVariable.js';
import { clonedStructure } from './clonedStructure.js';
import { noteRead, readValue } from './eagerReads.js';
import { firstStep } from './firstStep.js';
import { fromEntries } from './fromEntries.js';
import { callGraphModel } from './graphModel/call.js';
import { onTensors } from './hostFunctions.js';
import { invokeIndirectly, isIndirection } from './indirectCalls.js';
import { prepareLayers } from './layers.js';
import { callLeftOut } from './leftOut.js';
import { readsMissing } from './missingReads.js';
import { noMethod, notFunction, notTheOp, requireDigits } from './notCallable.js';
import { explainingNumbers, onTensorsForNumbers } from './numberArguments.js';
import { combineValues, isPromiseMethod, mayBeNothing, thenMethod } from './promises.js';
import { changeProperty } from './propertyChanges.js';
import { answerOf, isQuestion } from './questions.js';
import { callSelection } from './selections.js';
import { asCall } from './settled.js';
import { callOnText } from './textMethods.js';
import { values } from './toldApart.js';
import { withTensors } from './withTensors.js';

type Callable = (...args: unknown[]) => unknown;

/** `f(...args)`; `name` is what the program calls `f`, for the error where it is no function. */
export function call(
  f: unknown,
  args: unknown[],
  location: SourceLocation,
  name?: string,
): unknown {
  return at(location, () => invoke(f, undefined, args, name));
}

/** `o.m(...args)`, or `o[key](...args)`, where `isOpen`: staged code tells of the methods that change `o`, if it names them. */
export function call_method(
  given: unknown,
  key: PropertyKey | Tensor,
  args: unknown[],
  location: SourceLocation | null,
  isOpen = false,
): unknown {
  return at(location, () => {
    const known = knownObject(given);
    const o = isPromiseMethod(key) ? readValue(known) : ownerOfMethod(known, key);
    requirePresent(o);
    if (isTextTensor(key))
      return atText(key, o as object, (name) => callOfOne(o, name, args, true));
    if (isChosenText(o) && !isTensor(key) && hasMethod(key))
      return ofText(o, `'${String(key)}'`, (text) => call_method(text, key, args, null));
    const isOfNothing = isPromiseMethod(key) && mayBeNothing(o);
    const isElement =
      isTensor(key) || (isTracing() && isIndex(key) && stagedListOf(o) !== undefined);
    const method = isElement
      ? get_item(o, isTensor(key) ? key : Number(key), null)
      : isOfNothing
        ? undefined
        : (o as Record<PropertyKey, unknown>)[key];
    const variant = variantOf(o);
    if (variant !== undefined && variantOf(method) !== undefined && !isTensor(key))
      return ofVariant(variant, (side) => callOfOne(side, key, args));
    if (variant !== undefined && typeof method === 'function') return method(...args) as unknown;
    const ofValue = method === undefined ? thenMethod(o, key) : undefined;
    if (ofValue !== undefined) return asCall(() => ofValue(...withStagedCallbacks(args)));
    if (method === undefined && isTensor(o)) {
      const assign = key === 'assign' ? assignmentOf(o, assignVariable) : undefined;
      if (assign !== undefined) return assign(args[0]);
      if (isMeantAsOp(o, key, args)) throw notTheOp(String(key));
      const ofRows = methodOfRows(o, key);
      if (ofRows !== undefined) return ofRows([], withStagedCallbacks(args));
    }
    if (typeof method !== 'function' && !isMissing(o)) throw noMethod(o, key, method);
    if (isOpen && changesItself(nativeOf(method))) changing(o);
    return invoke(method, o, args, isTensor(key) ? undefined : String(key));
  });
}

function assignVariable(variable: Tensor, value: unknown): void {
  call_method(variable, 'assign', [value], null);
}

/** `o.m` of `o.m?.(…)`: a tensor has methods of arrays where it is called, and a chosen text those of texts. */
export function method_of(o: unknown, key: string, location: SourceLocation): unknown {
  return at(location, () => {
    const method: unknown = (o as Record<string, unknown>)[key];
    const isOfText = isChosenText(o) && hasMethod(key);
    const isOfRows = method === undefined && isTensor(o) && methodOfRows(o, key) !== undefined;
    return isOfText || isOfRows ? (...args: unknown[]) => call_method(o, key, args, null) : method;
  });
}

/** `o[key](...args)` of one of several objects, or at one of several keys: others may have no such method. */
function callOfOne(o: unknown, key: PropertyKey, args: unknown[], isOpen = false): unknown {
  const method: unknown = isMissing(o) ? undefined : Reflect.get(Object(o) as object, key);
  if (isMissing(o) || typeof method === 'function') return call_method(o, key, args, null, isOpen);
  throw faultOfVariant(noMethod(o, key, method).message);
}

/** Where the branches around tell which of several objects it is, that one: its methods are called on it. */
function knownObject(value: unknown): unknown {
  const known = resolved(value);
  return isMissing(known) ? value : known;
}

function hasMethod(key: PropertyKey): boolean {
  return typeof Reflect.get(String.prototype, key) === 'function';
}

/** `f.call(self, ...args)`, for methods that cannot be named: `o.#m(...args)`, `super.m(...args)` */
export function call_with(
  self: unknown,
  f: unknown,
  args: unknown[],
  location: SourceLocation,
): unknown {
  return at(location, () => invoke(f, self, args));
}

export function invoke(given: unknown, self: unknown, args: unknown[], name?: string): unknown {
  const callee = unmixed(given);
  requirePresent(callee);
  const f = nativeOf(callee);
  if (typeof f !== 'function') throw notFunction(f, name);
  const variant = variantOf(f);
  if (variant !== undefined) return callVariant(variant, self, args, name);
  if (chosenFunctionOf(f) !== undefined) return Reflect.apply(f, self, args) as unknown;
  // Staged code names the methods that it calls of an object, and no others.
  if (name === undefined && changesItself(f)) changing(self);
  try {
    if (name === 'next') {
      requireStep(self);
      noteAdvanced(self);
      const first = isTracing() ? firstStep(self) : undefined;
      if (first !== undefined) return first;
      noteAdvance(self);
    }
    const body = () =>
      noteIterator(
        noteSource(
          f,
          self,
          visited(f, self, () =>
            noteGenerator(
              asCall(() => apply(f as Callable, self, args)),
              f.name,
            ),
          ),
        ),
      );
    if (isTracing())
      return isOfProgram(f) ? inFunction(f.name, () => whileRunning(f, body)) : body();
    return withTensors(f, [self, ...args], body);
  } catch (error) {
    if (!isStackOverflow(error) && textOf(f) !== '') {
      // What a native function raises, a function of the user's raised that it was given.
      passFunction(error, f.name, () => isStaged(f));
    }
    throw error;
  }
}

/** Whether the function is the user's and was staged, as its text tells. */
function isStaged(f: object): boolean {
  let known = stagedInPlace.get(f);
  if (known === undefined) {
    known = isStagedAlong(textOf(f)) || isGraphFunction(textOf(f));
    stagedInPlace.set(f, known);
  }
  return known;
}

const stagedInPlace = new WeakMap<object, boolean>();

/** Whether it has staged code, as those have too that staged code makes. */
function isOfProgram(f: object): boolean {
  return isStagedText(textOf(f));
}

/** A method of a class that extends Array, unless it reads the array as only code can that is not staged. */
function isOwnMethod(f: object): boolean {
  const text = textOf(f);
  return text !== '' && (isStaged(f) || !/\bthis(?:\.length\b|\[)/.test(text));
}

/** The class of functions that wait, which no staged one is. */
const AsyncFunction = (async () => {}).constructor as new () => Callable;

/** What these are given the program finds again as it is. */
const storing = new Set<unknown>([
  ...[Array.prototype.push, Array.prototype.unshift, Array.prototype.fill],
  Map.prototype.set,
]);

/** What changes its collection in place, and whose name is that of a method of tensors too: staged code does not tell of it. */
const asOfTensors = new Set<unknown>([
  Set.prototype.add,
  Array.prototype.reverse,
  Array.prototype.fill,
]);

function apply(f: Callable, self: unknown, args: unknown[]): unknown {
  if (Array.isArray(self)) requireKnownLength(self);
  if (isIteratorOfList(f)) return apply(Array.prototype.values as Callable, self, args);
  if (f instanceof AsyncFunction && isTracing() && mayWait())
    return waitOutside(() => Reflect.apply(f, self, args) as unknown);
  if (isTracing() && !isOfProgram(f) && !storing.has(f) && stagedListOf(args) === undefined) {
    const mixed = ofMixed(args.map(unmixed), (given) => apply(f, self, [...given]));
    if (mixed !== undefined) return mixed.result;
  }
  const either = eitherOf(args);
  if (either !== undefined) return ofVariant(either, (known) => apply(f, self, known as unknown[]));
  if (listingKeys.has(f) && variantOf(args[0]) !== undefined) {
    const object = presentOrThrown(args[0], () => 'Cannot convert undefined or null to object');
    const listed = eitherOf(object);
    if (listed !== undefined) return listedOf(listed, (known) => apply(f, self, [known]));
    if (object !== args[0]) return apply(f, self, [object]);
  }
  const copied = f === Array.from && !Array.isArray(args[0]) ? eitherOf(args[0]) : undefined;
  if (copied !== undefined)
    return ofVariant(copied, (known) => apply(f, self, args.with(0, known)));
  const spread = stagedListOf(args);
  const change = () => {
    if (hasAliases(self) && changesItself(f))
      changeAliases(self, (alias) => apply(f, changing(alias), args));
  };
  if (spread !== undefined) {
    change();
    return callWithList(f, self, spread) ?? callSpread(f, self, spreadArguments(f, spread));
  }
  if (f === Boolean && isTracing()) return booleanOf(args[0]);
  const answer = isTracing() ? answerOf(f, self, args) : undefined;
  if (answer !== undefined) return answer;
  const changed = isTracing()
    ? changeProperty(f, args, (object) => apply(f, self, args.with(0, object)))
    : undefined;
  if (changed !== undefined) return changed();
  const withoutAbsent = isTracing()
    ? callWithAbsent(f, self, args, (all) => apply(f, self, all))
    : undefined;
  if (withoutAbsent !== undefined) return withoutAbsent();
  const known = numbersFor(f, args.map(unmixed));
  if (f === String && isTracing() && isChosenText(known[0])) return writtenText(known[0]);
  const added = f === Array.prototype.push ? known.map(asAdded) : known;
  const given = added.map((arg) =>
    absentOf(arg) === undefined ? givenTo(f, arg, known[0]) : observe(arg),
  );
  if (f === Array.from) given[0] = collected(asArray(iterated(resolved(given[0]))));
  if (asOfTensors.has(f)) changing(self);
  noteHostChange(f, self);
  if (isTracing()) noteFixing(f, given);
  change();
  const leftOut = isTracing() ? callLeftOut(f, given, (all) => apply(f, self, all)) : undefined;
  if (leftOut !== undefined) return leftOut();
  const ofEntries = fromEntries(f, given[0]);
  if (ofEntries !== undefined) return ofEntries();
  if (isTracing() && readsMissing(f, self, given)) noteMissing();
  const own = Array.isArray(self) ? stagedListOf(self) : undefined;
  if (own !== undefined && !isOwnMethod(f))
    return callListMethod(
      self as unknown[],
      own,
      f,
      callsBack(f) ? withStagedCallbacks(given) : given,
    );
  const onLists = callOnLists(f, f === Array.from ? withStagedCallbacks(given) : given);
  if (onLists !== undefined) return onLists();
  const onText = callOnText(f, self, given, (one, all) => apply(f, one, [...all]));
  if (onText !== undefined) return onText();
  if (given.some(isTensor)) {
    const substitute = onTensors(f);
    if (substitute !== undefined) return substitute(given);
    const sizeless = forUnknownSizes(f, self, given);
    if (sizeless !== undefined) return sizeless();
    const selection = callSelection(f, given);
    if (selection !== undefined) return selection();
    if (f === console.assert && isTensor(given[0]))
      return assertion(given[0], given.slice(1), 'console.assert()');
  } else if (isTensor(self)) {
    const sizeless = forUnknownSizes(f, self, given);
    if (sizeless !== undefined) return sizeless();
  }
  const combined = combineValues(f, self, given);
  if (combined !== undefined) return combined.value;
  if (f === structuredClone && args.length === 1 && isStaging()) return clonedStructure(given[0]);
  if (drawsInGraph(f)) return markWeak(emitRandomNumber());
  if (isIndirection(f)) return invokeIndirectly(f, self, given, invoke);
  const passed = keepsFunctions(f) || callsAsStaged(f) ? given : withStagedCallbacks(given);
  const callNow = (all: unknown[]): unknown =>
    (callOnEntries(f, self, all) ?? (() => Reflect.apply(f, self, all) as unknown))();
  const inArrays = callOnKeyArrays(f, self, given);
  if (inArrays !== undefined) return inArrays();
  const atKey = callAtText(f, self, given, callNow);
  if (atKey !== undefined) return atKey();
  const atChosen = isTracing()
    ? callAtChosen(f, self, given, (all) => apply(f, self, all), callNow)
    : undefined;
  if (atChosen !== undefined) return atChosen();
  const isThere = hasByValue(f, self, given);
  if (isThere !== undefined) return isThere;
  const atNumbers = getByValue(f, self, given, (key) => callNow([key]));
  if (atNumbers !== undefined) return atNumbers();
  const changeAtNumbers = changeByValue(f, self, given, callNow);
  if (changeAtNumbers !== undefined) return changeAtNumbers();
  if (isTracing()) refuseKey(f, self, given);
  refuseCombination(f, self, given);
  if (isTracing()) guardFrozen(f, given);
  const ofProperties = isTracing() ? onProperties(f, self, given) : undefined;
  if (ofProperties !== undefined) return ofProperties();
  const onEntries = callOnEntries(f, self, given);
  if (onEntries !== undefined) return onEntries();
  if (f === Array.prototype.concat) return concatenate(self, given);
  if (f === Array.prototype.slice && Array.isArray(self) && !given.some(isTensor))
    return noteExtension(Reflect.apply(f, self, given) as unknown[], self);
  const ofIterator = iteratorHelper(f, self, passed);
  if (ofIterator !== undefined) return ofIterator();
  const deciding = Array.isArray(self) ? decidingMethod(f) : undefined;
  if (deciding !== undefined) return deciding(self as unknown[], passed);
  const onLike = decidingOnLike(f, self, passed);
  if (onLike !== undefined) return onLike();
  if (!isTracing()) {
    const onNumbers = isRunningEagerly() ? onTensorsForNumbers(f, self, given) : undefined;
    return onNumbers?.() ?? noteRead(f, self, Reflect.apply(f, self, passed));
  }
  return explainingNumbers(f, self, given, (args) =>
    callTraced(f, self, args, args === given ? passed : args),
  );
}

/** JavaScript's functions of numbers ask an object of the program's what it stands for. */
function numbersFor(f: unknown, args: unknown[]): unknown[] {
  if (!ofNumbers.has(f)) return args;
  return args.map((arg) => primitiveOf(arg, f === String ? 'string' : 'number'));
}

const ofNumbers = new Set<unknown>([
  ...[Number, String],
  // biome-ignore lint/suspicious/noGlobalIsNan: the user's isNaN is recognised
  globalThis.isNaN,
  // biome-ignore lint/suspicious/noGlobalIsFinite: the user's isFinite is recognised
  globalThis.isFinite,
  ...Object.getOwnPropertyNames(Math)
    .map((name) => Math[name as keyof Math])
    .filter((member) => typeof member === 'function'),
]);

function callSpread(f: Callable, self: unknown, args: unknown[]): unknown {
  const leftOut = callLeftOut(f, args, (all) => callSpread(f, self, all));
  return leftOut === undefined ? Reflect.apply(f, self, args) : leftOut();
}

/** Functions that tell which properties their first argument has. */
const listingKeys = new Set<unknown>([
  Object.keys,
  Object.entries,
  Object.values,
  Object.getOwnPropertyNames,
  Object.getOwnPropertySymbols,
  Reflect.ownKeys,
]);

function callTraced(f: Callable, self: unknown, given: unknown[], passed: unknown[]): unknown {
  // Code that is not staged cannot ask which of several objects `this` is.
  const mayAsk = textOf(f) === '' || isOfProgram(f);
  const owner = mayAsk ? self : knownObject(self);
  const holder = mayAsk ? undefined : eitherOf(owner);
  if (holder !== undefined) return ofVariant(holder, (known) => apply(f, known, given));
  if (!Object.is(owner, self)) return apply(f, owner, given);
  const onNumbers = onTensorsForNumbers(f, self, given);
  if (onNumbers !== undefined) return onNumbers();
  requireKnownNumbers(f, given);
  requireAssignable(f, self, given);
  requireDigits(f, self);
  prepareLayers(f, self, given);
  const modelCall = callGraphModel(f, self, passed);
  if (modelCall !== undefined) return modelCall();
  const drawn = callRand(f, given);
  if (drawn !== undefined) return drawn;
  return callOp(f, self, passed, () =>
    duringCall(f, given, () =>
      callUnstaged(f, { args: passed, self }, values, (args) => Reflect.apply(f, self, args)),
    ),
  );
}

/** A function that is handed over to code that is not staged may be called with tensors, or chosen objects: `Math.abs` and its like are made ready for them. */
function withStagedCallbacks(args: readonly unknown[]): unknown[] {
  return args.map((arg) => {
    if (typeof arg !== 'function') return arg;
    // `list.push` as a value: whoever calls it tells of the change.
    const isChange = changesItself(arg) && isTracing();
    const isReady =
      !isChange && onTensors(arg) === undefined && !drawsInGraph(arg) && !isQuestion(arg);
    return isReady ? arg : new Proxy(arg, { apply: invoke });
  });
}

/** Whether the function calls others as staged code does, so that it may have them as they are. */
function callsAsStaged(f: Callable): boolean {
  return stagedExpression(f) !== undefined || isStagedText(textOf(f));
}
