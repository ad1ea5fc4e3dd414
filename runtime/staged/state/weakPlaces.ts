import { putRow, type Row, removeEntry, rowOf } from '../values/entries.js';
import { isWeakCollection, type Weak } from '../values/entryPresence.js';
import { type Place, Probe } from './places.js';
import { noteWrite } from './recording.js';

/** Tells of a method that is about to change what a WeakMap or WeakSet holds for a key. */
export function noteWeakEntry(method: string, collection: unknown, key: unknown): void {
  if (isWeakCollection(collection) && ['set', 'add', 'delete'].includes(method))
    noteWrite(new WeakEntry(collection, key as object));
}

class WeakEntry implements Place {
  #probe: Probe | null = null;

  constructor(
    readonly container: Weak,
    private readonly key: object,
  ) {}

  get name(): string {
    return `what a ${this.container instanceof WeakMap ? 'WeakMap' : 'WeakSet'} holds`;
  }

  read(): unknown {
    if (this.#probe !== null) return this.#probe;
    const row = rowOf(this.container, this.key);
    return row.at(-1) === false ? [] : [row];
  }

  write(value: unknown): void {
    this.#probe = value instanceof Probe ? value : null;
    if (this.#probe !== null) return;
    const [row] = (value as readonly Row[]).filter((found) => found.at(-1) !== false);
    if (row === undefined) removeEntry(this.container, this.key);
    else putRow(this.container, row);
  }

  isSame(other: Place): boolean {
    return (
      other instanceof WeakEntry && other.container === this.container && other.key === this.key
    );
  }
}
