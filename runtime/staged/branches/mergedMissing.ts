import type { Tensor } from '@tensorflow/tfjs-core';
import { emitAssert } from '../../trace/effects.js';
import { isGone } from '../../trace/heirs.js';
import { type Late, lateOf, type Missing, markLate } from '../../trace/late.js';
import { currentLocation } from '../../trace/session.js';
import { StagedList } from '../lists/stagedList.js';
import {
  copyOfContents,
  holdsGone,
  mapFrozen,
  rebuiltLike,
  thaw,
  wholeOf,
} from '../state/snapshot.js';
import { type Entry, variableEntry } from '../state/state.js';
import { absentOf, isMissing, isUnmerged } from '../values/absent.js';
import { hasAliases } from '../values/choice.js';
import { subject } from '../values/describeValue.js';
import type { Row } from '../values/entries.js';
import { type Collection, isCollection, type KeyArrays } from '../values/entryPresence.js';
import { Instance } from '../values/instance.js';
import { MadeFunction } from '../values/madeFunction.js';
import {
  describeMissing,
  isNullOf,
  missingCopy,
  missingIf,
  missingOfValue,
} from '../values/missingKind.js';
import { linked, originalOf } from '../values/originals.js';
import { isThereOf } from '../values/outside.js';
import { compositeParts, mapLeaves, nodeOf, withParts } from '../values/structure.js';
import { isTensor, typeOf } from '../values/tensors.js';
import { Variant } from '../values/variant.js';
import { type HostScalar, isHostScalar } from '../values/weak.js';
import { isWide, numberOfWords, type Words, wordsOf } from '../values/wideInteger.js';
import type { Branch } from './branch.js';
import type { Merged } from './choices.js';
import { currentTry } from './guardedTry.js';
import { keptCollection } from './keptCollection.js';
import { isLeaf, leafDtype } from './mergedDtype.js';
import type { Parts } from './mergedParts.js';
import { missingInBranch } from './mergeErrors.js';
import { isUnset } from './optionalObject.js';

/** Whether a branch leaves a value, and what the program sees where it does not. */
interface Presence {
  readonly isSet: unknown;
  readonly missing: Missing;
}

/** What branches make of what only one of them leaves, or may leave. */
export class MergedMissing {
  readonly #made = new Map<object, Merged>();

  constructor(
    private readonly predicate: Tensor,
    private readonly main: Branch,
    private readonly other: Branch,
    private readonly parts: Parts,
    /** The objects that a branch has made and that are there behind it. */
    private readonly kept: Set<object>,
  ) {}

