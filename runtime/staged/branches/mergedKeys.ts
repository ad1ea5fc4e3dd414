import { type Entry, variableEntry } from '../state/state.js';
import { describeValue } from '../values/describeValue.js';
import { aligned, keyOf, markRowsUnordered, type Row } from '../values/entries.js';
import { linkedLike, originalOf } from '../values/originals.js';
import { Keys, noteProperties, ownKeys } from '../values/propertyPresence.js';
import { accessorsOf, areSame, isCopied } from '../values/structure.js';
import type { Branch } from './branch.js';
import type { Merged } from './choices.js';
import { presentKey } from './keptCollection.js';
import type { Parts } from './mergedParts.js';

/** Whether two objects of one kind have their keys in different orders. */
export function haveOtherOrder(a: unknown, b: unknown): boolean {
  return isCopied(a) && isCopied(b) && !areSame(ownKeys(a), ownKeys(b));
}

/** Whether both have the same keys, in whatever order. */
function haveSameKeys(a: object, b: object): boolean {
  const [one, other] = [ownKeys(a), new Set(ownKeys(b))];
  return one.length === other.size && one.every((key) => other.has(key));
}

/** What branches make of Maps, Sets and objects: what only one of them leaves at a key is there or not. */
export class MergedKeys {
  constructor(
    private readonly main: Branch,
    private readonly other: Branch,
    private readonly parts: Parts,
  ) {}

  /** What branches make of a Map or Set: entries that only one of them leaves are there or not. */
  entries(entry: Entry, main: readonly Row[], other: readonly Row[]): Merged {
    const { rows, isOrdered } = aligned(main, other);
    if (!isOrdered) markRowsUnordered(entry.container);
    const finishers = rows
      .filter((sides) => sides.some((row) => (row?.at(-1) ?? false) !== false))
      .map(([a, b]) => this.#row(entry, a, b));
    return (results) => finishers.map((finish) => finish(results));
  }

  #row(entry: Entry, a: Row | undefined, b: Row | undefined): Merged {
    const key = keyOf((a ?? b)!);
    const name = `${entry.name}.get(${typeof key === 'string' ? JSON.stringify(key) : describeValue(key)})`;
    const presence = this.#presence(name, a?.at(-1), b?.at(-1));
    const missing = a === undefined ? this.main : this.other;
    const leaving = a === undefined ? this.other : this.main;
    const isOneSided = a === undefined || b === undefined;
    const present = (part: unknown, isKey?: boolean) =>
      this.parts.present(entry, part, missing, isKey);
    const rest = (a ?? b)!.slice(0, -1).map((part, index) => {
      if (!isOneSided) return this.parts.value(entry, name, part, b[index]);
      const held = (object: object) => leaving.heldBy(object);
      return (index === 0 ? presentKey(part, held, present) : undefined) ?? present(part);
    });
    return (results) => [...rest.map((finish) => finish(results)), presence(results)];
  }

  /** Whether there is what the branches leave or not. */
  #presence(name: string, a: unknown = false, b: unknown = false): Merged {
    return this.parts.value({ ...variableEntry(name), isFlag: true }, name, a, b);
  }

  /** What branches make of an object that both have: properties that only one of them gives it are there or not. */
  properties(entry: Entry, name: string, a: unknown, b: unknown): Merged | null {
    if (!isCopied(a) || !isCopied(b)) return null;
    const isContents = entry.container !== null && name === entry.name;
    const [one, another] = [originalOf(a), originalOf(b)];
    const isOne = isContents || (one !== undefined && one === another);
    const [accessors, others] = [a, b].map((side) => accessorsOf(side, ownKeys(side)));
    const hasSameAccessors = areSame([...accessors!.keys()], [...others!.keys()]);
    if (isOne ? !hasSameAccessors : accessors!.size > 0 || !haveSameKeys(a, b)) return null;
    const { rows, isOrdered } = aligned(new Keys(a).rows, new Keys(b).rows);
    const parts = rows.map(([inMain, inOther]) => {
      const key = (inMain ?? inOther)![0] as PropertyKey;
      const part = `${name}[${JSON.stringify(String(key))}]`;
      const [x, y] = [a, b].map((side) =>
        accessors!.has(key) ? undefined : Reflect.get(side, key),
      );
      // Which keys the contents have is a place of its own.
      const presence = isContents ? () => true : this.#presence(part, inMain?.[1], inOther?.[1]);
      return { key, value: this.parts.value(entry, part, x, y), presence };
    });
    const merged: Merged = (results) => {
      const copy = Object.fromEntries(parts.map(({ key, value }) => [key, value(results)]));
      for (const [key, property] of accessors!) Object.defineProperty(copy, key, property);
      const presences = parts.map(({ key, presence }) => ({ key, presence: presence(results) }));
      const uncertain = presences.filter(({ presence }) => presence !== true);
      noteProperties(
        copy,
        isOrdered,
        uncertain.map(({ key }) => key),
        uncertain.map(({ presence }) => presence),
      );
      return copy;
    };
    if (isOne) return (results) => linkedLike(merged(results), a);
    return one === undefined && another === undefined
      ? merged
      : this.parts.choices.object({ ...entry, name }, one, another, merged);
  }
}
