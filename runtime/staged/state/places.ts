import { arrayOf, stagedListOf } from '../lists/heldList.js';
import { StagedList } from '../lists/stagedList.js';
import { keyOf, type Row, rowsOfCollection } from '../values/entries.js';
import { isCollection, keyArraysOf } from '../values/entryPresence.js';
import type { Keys } from '../values/propertyPresence.js';
import { assignProperty, contentsOf, copied, restored, setContents } from './snapshot.js';

/* What staged code may assign or change, as branches and loops read it and put it back. */

/** A variable, field or property, or the contents of a collection. */
export interface Place {
  /** As errors call it. */
  readonly name: string;
  /** The collection whose contents the place is. */
  readonly container?: object;
  /** The object whose property it is. */
  readonly owner?: object;
  /** What copies of the owner call it. */
  readonly label?: string;
  readonly exists?: boolean;
  /** Of a variable that the plugin made up, as in `State`. */
  readonly kind?: 'flag' | 'result' | undefined;
  read(): unknown;
  write(value: unknown): void;
  isSame(other: Place): boolean;
}

/** Is written to a place for a moment, to see what else changes with it. */
export class Probe {}

/** A property that is not there. */
export const unset = Symbol('unset');

/** A copy of what it holds. */
export function contentOf(place: Place): unknown {
  return copied(place.read());
}

export function setPlace(place: Place, content: unknown): void {
  const value = restored(content);
  if (!Object.is(place.read(), value)) place.write(value);
}

export function distinct(places: readonly Place[]): Place[] {
  return places.filter(
    (place, index) => places.findIndex((other) => other.isSame(place)) === index,
  );
}

export class Property implements Place {
  constructor(
    private readonly object: Record<PropertyKey, unknown>,
    private readonly key: PropertyKey,
  ) {}

  get owner(): object {
    return this.object;
  }

  get name(): string {
    const { name } = this.object.constructor ?? {};
    const owner = name && name !== 'Object' && name !== 'Array' ? name : '';
    return `${owner}.${String(this.key)}`;
  }

  get label(): string {
    return `.${String(this.key)}`;
  }

  get exists(): boolean {
    return Object.hasOwn(this.object, this.key);
  }

  read(): unknown {
    return this.object[this.key];
  }

  write(value: unknown): void {
    // One that cannot be deleted has been refused, or is an object's that the path has made.
    if (value === unset) Reflect.deleteProperty(this.object, this.key);
    else assignProperty(this.object, this.key, value);
  }

  isSame(other: Place): boolean {
    return other instanceof Property && other.object === this.object && other.key === this.key;
  }
}

/** Each object has one of these, and a place for each construct that asks. */
const probes = new WeakMap<Keys, Probe>();

/** Which properties an object has. Writing the state may make some that are not there. */
export class ObjectKeys implements Place {
  constructor(readonly container: Keys) {}

  get name(): string {
    return 'the properties of an object';
  }

  get owner(): object {
    return this.container.object;
  }

  read(): unknown {
    return probes.get(this.container) ?? this.container.rows;
  }

  write(value: unknown): void {
    if (value instanceof Probe) {
      probes.set(this.container, value);
      return;
    }
    probes.delete(this.container);
    this.container.rows = value as [];
  }

  isSame(other: Place): boolean {
    return other.container === this.container;
  }
}

/** What an array, Map or Set holds, as an array of its own. */
export class Contents implements Place {
  constructor(readonly container: object) {}

  get name(): string {
    return Array.isArray(this.container) ? 'an array' : `a ${this.container.constructor.name}`;
  }

  read(): unknown {
    const contents = contentsOf(this.container);
    const keys = keyArraysOf(this.container)?.keys;
    if (keys !== undefined) return !isListed(keys) && keys[0] instanceof Probe ? keys[0] : contents;
    if (!Array.isArray(contents)) return contents;
    const last: unknown = contents.at(-1);
    const element = isCollection(this.container) && last !== undefined ? keyOf(last as Row) : last;
    return element instanceof Probe ? element : contents;
  }

  write(value: unknown): void {
    const contents = value instanceof StagedList ? arrayOf(value) : value;
    setContents(this.container, value instanceof Probe ? this.#with(value) : (contents as object));
  }

  /** A loop over a Map or Set would come again to what is taken out of it for a moment. */
  #with(probe: Probe): object {
    if (Array.isArray(this.container)) {
      // One that is closed to new elements keeps its length.
      const isOpen = Object.isExtensible(this.container);
      return isOpen ? [probe] : [...this.container.slice(0, -1), probe];
    }
    if (!isCollection(this.container)) return [probe];
    if (keyArraysOf(this.container) !== undefined) return { keys: [probe] };
    const row = this.container instanceof Map ? [probe, probe, true] : [probe, true];
    return [...rowsOfCollection(this.container), row];
  }

  isSame(other: Place): boolean {
    return other.container === this.container;
  }
}

export class Variable implements Place {
  constructor(
    readonly name: string,
    readonly read: () => unknown,
    readonly write: (value: unknown) => void,
    readonly kind?: Place['kind'],
  ) {}

  /** Each assignment has functions of its own for it: one place is where writing the one changes the other. */
  isSame(other: Place): boolean {
    return other instanceof Variable && other.name === this.name && this.isWrittenBy(other);
  }

  protected isWrittenBy(other: Variable): boolean {
    const value = this.read();
    const probe = new Probe();
    this.write(probe);
    const isSame = other.read() === probe;
    this.write(value);
    return isSame;
  }
}

/** One place, by whatever name of the object the program assigns it. */
export class PrivateField extends Variable {
  readonly #object: object;
  readonly #key: string;

  constructor(name: string, object: object, read: () => unknown, write: (value: unknown) => void) {
    // The name is that of the first assignment; classes that extend each other may have fields of one name.
    super(name, read, write);
    this.#object = object;
    this.#key = name.slice(name.lastIndexOf('#'));
  }

  override isSame(other: Place): boolean {
    if (!(other instanceof PrivateField) || other.#object !== this.#object) return false;
    return other.#key === this.#key && this.isWrittenBy(other);
  }
}

function isListed(array: unknown[]): boolean {
  return stagedListOf(array) !== undefined;
}
