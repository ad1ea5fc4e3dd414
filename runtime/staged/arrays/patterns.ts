import type { Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { formatType, type SourceLocation } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { at } from '../../trace/session.js';
import { chosenBy } from '../branches/ifStatement.js';
import { mayBeUndefined } from '../branches/optional.js';
import { presentOrThrown } from '../exceptions/presentOrThrown.js';
import { stagedListOf } from '../lists/heldList.js';
import { unknownLength } from '../lists/listErrors.js';
import { flattened } from '../objects/chosenProperties.js';
import { isIndex } from '../objects/hasKey.js';
import { get_item } from '../objects/items.js';
import { length_of } from '../objects/lengthOf.js';
import { copyProperties, ownProperties } from '../objects/ownProperties.js';
import { isChosenText } from '../operators/chosenText.js';
import { requirePresent } from '../operators/operands.js';
import { observe } from '../values/absent.js';
import { unmixed } from '../values/mixed.js';
import { sizesIn } from '../values/openSizes.js';
import { rowsOf } from '../values/rows.js';
import { isTensor, typeOf } from '../values/tensors.js';
import { elements, with_rest } from './listUses.js';

/** What is known of the parts of a pattern, by their keys. */
interface Parts {
  readonly [key: PropertyKey]: Part;
}

/** Of a part that is the pattern of an array. */
class Elements {
  constructor(
    readonly count: number,
    readonly hasRest: boolean,
    readonly parts: Parts | undefined,
  ) {}
}

/** A default, what is known of a part's own parts, or both. */
type Part =
  | (() => unknown)
  | Parts
  | Elements
  | readonly [own: () => unknown, ofParts: Parts | Elements];

/** What a pattern asks for at a key that only the program tells. */
interface Asked {
  readonly key: unknown;
  readonly part: Part | undefined;
}

const asked = new Map<symbol, Asked>();

/** Of the part `[a, b]` of a pattern: that it takes `count` elements, and what is known of them. */
export function first(count: number, parts?: Parts): Elements {
  return new Elements(count, false, parts);
}

/** Of the part `[a, b, ...rest]` of a pattern, which takes `count` elements before its rest. */
export function first_and_rest(count: number, parts?: Parts): Elements {
  return new Elements(count, true, parts);
}

/** The key of `{ [key]: … }`, with what is known of the part: JavaScript asks for it before it evaluates the next one. */
export function key(given: unknown, part?: Part): PropertyKey {
  const value = unmixed(given);
  if (!isTensor(value) && part === undefined) return value as PropertyKey;
  const symbol = Symbol();
  const isOwn = isTensor(value) || typeof value === 'symbol';
  asked.set(symbol, { key: isOwn ? value : String(value), part });
  return symbol;
}

/**
 * What a pattern takes apart that asks for elements or their number, or has a rest: of a tensor its rows, of an object that a
 * tensor chooses the properties of the one chosen.
 */
export function parts_of(given: unknown, location: SourceLocation): unknown {
  requirePresent(given);
  const value = at(location, () => sizesIn(presentOrThrown(given, notTakenApart)));
  requireObject(value);
  const isObject = !isTensor(value) && stagedListOf(value) === undefined;
  if (isObject && ownProperties(value) === value) return at(location, () => flattened(value));
  return with_parts(value, {}, location);
}

/** JavaScript's own error would name the helper. */
function requireObject(value: unknown): void {
  if (value === undefined || value === null) throw new TypeError(notTakenApart(value));
}

function notTakenApart(missing: unknown): string {
  return `Cannot destructure '${String(missing)}' as it is ${String(missing)}.`;
}

/**
 * What a pattern takes apart in place of `value`: where that has nothing, or a tensor decides whether it has, it gives the
 * default, at the moment at which the pattern asks. `value` may have a default itself.
 */
export function with_defaults(value: unknown, part: Part, location: SourceLocation): unknown {
  if (typeof part === 'function') return valueOr(value, part, location);
  if (!isPair(part)) return takenApart(value, part, location);
  const [own, ofParts] = part;
  return takenApart(valueOr(value, own, location), ofParts, location);
}

function isPair(
  part: Exclude<Part, () => unknown>,
): part is readonly [() => unknown, Parts | Elements] {
  return Array.isArray(part);
}

function takenApart(value: unknown, part: Parts | Elements, location: SourceLocation): unknown {
  if (!(part instanceof Elements)) return with_parts(value, part, location);
  const { count, hasRest, parts } = part;
  const taken = hasRest ? with_rest(value, count, location) : elements(value, count, location);
  return parts === undefined ? taken : with_parts(taken, parts, location);
}

/** What a pattern without defaults takes apart in place of `given`. */
export function with_parts(given: unknown, parts: Parts, location: SourceLocation): unknown {
  requirePresent(given);
  requireObject(given);
  const source = at(location, () => sizesIn(given));
  let whole = source;
  const taken = new Set<unknown>();
  const partOf = (name: PropertyKey, value: unknown): unknown =>
    Object.hasOwn(parts, name) ? with_defaults(value, parts[name]!, location) : value;
  return new Proxy(Object.create(null) as object, {
    get: (_, name) => {
      if (name === Symbol.iterator)
        return () => elementsOf(source as Iterable<unknown>, parts, partOf);
      const told = typeof name === 'symbol' ? takeAsked(name) : undefined;
      if (told === undefined)
        return partOf(
          name,
          at(location, () => readPart(whole, name)),
        );
      taken.add(told.key);
      const value = at(location, () => readPart(whole, told.key));
      return told.part === undefined ? value : with_defaults(value, told.part, location);
    },
    has: (_, name) => Reflect.has(Object(whole) as object, name),
    // A rest lists them, behind all other parts.
    ownKeys: () => {
      whole = at(location, () => {
        for (const name of taken) if (isTensor(name)) throw restWithout(name);
        return listed(whole);
      });
      return Reflect.ownKeys(whole as object).filter((name) => !taken.has(name));
    },
    getOwnPropertyDescriptor: (_, name) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(whole as object, name);
      return descriptor && { ...descriptor, configurable: true };
    },
  });
}

