import type { Tensor } from '@tensorflow/tfjs-core';
import { setFrames } from '../../../diagnostics/index.js';
import { whereChosen } from '../../trace/heirs.js';
import { knownToHold, where } from '../../trace/knownFlags.js';
import { currentLocation } from '../../trace/session.js';
import { frameOfUse } from '../../trace/traps.js';
import { changesItself } from '../arrays/arrayMethods.js';
import { stageIf } from '../branches/ifStatement.js';
import { choiceOfObject } from '../branches/stageWhere.js';
import { nativeOf } from '../collections/guards.js';
import { iteratorOf, kindOf } from '../collections/iteration.js';
import { presentOrThrown } from '../exceptions/presentOrThrown.js';
import { thrown } from '../exceptions/throwStatement.js';
import { stagedListOf } from '../lists/heldList.js';
import { assignLengthOfChosen, changing, written } from '../objects/announce.js';
import { get_item, set_item } from '../objects/items.js';
import { eitherOf, listedOf, ofVariant, sidesOf, whether } from '../objects/variantTests.js';
import { resolved } from '../operators/presence.js';
import { nothingOpen, propertyEntry } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import { type Collection, isCollection } from '../values/entryPresence.js';
import { inheritedProperty } from '../values/inheritedProperty.js';
import {
  holdsPrimitive,
  requiredObject,
  setVariantUses,
  type Variant,
  variantObject,
} from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';

/*
 * What a use of one of two objects does, as a tensor chooses (`variant.ts`): the same to each, in its branch of a
 * conditional. Where the branches around have asked before, it is known which of them it is.
 */

/** Called once, by the module that knows how staged code calls functions and methods. */
export function useVariants(
  call: (f: unknown, args: readonly unknown[]) => unknown,
  callMethod: (object: unknown, key: PropertyKey, args: readonly unknown[]) => unknown,
): void {
  setVariantUses({
    fault,
    of: ofVariant,
    call(variant, self, args, name) {
      return ofVariant(variant, (f) => {
        if (isMissing(f)) throw fault(`${name ?? String(f)} is not a function`);
        return self === undefined
          ? call(f, args)
          : (Reflect.apply(f as () => unknown, self, args) as unknown);
      });
    },
    get(variant, key) {
      const read = (object: unknown): unknown => propertyOf(present(object, 'read', key), key);
      const sides = sidesOf(variant);
      if (sides.length === 1) return ofItself(sides[0], read(sides[0]));
      // JavaScript makes a text or number of it.
      if (key === Symbol.toPrimitive && holdsPrimitive(variant)) return requiredObject(variant);
      const objects = objectsIn(variant);
      const found = objects.flatMap((object): unknown[] =>
        isMissing(object)
          ? []
          : [isComputed(object, key) ? staged : (object as Record<PropertyKey, unknown>)[key]],
      );
      // What made the object is no method of it.
      const isMethod = found.length > 0 && found.every((value) => typeof value === 'function');
      if (isMethod && objects.every((object) => isMissing(object) || makesIterator(object, key)))
        return () => iteratorsOf(variant, key);
      if (key !== 'constructor' && isMethod) {
        return (...args: unknown[]) =>
          ofVariant(variant, (object) => {
            const holder = present(object, 'read', key);
            const method = (holder as Record<PropertyKey, unknown>)[key];
            if (changesItself(nativeOf(method))) changing(holder);
            return callMethod(holder, key, args);
          });
      }
      const isSame =
        found.length === objects.length &&
        found.every((value) => value !== staged && Object.is(value, found[0]));
      if (isSame) return found[0];
      if (found.length === 2 && found.every((value) => typeof value === 'boolean'))
        return whether(variant, read);
      return ofVariant(variant, read, propertyEntry(String(key)));
    },
    set(variant, key, value) {
      const assign = (object: unknown) => () => {
        const holder = present(object, 'set', key);
        if (!Array.isArray(holder)) {
          // Not by Reflect, which says nothing where the property cannot be written.
          (holder as Record<PropertyKey, unknown>)[key] = written(value, object, key);
        } else if (key === 'length') assignLengthOfChosen(holder, value);
        else set_item(holder, key, value, null);
      };
      const sides = sidesOf(variant);
      if (sides.length === 1) assign(sides[0])();
      else {
        const [one, other] = sides.map(assign) as [() => void, () => void];
        whereChosen(() =>
          stageIf(variant.predicate as Tensor, one, other, nothingOpen, choiceOfObject),
        );
      }
    },
  });
}

/** Stands for what an array tells whose length a tensor decides, and for what a getter computes: it asks its object only where that is chosen. */
const staged = Symbol('staged');

function makesIterator(object: unknown, key: PropertyKey): object is Collection {
  return isCollection(object) && iteratedKind(object, key) !== undefined;
}

function iteratedKind(collection: Collection, key: PropertyKey): string | undefined {
  return kindOf(collection, nativeOf((collection as never)[key]));
}

/** No branch can leave an iterator of a Map or Set, so that there is one of each. */
function iteratorsOf(variant: Variant, key: PropertyKey): unknown {
  const collections = presentOrThrown(variantObject(variant), (missing) =>
    unreadable(missing, 'read', key),
  );
  const iterator = (object: unknown) =>
    iteratorOf(object as Collection, iteratedKind(object as Collection, key)!);
  const several = eitherOf(collections);
  return several === undefined ? iterator(resolved(collections)) : listedOf(several, iterator);
}

/** A method of a text or number takes nothing else for what it is a method of. */
function ofItself(object: unknown, value: unknown): unknown {
  const isOwn = typeof object === 'object' || typeof object === 'function';
  return isOwn || typeof value !== 'function' ? value : (value.bind(object) as unknown);
}

function isComputed(object: unknown, key: PropertyKey): boolean {
  return (
    isAsked(object, key) ||
    (typeof object === 'object' && inheritedProperty(object, key)?.get !== undefined)
  );
}

function isAsked(object: unknown, key: PropertyKey): boolean {
  return stagedListOf(object) !== undefined && (key === 'length' || isIndex(key));
}

function isIndex(key: PropertyKey): boolean {
  return typeof key === 'string' && /^\d+$/.test(key);
}

function propertyOf(object: object, key: PropertyKey): unknown {
  if (typeof object !== 'object' && typeof object !== 'function')
    return (object as Record<PropertyKey, unknown>)[key];
  if (!isAsked(object, key)) return Reflect.get(object, key);
  return isIndex(key) ? get_item(object, Number(key), null) : stagedListOf(object)!.length;
}

/** All that it may be here, those included that other tensors choose. */
function objectsIn({ predicate, one, other }: Variant): unknown[] {
  const known = knownToHold(predicate);
  return [one, other].flatMap((side, index) => {
    const isOne = index === 0;
    if (known === !isOne) return [];
    const inner = variantOf(side);
    if (inner === undefined) return [side];
    const inside = () => objectsIn(inner);
    return known === undefined ? where(predicate as Tensor, isOne, inside) : inside();
  });
}

function present(object: unknown, verb: 'read' | 'set', key: PropertyKey): object {
  if (!isMissing(object)) return object as object;
  throw fault(unreadable(object, verb, key));
}

function unreadable(missing: unknown, verb: 'read' | 'set', key: PropertyKey): string {
  const doing = verb === 'read' ? 'reading' : 'setting';
  return `Cannot ${verb} properties of ${String(missing)} (${doing} '${String(key)}')`;
}

function fault(message: string): unknown {
  const frame = frameOfUse();
  return thrown(() => {
    const error = new TypeError(message);
    setFrames(error, frame === null ? [] : [frame]);
    return error;
  }, currentLocation()!);
}
