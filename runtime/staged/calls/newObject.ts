import { formatType, type SourceLocation } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { heldText, isMakingError } from '../../trace/errorText.js';
import { isStackOverflow } from '../../trace/overflow.js';
import { whileRunning } from '../../trace/runningCode.js';
import { at, isSymbolic, isTracing } from '../../trace/session.js';
import { inFunction } from '../../trace/tracer.js';
import { callUnstaged } from '../../trace/unstagedCalls.js';
import { isStagedText, textOf } from '../../trace/unstagedText.js';
import { passFunction } from '../../trace/userStack.js';
import { spreadArguments } from '../arrays/spreadArguments.js';
import { copiedCollection } from '../collections/visits.js';
import { makeError } from '../exceptions/errorTexts.js';
import { iterated } from '../exceptions/iterated.js';
import { stagedListOf } from '../lists/heldList.js';
import { noteProxy } from '../objects/proxies.js';
import { eitherOf, mayBeMissing, ofVariant } from '../objects/variantTests.js';
import { givenTo } from '../operators/text.js';
import { madeObject, made as noteMade } from '../state/creation.js';
import { isChangedByMethods } from '../state/hostObjects.js';
import { constructing } from '../state/underConstruction.js';
import { absentOf, observe } from '../values/absent.js';
import { chosenFunctionOf } from '../values/chosenFunction.js';
import { describeValue } from '../values/describeValue.js';
import { isKeyed } from '../values/entryPresence.js';
import { unmixed } from '../values/mixed.js';
import { hasOneElement, isTensor, typeOf } from '../values/tensors.js';
import { requireKnownNumbers } from '../values/unknownNumbers.js';
import { faultOfVariant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { onTensors } from './hostFunctions.js';
import { callLeftOut } from './leftOut.js';
import { collectionOfKeys } from './newCollection.js';
import { values } from './toldApart.js';
import { withTensors } from './withTensors.js';

type Constructor = new (...args: unknown[]) => object;

/** `new C(...args)`; `name` is what the program calls `C`. */
export function construct(
  C: unknown,
  args: readonly unknown[],
  location: SourceLocation | null,
  name?: string,
): object {
  const variant = variantOf(C);
  if (variant !== undefined) {
    const make = (side: unknown) => constructOne(side, args, name);
    return at(location, () => ofVariant(variant, make) as object);
  }
  const make = () => withTensors(C as object, args, () => newObject(C, args, name));
  return at(location, () => (isTracing() && isOfProgram(C) ? inConstructor(C, make) : make()));
}

/** Of one of several classes, or none, as a tensor chooses. */
function constructOne(C: unknown, args: readonly unknown[], name: string | undefined): object {
  if (isConstructor(C) || chosenFunctionOf(C) !== undefined || variantOf(C) !== undefined)
    return construct(C, args, null, name);
  throw faultOfVariant(notConstructor(C, name));
}

function notConstructor(C: unknown, name: string | undefined): string {
  return `${name ?? describeValue(C)} is not a constructor`;
}

function isOfProgram(C: unknown): C is Constructor {
  return typeof C === 'function' && isStagedText(textOf(C));
}

/** What the constructor raises tells that it was in it. */
function inConstructor<T>(C: Constructor, make: () => T): T {
  const name = `new ${C.name}`;
  try {
    return inFunction(name, () => whileRunning(C, make));
  } catch (error) {
    if (!isStackOverflow(error)) passFunction(error, name, () => true);
    throw error;
  }
}

function newObject(C: unknown, args: readonly unknown[], name?: string): object {
  const spread = stagedListOf(args);
  if (spread !== undefined) return constructSpread(C as Constructor, spreadArguments(C, spread));
  if (chosenFunctionOf(C) !== undefined) return Reflect.construct(C as Constructor, args) as object;
  if (!isConstructor(C)) throw new TypeError(notConstructor(C, name));
  const leftOut = isTracing() ? callLeftOut(C, args, (all) => newObject(C, all, name)) : undefined;
  if (leftOut !== undefined) return leftOut() as object;
  const isError = C === (Error as unknown) || C.prototype instanceof Error;
  if (isError && isTracing() && !isMakingError()) return makeError(() => newObject(C, args, name));
  const given = args
    .map(unmixed)
    .map((arg) =>
      absentOf(arg) === undefined ? givenTo(C, arg, undefined) : (heldText(arg) ?? observe(arg)),
    );
  if (isTracing()) {
    refuseTensors(C, given);
    requireKnownNumbers(C, given);
  }
  const copied = isTracing() && isCollectionOf(C) ? eitherOf(iterated(given[0])) : undefined;
  if (copied !== undefined)
    return ofVariant(copied, (side) => newObject(C, [side], name)) as object;
  const made = ofTensors(C, given) ?? constructing(() => constructed(C, given));
  requireObject(made);
  if (C === Proxy) noteProxy(made, given[1]);
  if (isKeyed(made) || Array.isArray(made) || made instanceof Date || isChangedByMethods(C))
    return noteMade(made);
  // An error's stack begins where the program makes it.
  if (made instanceof Error && 'captureStackTrace' in Error)
    Error.captureStackTrace(made, construct);
  return madeObject(made);
}

/** What reads a tensor that a class of JavaScript's own is given is that class. */
function constructed(C: Constructor, given: readonly unknown[]): object {
  const make = (args: readonly unknown[]) => Reflect.construct(C, args) as object;
  const isRead = isTracing() && !isStagedText(textOf(C)) && given.some(isTensor);
  return isRead ? callUnstaged(C, { args: given }, values, make) : make(given);
}

/** Of a function that is called with `new`, JavaScript would see whether it returned an object. */
function requireObject(made: object): void {
  const variant = variantOf(made);
  if (variant === undefined || !mayBeMissing(variant)) return;
  throw errorHere(
    'return-in-some-branches',
    'A tensor decides whether this function, which is called with new, returns an object.',
    'Write `return this;` where it returns none, or make it a class.',
  );
}

function constructSpread(C: Constructor, args: readonly unknown[]): object {
  const leftOut = callLeftOut(C, args, (all) => constructSpread(C, all));
  return (leftOut === undefined ? Reflect.construct(C, args) : leftOut()) as object;
}

function isConstructor(value: unknown): value is Constructor {
  if (typeof value !== 'function') return false;
  try {
    // Asks whether it is one, without calling it.
    Reflect.construct(Object, [], value);
    return true;
  } catch {
    return false;
  }
}

function isCollectionOf(C: unknown): boolean {
  return C === Map || C === Set;
}

function isTypedArray(C: Constructor): boolean {
  return Object.getPrototypeOf(C) === Object.getPrototypeOf(Float32Array);
}

/** Objects of JavaScript's own classes that it cannot make of tensors. */
function ofTensors(C: Constructor, args: readonly unknown[]): object | undefined {
  if (C === (Array as unknown) && args.some(isTensor)) return onTensors(Array)!(args) as object;
  return copiedCollection(C, args[0]) ?? collectionOfKeys(C, args[0]);
}

/** What JavaScript's own classes would take for something else than a number. */
function refuseTensors(C: Constructor, args: readonly unknown[]): void {
  const [first] = args;
  if (C === (Boolean as unknown) && isTensor(first) && isSymbolic(first)) {
    throw errorHere(
      'operand-type',
      `new Boolean() would take ${formatType(typeOf(first))} for true, whatever it holds.`,
      'Leave out new: Boolean(x) is a tensor.',
    );
  } else if (isTypedArray(C) && isTensor(first) && hasOneElement(first)) {
    throw errorHere(
      'operand-type',
      `new ${C.name}() makes an array of a length that is ${formatType(typeOf(first))}, which is not known while tracing, and holds ` +
        'numbers only.',
      'Make an array, new Array(n).fill(0), or a tensor, with tf.zeros.',
    );
  }
}
