import { StagingError } from '../../errors.js';
import { currentLocation } from '../../trace/session.js';
import { isTensor } from '../values/tensors.js';
import { noteWrite, type Place, Probe, unset } from './writes.js';

/** Tells of a method that is about to change what a WeakMap or WeakSet holds for a key. */
export function noteWeakEntry(method: string, collection: unknown, key: unknown): void {
  if (collection instanceof WeakMap && (method === 'set' || method === 'delete'))
    noteWrite(new WeakEntry(collection, key as object));
  if (collection instanceof WeakSet && (method === 'add' || method === 'delete'))
    noteWrite(new WeakMember(collection, key as object));
}

class WeakEntry implements Place {
  readonly name = 'what a WeakMap holds';
  readonly mayBeGone = true;

  constructor(
    private readonly map: WeakMap<object, unknown>,
    private readonly key: object,
  ) {}

  get exists(): boolean {
    return this.map.has(this.key);
  }

  read(): unknown {
    return this.map.get(this.key);
  }

  write(value: unknown): void {
    if (value === unset) this.map.delete(this.key);
    else this.map.set(this.key, value);
  }

  isSame(other: Place): boolean {
    return other instanceof WeakEntry && other.map === this.map && other.key === this.key;
  }
}

class WeakMember implements Place {
  readonly name = 'what a WeakSet holds';
  #probe: Probe | null = null;

  constructor(
    private readonly set: WeakSet<object>,
    private readonly key: object,
  ) {}

  read(): unknown {
    return this.#probe ?? this.set.has(this.key);
  }

  write(value: unknown): void {
    this.#probe = value instanceof Probe ? value : null;
    if (this.#probe !== null) return;
    if (isTensor(value)) throw unknownMember();
    if (value === true) this.set.add(this.key);
    else this.set.delete(this.key);
  }

  isSame(other: Place): boolean {
    return other instanceof WeakMember && other.set === this.set && other.key === this.key;
  }
}

function unknownMember(): StagingError {
  return new StagingError(
    'branch-values-differ',
    'A tensor decides whether an object is added to a WeakSet, or deleted from it, which no WeakSet can hold.',
    currentLocation(),
    'Keep a boolean for it in a property of the object, or in a WeakMap.',
  );
}
