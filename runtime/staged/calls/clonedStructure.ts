import { mapped } from '../arrays/listMethods.js';
import { copiedCollection, keptArray } from '../collections/visits.js';
import { stagedListOf } from '../lists/heldList.js';
import { written } from '../objects/announce.js';
import { eachProperty, enumerable } from '../objects/ownProperties.js';
import { listedOf } from '../objects/variantTests.js';
import { made, madeObject } from '../state/creation.js';
import { absentOf, observe } from '../values/absent.js';
import { type Collection, isCollection } from '../values/entryPresence.js';
import { unmixed } from '../values/mixed.js';
import { sizesIn } from '../values/openSizes.js';
import { uncertainKeys } from '../values/propertyPresence.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { collectionOfKeys } from './newCollection.js';

/** `structuredClone(value)`. Tensors are values: they need no copy. */
export function clonedStructure(value: unknown): unknown {
  return new Clones().of(sizesIn(value));
}

/** An object has one clone, in however many places it is, itself among them. */
class Clones {
  readonly #known = new Map<object, unknown>();

  of(given: unknown): unknown {
    const value = unmixed(given);
    if (absentOf(value) !== undefined) return observe(value);
    if (typeof value !== 'object' || value === null || isTensor(value))
      return isTensor(value) ? value : structuredClone(value);
    if (!this.#known.has(value)) this.#keep(value, this.#cloned(value));
    return this.#known.get(value);
  }

  #keep<T>(value: object, clone: T): T {
    this.#known.set(value, clone);
    return clone;
  }

  #cloned(value: object): unknown {
    const variant = variantOf(value);
    if (variant !== undefined) return listedOf(variant, (side) => this.of(side));
    if (Array.isArray(value)) return this.#array(value);
    if (isCollection(value)) return this.#collection(value);
    return isOfClass(value) ? this.#object(value) : structuredClone(value);
  }

  #array(array: unknown[]): unknown[] {
    const list = stagedListOf(array);
    // Elements are traced once, for all of them: what one has in common with another object is none of its clone.
    if (list !== undefined) return mapped(array, list, [clonedStructure]);
    return this.#filled(array, made(new Array<unknown>(array.length)));
  }

  #object(object: object): object {
    return this.#filled(object, madeObject({}));
  }

  #filled<T extends object>(source: object, copy: T): T {
    this.#keep(source, copy);
    // A property that a tensor decides about is copied in a branch, and what is made there is not for what stands beside it.
    for (const key of uncertainKeys(source)) this.of(Reflect.get(source, key));
    return eachProperty(copy, source, (key, value, isCertain) => {
      if (typeof key === 'symbol') return;
      const clone = this.of(value);
      const given = isCertain ? clone : written(clone, copy, key);
      Object.defineProperty(copy, key, { ...enumerable, value: given });
    });
  }

  #collection(source: Collection): Collection {
    const isMap = source instanceof Map;
    const C = isMap ? Map : Set;
    const kept = keptArray(source);
    if (kept !== undefined) {
      const items = this.of(kept) as [];
      return collectionOfKeys(C, items) ?? newCollection(isMap, items);
    }
    const uncertain = copiedCollection(C, source, (part) => this.of(part));
    if (uncertain !== undefined) return uncertain;
    const copy = this.#keep(source, made(newCollection(isMap, [])));
    for (const [key, held] of source.entries()) {
      if (copy instanceof Map) copy.set(this.of(key), this.of(held));
      else copy.add(this.of(key));
    }
    return copy;
  }
}

function newCollection(isMap: boolean, items: Iterable<unknown>): Collection {
  return isMap ? new Map(items as []) : new Set(items);
}

/** Of a class of the program's, or of none: of these the clone has the properties. Of JavaScript's own there are clones of their kind. */
function isOfClass(object: object): boolean {
  return Object.prototype.toString.call(object) === '[object Object]';
}