function takeAsked(symbol: symbol): Asked | undefined {
  const told = asked.get(symbol);
  asked.delete(symbol);
  return told;
}

/** `whole[name]` */
function readPart(whole: unknown, name: unknown): unknown {
  if (isTensor(name)) return get_item(whole, name, null);
  const isScalar = isTensor(whole) && whole.shape.length === 0 && !isChosenText(whole);
  if (name === 'length' && !isScalar) return length_of(whole, null);
  if (isIndex(name) && !isScalar) {
    if (isTensor(whole))
      return isChosenText(whole) ? get_item(whole, name, null) : rowsOf(whole)[Number(name)];
    if (stagedListOf(whole) !== undefined) return get_item(whole, Number(name), null);
  }
  return Reflect.get(Object(whole) as object, name as PropertyKey);
}

/** The object that holds what a rest (`...others`) takes. */
function listed(whole: unknown): object {
  const list = stagedListOf(whole);
  if (list !== undefined) throw unknownLength(list.name);
  if (isChosenText(whole)) return copyProperties({}, whole);
  if (isTensor(whole)) return whole.shape.length === 0 ? {} : rowsOf(whole);
  return Object(ownProperties(flattened(whole))) as object;
}

function restWithout(name: Tensor): StagingError {
  return errorHere(
    'index-type',
    `A pattern has a rest beside a property of which ${formatType(typeOf(name))}, a tensor, tells the key: which ` +
      'properties are left is not known while tracing.',
    'Read the property first (o[k]), and take the object apart without it.',
  );
}

function* elementsOf(
  source: Iterable<unknown>,
  parts: Parts,
  partOf: (index: number, element: unknown) => unknown,
): Iterator<unknown> {
  let index = 0;
  for (const element of source) yield partOf(index++, element);
  const end = Math.max(...Object.keys(parts).map(Number));
  while (index <= end) yield partOf(index++, undefined);
}

/** A default stands for undefined alone. */
function valueOr(value: unknown, other: () => unknown, location: SourceLocation): unknown {
  const optional = mayBeUndefined(value);
  if (optional !== undefined)
    return chosenBy(optional.isThere, optional.present, other, location, 'default');
  return observe(value) === undefined ? other() : value;
}
