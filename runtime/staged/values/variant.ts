import { StagingError } from '../../errors.js';
import { refuseAsResult } from '../../function/signature/refusedResult.js';
import type { SourceLocation } from '../../graph/types.js';
import { emitAssert } from '../../trace/effects.js';
import { currentLocation } from '../../trace/session.js';
import { trap } from '../../trace/traps.js';
import { isMissing, isNull } from './absent.js';
import { describeValue, quoted, subject } from './describeValue.js';
import {
  type Composite,
  compositeKind,
  compositeLabels,
  compositeParts,
  isPlainObject,
  withParts,
} from './structure.js';
import { isTensor } from './tensors.js';
import { isAskedForState, markVariant, ofChosenObject, variantOf } from './variantObjects.js';

/** Of what chooses, for errors. */
export interface Origin {
  /** What the program calls what holds the object, where that is known. */
  readonly name?: string;
  readonly location: SourceLocation | null;
  /** Why the two are no one value. */
  readonly reason?: StagingError;
}

/**
 * One of two objects of different classes, or with different properties, as a tensor chooses: whatever is asked of it is asked of both, each in its branch.
 * One of the two may be null or undefined, and the other one a function.
 */
export class Variant implements Composite {
  readonly [compositeLabels] = [' (the choice)', '', ''];

  constructor(
    readonly predicate: unknown,
    readonly one: unknown,
    readonly other: unknown,
    /** Of the assertion that it is there, where nobody has asked; without one, such a use is refused. */
    readonly isThereMessage?: string,
    readonly origin: Origin = { location: currentLocation() },
  ) {}

  get [compositeKind](): string {
    return isMissing(this.other) ? `an object or ${this.other}` : 'an object that a tensor chooses';
  }

  [compositeParts](): readonly unknown[] {
    const { predicate, one, other } = this;
    return isMissing(other) ? [predicate, one] : [predicate, one, other];
  }

  [withParts]([predicate, one, other = this.other]: readonly unknown[]): Variant {
    return new Variant(predicate, one, other, this.isThereMessage, this.origin);
  }
}

/** Tells what the program calls the object, if it is one that a tensor chooses. */
export function namedVariant<Value>(value: Value, name: string): Value | Variant {
  if (!(value instanceof Variant)) return value;
  const { predicate, one, other, isThereMessage, origin } = value;
  return new Variant(predicate, one, other, isThereMessage, { ...origin, name });
}

/** What a use of such an object does, which a conditional of the graph decides. */
export interface VariantUses {
  /** `name` is what the program calls it, for the error where it is no function. */
  call(variant: Variant, self: unknown, args: readonly unknown[], name?: string): unknown;
  get(variant: Variant, key: PropertyKey): unknown;
  set(variant: Variant, key: PropertyKey, value: unknown): void;
  /** What `use` gives for the one chosen. */
  of(variant: Variant, use: (side: unknown) => unknown): unknown;
  /** To throw, a TypeError of the program's. */
  fault(message: string): unknown;
}

let uses: VariantUses | null = null;

/** Called once, by the module that knows conditionals. */
export function setVariantUses(known: VariantUses): void {
  uses = known;
}

export function callVariant(
  variant: Variant,
  self: unknown,
  args: readonly unknown[],
  name: string | undefined,
): unknown {
  return uses!.call(variant, self, args, name);
}

/** What `use` gives for the one chosen. */
export function ofChosen(variant: Variant, use: (side: unknown) => unknown): unknown {
  return uses!.of(variant, use);
}

/** Throw it where the one chosen is not there. */
export function faultOfVariant(message: string): unknown {
  return uses!.fault(message);
}

/** The object that the program sees. */
export function variantObject(variant: Variant): object {
  const refuse = (): never => {
    throw unknownObject(variant);
  };
  const itself = (): object => requiredObject(variant) as object;
  const holdsFunction = [variant.one, variant.other].some((side) => typeof side === 'function');
  const { one, other, isThereMessage } = variant;
  const isArray = Array.isArray(one) && (isThereMessage !== undefined || Array.isArray(other));
  const plain = isArray ? [] : (Object.create(null) as object);
  const target = holdsFunction ? function chosen() {} : plain;
  const object = new Proxy(target, {
    apply: trap((_, self, args) => uses!.call(variant, self, args)),
    construct: refuse,
    get: trap((_, key) => {
      if (isAskedForState()) return ofChosenObject;
      return key === Symbol.iterator ? Reflect.get(itself(), key) : uses!.get(variant, key);
    }),
    set: trap((_, key, value) => {
      if (!isAskedForState()) uses!.set(variant, key, value);
      return true;
    }),
    has: trap((_, key) => Reflect.has(itself(), key)),
    ownKeys: trap(() => Reflect.ownKeys(itself())),
    getOwnPropertyDescriptor: trap((_, key) => Reflect.getOwnPropertyDescriptor(itself(), key)),
    deleteProperty: trap(refuse),
  });
  markVariant(object, variant);
  refuseAsResult(object, () =>
    isThereMessage === undefined ? unknownObject(variant, variant.origin.location) : undefined,
  );
  return object;
}