  /** As `#late`, for a value that only one branch has and nothing reads after the other one. */
  #lateIn(leaf: unknown, missing: Branch, merged: Merged): Merged {
    const late = lateIn(leaf);
    if (late === undefined) return merged;
    const there = thereBeside(late);
    return this.late(late, '', missing === this.main ? [there, late] : [late, there], merged);
  }

  /** What `merged` gives is there only where the branch that runs had it. */
  late(
    late: Omit<Late, 'isSet'>,
    name: string,
    [inMain, inOther]: readonly [Presence, Presence],
    merged: Merged,
  ): Merged {
    const flag = { ...variableEntry(name), isFlag: true };
    const isSet = this.parts.value(flag, name, inMain.isSet, inOther.isSet);
    const isNull = this.parts.value(
      flag,
      name,
      isNullOf(inMain.missing),
      isNullOf(inOther.missing),
    );
    return (results) => {
      const [value, condition] = [merged(results), isSet(results)];
      const missing = missingIf(isNull(results));
      if (condition === false) return missingCopy(missing);
      if (isTensor(value) && isTensor(condition)) {
        markLate(value, { ...late, missing, isSet: condition });
      }
      return value;
    };
  }

  /** Null or undefined, whichever branch runs. */
  bothMissing(name: string, a: unknown, missing: readonly [Missing, Missing]): Merged {
    const [inMain, inOther] = missing.map(isNullOf);
    if (inMain === inOther) return () => a;
    const isNull = this.parts.value(
      { ...variableEntry(name), isFlag: true },
      name,
      inMain,
      inOther,
    );
    return (results) => missingCopy(missingIf(isNull(results)));
  }

  oneSided(entry: Entry, name: string, a: unknown, b: unknown): Merged {
    const inMain = missingOfValue(a);
    const [left, branch, value] = inMain ? [a, this.main, b] : [b, this.other, a];
    if (entry.late !== undefined) return this.#onlyInMain(entry.late, name, a);
    if (isUnset(entry, left)) return this.present(entry, value, branch);
    const { missing } = missingOfValue(left)!;
    const refusal = missingInBranch(name, left, branch.name, value);
    if (!isLeaf(value)) {
      if (isMissing(left)) throw refusal;
      return this.parts.variant(entry, name, a, b);
    }
    const late = {
      missing,
      message:
        entry.noneMessage ?? `${subject(name)} is ${describeMissing(missing)} after ${branch.name}`,
      location: currentLocation(),
      ...(entry.noneMessage === undefined
        ? { question: { refusal, isAsked: false, isCarried: mayBeSetBefore(left) } }
        : { isPlacedByUse: true }),
    };
    return this.#leafIn(this.#besides(branch), late, name, value);
  }

  /** A value that only one branch gives; each use of it will ask whether it is there. */
  #leafIn(
    present: Branch,
    late: Omit<Late, 'isSet'>,
    name: string,
    leaf: Tensor | HostScalar,
  ): Merged {
    const merged = this.#output(present, name, leaf);
    const isThere = isThereOf(leaf);
    const element = isThere && { isSet: isThere, missing: undefined };
    const there = lateIn(leaf) ?? element ?? thereBeside(late);
    const left = { isSet: false, missing: late.missing };
    const sides = present === this.main ? ([there, left] as const) : ([left, there] as const);
    return this.late(late, name, sides, merged);
  }

  /** A value that only one branch has. */
  present(entry: Entry, value: unknown, missing: Branch, isKey = false): Merged {
    const original = originalOf(value);
    // What was there before has its own place in the state, which tells what it holds.
    const isElsewhere = original !== undefined && !isGoneFrom(original);
    if (isElsewhere && entry.isThrown !== true) return () => wholeOf(original);
    const node = nodeOf(value);
    if (node === null) {
      const part = (part: unknown, isKey?: boolean) => this.present(entry, part, missing, isKey);
      const leaving = this.#besides(missing);
      const held = (object: object) => leaving.heldBy(object);
      const collection = isCollection(value)
        ? keptCollection(value, contentsAtEnd(value, held), held, part)
        : null;
      return collection ?? this.filled(value, missing);
    }
    const known = entry.isThrown ? undefined : this.#made.get(original!);
    if (known !== undefined) return known;
    const children = node.children.map((child) => this.present(entry, child, missing));
    const merged: Merged = (results) => {
      const parts = children.map((finish) => finish(results));
      return isElsewhere
        ? rebuiltLike(value, node, parts, (object) => currentTry()!.outlives(object))
        : node.rebuild(parts);
    };
    if (isElsewhere || original === undefined) return merged;
    if (isKey || !hasAliases(original))
      return entry.isThrown ? merged : this.#one(original, merged);
    const sides = missing === this.other ? [original, undefined] : [undefined, original];
    return this.parts.choices.object({ ...entry, name: '' }, sides[0], sides[1], merged);
  }

  /** An object that only one branch has stays itself, wherever that has left it, and holds what `merged` makes of it. */
  #one(original: object, merged: Merged): Merged {
    this.kept.add(original);
    let made: unknown;
    const one: Merged = (results) => {
      made ??= filledWith(original, merged(results));
      return made;
    };
    this.#made.set(original, one);
    return one;
  }

  /** Each use will ask whether it is there; of what is no tensor nothing can, so that it is asked now. */
  #onlyInMain(late: Omit<Late, 'isSet'>, name: string, value: unknown): Merged {
    const leaves: unknown[] = [];
    mapLeaves(value, name, (leaf) => leaves.push(leaf));
    const isAsked = leaves.length === 0 || originalOf(value) !== undefined || !leaves.every(isLeaf);
    if (isAsked) emitAssert(this.predicate, late.message);
    const finishers = leaves.map(
      (leaf): Merged => (isLeaf(leaf) ? this.#leafIn(this.main, late, name, leaf) : () => leaf),
    );
    return (results) => {
      let next = 0;
      return mapFrozen(value, () => finishers[next++]!(results));
    };
  }

  /** What one branch leaves where the other one throws: there it is never read. */
  besideThrower(entry: Entry, kept: unknown, thrower: Branch): Merged {
    const original = originalOf(kept);
    // What was there before has its own place in the state, which tells what it holds.
    const isElsewhere = original !== undefined && !isGoneFrom(original);
    if (isElsewhere) return () => wholeOf(original);
    const node = nodeOf(kept);
    if (node !== null) {
      // Of what may be false it stays known when it is.
      const part = kept instanceof Variant ? { ...entry, isFlag: true } : entry;
      const children = node.children.map((child) => this.besideThrower(part, child, thrower));
      const parts = (results: readonly Tensor[]) => children.map((finish) => finish(results));
      if (original === undefined || !hasAliases(original))
        return (results) => rebuiltLike(kept, node, parts(results));
      const sides = thrower === this.other ? [original, undefined] : [undefined, original];
      const merged: Merged = (results) => node.rebuild(parts(results));
      return this.parts.choices.object({ ...entry, name: '' }, sides[0], sides[1], merged);
    }
    if (isCollection(kept)) return this.present(entry, kept, thrower);
    if (!isHostScalar(kept) || entry.isFlag) return this.filled(kept, thrower);
    return this.#output(this.#besides(thrower), entry.name, kept);
  }

  /** Nothing reads the missing side, so a host value may stay. */
  filled(leaf: unknown, missing: Branch): Merged {
    if (!isTensor(leaf)) return () => leaf;
    return this.#lateIn(leaf, missing, this.#output(this.#besides(missing), '', leaf));
  }

  #besides(branch: Branch): Branch {
    return branch === this.main ? this.other : this.main;
  }

  /** A number or text of the one branch as a result of the conditional. */
  #output(present: Branch, name: string, leaf: Tensor | HostScalar): Merged {
    const words = isWide(leaf) ? wordsOf(leaf) : undefined;
    if (words !== undefined) {
      const [low, high] = [words.low, words.high].map((word) => this.#output(present, name, word));
      return (results) => numberOfWords({ low: low!(results), high: high!(results) } as Words);
    }
    const dtype = leafDtype(leaf);
    if (isTensor(leaf)) present.addTensor(leaf, dtype);
    else present.addHostScalar(leaf, dtype);
    const absent = present === this.main ? this.other : this.main;
    absent.addFiller(isTensor(leaf) ? typeOf(leaf) : { dtype, shape: [] });
    return this.#text(present, name, leaf, this.parts.output([leaf]));
  }

  /** Of a text that one branch leaves it stays known which it may be. */
  #text(present: Branch, name: string, leaf: unknown, merged: Merged): Merged {
    if (leafDtype(leaf as Tensor | HostScalar) !== 'string') return merged;
    const [a, b] = present === this.main ? [leaf, undefined] : [undefined, leaf];
    return this.parts.choices.text(name, a, b, merged);
  }
}

