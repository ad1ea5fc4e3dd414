import { StagingError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import { checkAtEnd } from '../../trace/endChecks.js';
import { listPerTrace } from '../../trace/perTrace.js';
import { currentLocation, isTracing } from '../../trace/session.js';

/*
 * Where a tensor decides whether an object has a property itself or inherits it, the object holds what the branch or loop
 * made of both. That is no longer right when the property of its prototype changes, which nothing tells of: so what the object
 * inherited is kept, and compared.
 */

/** A property of which a tensor decides whether the object has it itself. */
interface Shadowing {
  readonly object: object;
  readonly key: PropertyKey;
  /** What the object holds, as long as this counts. */
  readonly value: unknown;
  readonly inherited: Inherited;
  readonly location: SourceLocation | null;
}

interface Inherited {
  readonly holder: object | null;
  readonly value: unknown;
}

interface Place {
  readonly object: object;
  readonly key: PropertyKey;
  readonly isUncertain: () => boolean;
}

const shadowings = listPerTrace<Shadowing>();
/** Those of which the construct that makes them uncertain has not ended: what the object inherits is being put back, too. */
const open = listPerTrace<Place>();

/** Tells that a tensor decides whether `object` has the property itself, as long as `isUncertain`. */
export function noteShadowing(place: Place): void {
  const prototype = Object.getPrototypeOf(place.object) as object | null;
  if (prototype === null || prototype === Object.prototype || !isTracing()) return;
  if (shadowings().length === 0 && open().length === 0) checkAtEnd(requireInherited);
  open().push(place);
}

/** Stages a branch or loop, behind which objects hold what it makes of what they inherit. */
export function keepingInherited(stage: () => void): void {
  requireInherited();
  stage();
  settle();
}

/** Traces an iteration: what it begins with belongs together, and so has what it leaves. */
export function inheritingInIteration(body: () => void): void {
  settle();
  body();
  requireInherited();
}

function settle(): void {
  for (const { object, key, isUncertain } of open().splice(0)) {
    const value: unknown = Reflect.get(object, key);
    const isKnown = shadowings().some(
      (known) => known.object === object && known.key === key && Object.is(known.value, value),
    );
    if (!isUncertain() || isKnown) continue;
    const [inherited, location] = [inheritedBy(object, key), currentLocation()];
    if (inherited !== null) shadowings().push({ object, key, value, inherited, location });
  }
}

/** Throws where an object holds what it inherited from a prototype that has changed since. */
export function requireInherited(): void {
  for (const { object, key, value, inherited, location } of shadowings()) {
    const isHeld = Object.is(Object.getOwnPropertyDescriptor(object, key)?.value, value);
    const now = inheritedBy(object, key);
    const isSame = now?.holder === inherited.holder && Object.is(now?.value, inherited.value);
    if (isHeld && !isSame) throw prototypeChanged(key, location);
  }
}

/** Null where a getter tells what it is. */
function inheritedBy(object: object, key: PropertyKey): Inherited | null {
  let holder = Object.getPrototypeOf(object) as object | null;
  while (holder !== null && !Object.hasOwn(holder, key))
    holder = Object.getPrototypeOf(holder) as object | null;
  if (holder === null) return { holder, value: undefined };
  const property = Object.getOwnPropertyDescriptor(holder, key)!;
  return 'value' in property ? { holder, value: property.value } : null;
}

function prototypeChanged(key: PropertyKey, location: SourceLocation | null): StagingError {
  const name = String(key);
  return new StagingError(
    'prototype-changed',
    `A tensor decides here whether an object has a property '${name}' of its own, and its prototype's '${name}' is changed ` +
      'afterwards: the graph does not know what the object inherits then.',
    location,
    `Change the prototype before, or give the object a '${name}' of its own in any case.`,
  );
}