/** The object, for what can only be known of one that is itself: a loop that makes it has to have run. */
export function requiredObject(variant: Variant): unknown {
  const { predicate, one, isThereMessage } = variant;
  if (isThereMessage === undefined || !isTensor(predicate)) throw unknownObject(variant);
  emitAssert(predicate, isThereMessage);
  return one;
}

/** For what is only known of an object that is itself. */
function unknownObject(variant: Variant, location = currentLocation()): StagingError {
  const {
    one,
    other,
    origin: { name, reason },
  } = variant;
  const it = name === undefined ? 'this' : quoted(name);
  const sides = alternativesIn(variant);
  if (reason !== undefined) return reason;
  if (holdsPrimitive(variant)) {
    return new StagingError(
      'branch-dtypes-differ',
      `A tensor decides whether ${it} is ${sides.map(describeValue).join(' or ')}, and no tensor holds ${sides.length === 2 ? 'both' : 'all of them'}: no graph can ` +
        'return, list or copy it.',
      location,
      "Ask first which it is (`x === 'text'`, `typeof x === 'string'`), or keep the text in a variable of its own.",
    );
  }
  if (sides.some(isMissing)) {
    const mayBeNull = sides.some(isNull);
    const mayBeUndefined = sides.some((side) => isMissing(side) && !isNull(side));
    const missing = [...(mayBeNull ? ['null'] : []), ...(mayBeUndefined ? ['undefined'] : [])];
    const object = sides.find((side) => !isMissing(side));
    return new StagingError(
      mayBeNull ? 'null-in-branch' : 'undefined-in-branch',
      `A tensor decides whether ${it} is ${[...(object === undefined ? [] : [describeValue(object)]), ...missing].join(' or ')}, ` +
        'which no graph can return, list or copy.',
      location,
      'Ask first whether it is there (`if (o)`, `o?.p`, `o ?? other`), or return its parts, each with a value for where it is not.',
    );
  }
  const areLists = [one, other].every(
    (side) => Array.isArray(side) || side instanceof Map || side instanceof Set,
  );
  if (areLists) {
    return new StagingError(
      'list-element',
      `A tensor decides whether ${it} is ${describeValue(one)} or ${describeValue(other)}, whose elements are not alike: no ` +
        'graph can return or copy it.',
      location,
      'Return its parts, or give both of them as many elements, or elements that are tensors of one dtype and shape, or numbers.',
    );
  }
  if (isPlainObject(one) && isPlainObject(other)) {
    return new StagingError(
      'branch-structures-differ',
      `A tensor decides whether ${it} is ${describeValue(one)} or ${describeValue(other)}: which properties it has is not known while ` +
        'tracing, so that no graph can return, list or copy it.',
      location,
      'Return its properties (`r.value ?? 0`), or give both objects the same ones.',
    );
  }
  return new StagingError(
    'branch-values-differ',
    `${name === undefined ? 'This' : subject(name)} is one of two objects of different classes, or with private fields, as a ` +
      'tensor chooses: which properties it has, and of which class it is, is not known while tracing.',
    location,
    'Call a method that both classes have, or let a number stand for the choice.',
  );
}

/** All that it may be, those included that other tensors choose. */
function alternativesIn({ one, other }: Variant): unknown[] {
  return [one, other].flatMap((side) => {
    const inner = side instanceof Variant ? side : variantOf(side);
    return inner === undefined ? [side] : alternativesIn(inner);
  });
}

/** Whether one of them is a text, number or bool. */
export function holdsPrimitive(variant: Variant): boolean {
  return alternativesIn(variant).some(
    (side) => isTensor(side) || ['string', 'number', 'boolean'].includes(typeof side),
  );
}

/** What stands where `value` does in another state: an object that an iteration leaves may be missing where none ran. */
export function objectAt(value: unknown, counterpart: unknown): unknown {
  const isOptional = counterpart instanceof Variant && !(value instanceof Variant);
  return isOptional ? counterpart.one : counterpart;
}