/**
 * The copy of what the object holds, which it gets; of what is no object of the program's, is frozen, or an error with its message,
 * one is made, and of a function one that knows what it knew.
 */
function filledWith(object: object, copy: unknown): unknown {
  const isFixed = Object.isFrozen(object) || copy instanceof MadeFunction;
  if (isFixed || object instanceof Error) return linked(copy, thaw(copy));
  if (copy instanceof Instance) {
    (copy[withParts](copy.values.map(thaw)) as Instance).write(object);
    return linked(copy, object);
  }
  const isOther = !(copy instanceof StagedList) && compositeParts in (copy as object);
  return linked(copy, thaw(isOther ? copy : linked(copy, object)));
}

/** What a Map or Set that only a branch has held at the end of it. */
function contentsAtEnd(
  collection: Collection,
  heldBy: (object: object) => unknown,
): readonly Row[] | KeyArrays {
  return (
    (heldBy(collection) as readonly Row[] | KeyArrays | undefined) ?? copyOfContents(collection)
  );
}

/** A value that is there for sure: what it would be otherwise is of no interest, and not of this branch. */
export function thereBeside({ missing }: Omit<Late, 'isSet'>): Presence {
  return { isSet: true, missing: isTensor(missing) ? undefined : missing };
}

export function lateIn(value: unknown): Late | undefined {
  return isTensor(value) ? lateOf(value) : undefined;
}

/** Whether it is what an iteration finds in a variable to which one before it may have given a value. */
function mayBeSetBefore(missing: unknown): boolean {
  const absent = absentOf(missing);
  return absent !== undefined && !isUnmerged(missing) && absent.isBehindCondition();
}

/** Whether only a branch that has ended knows what the object holds, or whether it is there. */
function isGoneFrom(object: object): boolean {
  const isThere = isThereOf(object);
  return holdsGone(object) || (isThere !== undefined && isGone(isThere));
}
