import type { SourceLocation } from '../../graph/types.js';
import { chosenBy } from '../branches/ifStatement.js';
import { mayBeUndefined } from '../branches/optional.js';
import { requirePresent } from '../operators/operands.js';
import { observe } from '../values/absent.js';
import { parts_of } from './chosenProperties.js';

/** What the parts of a pattern have for defaults, by their keys. */
interface Defaults {
  readonly [key: PropertyKey]: Default;
}

type Default = (() => unknown) | Defaults | readonly [own: () => unknown, ofParts: Defaults];

/**
 * What a pattern takes apart in place of `value`: where that has nothing, or a tensor decides whether it has, it gives the
 * default, at the moment at which the pattern asks. `value` may have a default itself.
 */
export function with_defaults(value: unknown, part: Default, location: SourceLocation): unknown {
  if (typeof part === 'function') return valueOr(value, part, location);
  if (!isPair(part)) return withDefaultsOf(value, part, location);
  const [own, ofParts] = part;
  return withDefaultsOf(valueOr(value, own, location), ofParts, location);
}

function isPair(part: Exclude<Default, () => unknown>): part is readonly [() => unknown, Defaults] {
  return Array.isArray(part);
}

function withDefaultsOf(source: unknown, defaults: Defaults, location: SourceLocation): unknown {
  requirePresent(source);
  // The pattern throws JavaScript's own error.
  if (source === undefined || source === null) return source;
  let object = Object(source) as object;
  const partOf = (key: PropertyKey, value: unknown): unknown =>
    Object.hasOwn(defaults, key) ? with_defaults(value, defaults[key]!, location) : value;
  return new Proxy(Object.create(null) as object, {
    get: (_, key) => {
      const value: unknown = Reflect.get(object, key);
      if (key !== Symbol.iterator) return partOf(key, value);
      return () => elementsOf(source as Iterable<unknown>, defaults, partOf);
    },
    has: (_, key) => Reflect.has(object, key),
    // A rest lists them, behind all other parts.
    ownKeys: () => {
      object = Object(parts_of(source, location)) as object;
      return Reflect.ownKeys(object);
    },
    getOwnPropertyDescriptor: (_, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(object, key);
      return descriptor && { ...descriptor, configurable: true };
    },
  });
}

function* elementsOf(
  source: Iterable<unknown>,
  defaults: Defaults,
  partOf: (index: number, element: unknown) => unknown,
): Iterator<unknown> {
  let index = 0;
  for (const element of source) yield partOf(index++, element);
  const end = Math.max(...Object.keys(defaults).map(Number));
  while (index <= end) yield partOf(index++, undefined);
}

/** A default stands for undefined alone. */
function valueOr(value: unknown, other: () => unknown, location: SourceLocation): unknown {
  const optional = mayBeUndefined(value);
  if (optional !== undefined)
    return chosenBy(optional.isThere, optional.present, other, location, 'default');
  return observe(value) === undefined ? other() : value;
}
