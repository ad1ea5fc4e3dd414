import { StagingError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import { currentLocation } from '../../trace/session.js';
import {
  type Composite,
  compositeKind,
  compositeLabels,
  compositeParts,
  withParts,
} from './structure.js';
import { isAskedForState, markVariant } from './variantObjects.js';

/**
 * One of two objects of different classes, as a tensor chooses: whatever is asked of it is asked of both, each in its branch.
 */
export class Variant implements Composite {
  readonly [compositeKind] = 'one of several objects';
  readonly [compositeLabels] = [' (the choice)', '', ''];

  constructor(
    readonly predicate: unknown,
    readonly one: unknown,
    readonly other: unknown,
  ) {}

  [compositeParts](): readonly unknown[] {
    return [this.predicate, this.one, this.other];
  }

  [withParts]([predicate, one, other]: readonly unknown[]): Variant {
    return new Variant(predicate, one, other);
  }
}

/** What a use of such an object does, which a conditional of the graph decides. */
export interface VariantUses {
  get(variant: Variant, key: PropertyKey): unknown;
  set(variant: Variant, key: PropertyKey, value: unknown): void;
}

/** Stands for a property that is none of the state's. */
const noState = Symbol('no state');

type MethodCall = (
  object: unknown,
  key: PropertyKey,
  args: readonly unknown[],
  location: SourceLocation | null,
) => unknown;

let uses: VariantUses | null = null;
let methodCall: MethodCall | null = null;

/** Called once, by the module that knows how staged code calls methods. */
export function setMethodCall(known: MethodCall): void {
  methodCall = known;
}

export function callMethod(object: unknown, key: PropertyKey, args: readonly unknown[]): unknown {
  return methodCall!(object, key, args, currentLocation());
}

/** Called once, by the module that knows conditionals. */
export function setVariantUses(known: VariantUses): void {
  uses = known;
}

/** The object that the program sees. */
export function variantObject(variant: Variant): object {
  const refuse = (): never => {
    throw unknownClass();
  };
  const object = new Proxy(Object.create(null) as object, {
    get: (_, key) => (isAskedForState() ? noState : uses!.get(variant, key)),
    set: (_, key, value) => {
      if (!isAskedForState()) uses!.set(variant, key, value);
      return true;
    },
    has: refuse,
    ownKeys: refuse,
    getPrototypeOf: refuse,
    deleteProperty: refuse,
  });
  markVariant(object, variant);
  return object;
}

function unknownClass(): StagingError {
  return new StagingError(
    'branch-values-differ',
    'This is one of two objects of different classes, or with private fields, as a tensor chooses: which properties it ' +
      'has, and of which class it is, is not known while tracing.',
    currentLocation(),
    'Call a method that both classes have, or let a number stand for the choice.',
  );
}
