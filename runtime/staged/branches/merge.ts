import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import type { DataType } from '../../graph/types.js';
import { emitIf } from '../../trace/controlFlow.js';
import { emitAssert } from '../../trace/effects.js';
import { isGone } from '../../trace/heirs.js';
import { knownToHold, knownWhere, where } from '../../trace/knownFlags.js';
import { guarded, type Late, lateOf, type Missing, markLate } from '../../trace/late.js';
import { currentLocation } from '../../trace/session.js';
import { currentTracer } from '../../trace/tracer.js';
import { hasReferences, leavesOf, united } from '../lists/elements.js';
import { sampleOf } from '../lists/samples.js';
import { bothShared } from '../lists/sharedElements.js';
import { StagedList } from '../lists/stagedList.js';
import { isExtension } from '../state/extension.js';
import { inOneForm } from '../state/keyArrays.js';
import {
  freeze,
  holdsGone,
  mapFrozen,
  rebuiltLike,
  recovered,
  Whole,
  wholeOf,
} from '../state/snapshot.js';
import { type Entry, identityChanged, variableEntry } from '../state/state.js';
import { absentOf, isMissing, isUnmerged, observe, Unmerged } from '../values/absent.js';
import { hasAliases } from '../values/choice.js';
import { asChosen, ChosenFunction, isFunction } from '../values/chosenFunction.js';
import { subject } from '../values/describeValue.js';
import { areRows } from '../values/entries.js';
import { isCollection } from '../values/entryPresence.js';
import { FalseOr } from '../values/falseOr.js';
import { Instance, isOfClass } from '../values/instance.js';
import { isAligned } from '../values/kinds.js';
import {
  describeMissing,
  isNullOf,
  missingCopy,
  missingIf,
  missingOfValue,
} from '../values/missingKind.js';
import { OptionalElement } from '../values/optionalElement.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import { linked, linkedLike, originalOf } from '../values/originals.js';
import { isThereOf, markMayBeOutside } from '../values/outside.js';
import { Rejection } from '../values/rejection.js';
import {
  isPlainObject,
  isSameKind,
  mapLeaves,
  nodeOf,
  unallocated,
  withParts,
} from '../values/structure.js';
import { dtypeOf, isTensor, isVariable, typeOf } from '../values/tensors.js';
import { namedVariant, Variant } from '../values/variant.js';
import {
  commonDtype,
  type HostScalar,
  isGuess,
  isHostScalar,
  isWeak,
  markWeak,
  naturalDtype,
} from '../values/weak.js';
import { likeNumbers } from '../values/wholeNumbers.js';
import type { Branch } from './branch.js';
import { canMerge } from './canMerge.js';
import { Choices, type Merged } from './choices.js';
import {
  asLists,
  columnOf,
  type Growth,
  holdsTwice,
  isListLike,
  knownElements,
  newRows,
  refersToGone,
  type Sides,
  sharedOf,
  sizeOf,
} from './growth.js';
import { currentTry } from './guardedTry.js';
import { keptCollection } from './keptCollection.js';
import { isLeaf, leafDtype, mergedDtype } from './mergedDtype.js';
import { mergedFalse, remerged } from './mergedFalse.js';
import { isFlag, MergedFlags } from './mergedFlags.js';
import { MergedKeys } from './mergedKeys.js';
import { MergedKinds } from './mergedKinds.js';
import type { Parts } from './mergedParts.js';
import {
  type BranchNames,
  dtypesDiffer,
  elementsDiffer,
  missingInBranch,
  notMergeable,
  sizesDiffer,
  structuresDiffer,
} from './mergeErrors.js';
import { isUnset, mayBeMissing, type Optional, optionalsOf, staysOne } from './optionalObject.js';
import { ReferredRows } from './referredRows.js';

/**
 * Makes two traced branches one conditional, and returns what the state is after it. A value that both branches leave
 * the same stays what it is; where they differ it becomes an output of the conditional. After a branch that `thrower`
 * is, only a handler goes on: it need not leave what the other one leaves.
 */
export function mergeBranches(
  predicate: Tensor,
  [main, mainValues]: readonly [Branch, readonly unknown[]],
  [other, otherValues]: readonly [Branch, readonly unknown[]],
  entries: readonly Entry[],
  thrower: Branch | null = null,
): unknown[] {
  const merger = new Merger(predicate, main, other, thrower);
  const merged = entries.map((entry, index) =>
    merger.merge(entry, mainValues[index], otherValues[index]),
  );
  const isNeeded =
    merger.outputCount > 0 || merger.hasVariants || main.hasEffect || other.hasEffect;
  const results = isNeeded ? emitIf(predicate, main.finish(), other.finish()) : [];
  return merged.map((finish) => finish(results));
}

/** Whether a branch leaves a value, and what the program sees where it does not. */
interface Presence {
  readonly isSet: unknown;
  readonly missing: Missing;
}

class Merger {
  outputCount = 0;
  /** They may hold what will be asked for later (`heirs.ts`). */
  hasVariants = false;

  readonly #choices: Choices;
  readonly #parts: Parts;
  readonly #flags: MergedFlags;
  readonly #keys: MergedKeys;
  readonly #kinds: MergedKinds;

  constructor(
    readonly predicate: Tensor,
    readonly main: Branch,
    readonly other: Branch,
    readonly thrower: Branch | null,
  ) {
    this.#choices = new Choices(predicate, main, other, (name, a, b) =>
      this.#value({ ...variableEntry(name), isFlag: true }, name, a, b),
    );
    this.#flags = new MergedFlags(predicate, (a, b) => this.#leaf('', 'bool', a, b));
    const parts: Parts = {
      choices: this.#choices,
      variable: (entry, a, b) => this.#variable(entry, a, b),
      value: (entry, name, a, b) => this.#value(entry, name, a, b),
      present: (entry, value, missing) => this.#present(entry, value, missing),
    };
    this.#parts = parts;
    this.#keys = new MergedKeys(main, other, parts);
    this.#kinds = new MergedKinds(predicate, main, other, parts);
  }

  readonly #sides: Sides = {
    within: (isMain, body) => where(this.predicate, isMain, body),
    isIdle: (isMain) => (isMain ? this.main : this.other).writes.length === 0,
    heldBy: (isMain, object) => (isMain ? this.main : this.other).heldBy(object),
  };

  get #names(): BranchNames {
    return [this.main.name, this.other.name];
  }

  merge(entry: Entry, a: unknown, b: unknown): Merged {
    if (entry.isInput) return () => undefined;

    if (entry.isOpaque && !Object.is(a, b)) throw identityChanged(entry.name);
    const [main, other] = inOneForm(entry.container, [a, b]);
    return entry.container === null
      ? this.#variable(entry, a, b)
      : this.#value(entry, entry.name, main, other);
  }

  /** As `#late`, for a value that only one branch has and nothing reads after the other one. */
  #lateIn(leaf: unknown, missing: Branch, merged: Merged): Merged {
    const late = lateIn(leaf);
    if (late === undefined) return merged;
    const there = thereBeside(late);
    return this.#late(late, '', missing === this.main ? [there, late] : [late, there], merged);
  }

  /** What `merged` gives is there only where the branch that runs had it. */
  #late(
    late: Omit<Late, 'isSet'>,
    name: string,
    [inMain, inOther]: readonly [Presence, Presence],
    merged: Merged,
  ): Merged {
    const flag = { ...variableEntry(name), isFlag: true };
    const isSet = this.#value(flag, name, inMain.isSet, inOther.isSet);
    const isNull = this.#value(flag, name, isNullOf(inMain.missing), isNullOf(inOther.missing));
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

  /** What is false or a value, or nobody may read any more, and cannot be merged, is an error only where it is read. */
  #variable(entry: Entry, a: unknown, b: unknown): Merged {
    try {
      return this.#value(entry, entry.name, a, b);
    } catch (error) {
      if (!(error instanceof StagingError)) throw error;
      const left = [this.#within(true, a), this.#within(false, b)] as const;
      const merged = entry.isThrown ? null : mergedFalse(entry.name, left, error, this.#parts);
      if (merged !== null) return merged;
      if (entry.isExtra !== true) throw error;
      const { placeholder } = new Unmerged(entry.name, error);
      return () => placeholder;
    }
  }

  #value(entry: Entry, name: string, mainValue: unknown, otherValue: unknown): Merged {
    if (Object.is(mainValue, otherValue)) return () => mainValue;
    if (isSameInstance(mainValue, otherValue)) return () => mainValue;
    const a = this.#within(true, mainValue);
    const b = this.#within(false, otherValue);
    if (Object.is(a, b)) return () => a;
    const unmerged = [a, b].find(isUnmerged);
    if (unmerged !== undefined) return remerged(name, [a, b], this.#parts) ?? (() => unmerged);
    if (this.thrower !== null && entry.isThrown !== true) {
      const [kept, lost] = this.thrower === this.main ? [b, a] : [a, b];
      if (!canMerge(kept, lost) || isDead(lost, this.thrower)) {
        currentTry()!.isSpoiled = true;
        return this.#kept(entry, kept, this.thrower);
      }
    }
    const [left, right] = [missingOfValue(a), missingOfValue(b)];
    if (left && right) {
      if (isUnset(entry, a)) return () => b;
      return isUnset(entry, b)
        ? () => a
        : this.#bothMissing(name, a, [left.missing, right.missing]);
    }
    if (a instanceof Rejection || b instanceof Rejection)
      return this.#variant(entry, name, observe(a), observe(b));
    if (mayBeMissing(entry, a, b)) return this.#variant(entry, name, observe(a), observe(b));
    if (left || right) return this.#oneSided(entry, name, a, b);
    if (a === unallocated && isTensor(b)) return this.#filled(b, this.main);
    if (b === unallocated && isTensor(a)) return this.#filled(a, this.other);
    return this.#element(name, a, b, this.#both(entry, name, a, b));
  }

  /** What the branch that leaves the value tells of it. */
  #within(isMain: boolean, value: unknown): unknown {
    const inBranch = (flag: unknown) => knownWhere(this.predicate, isMain, flag);
    const falseOr = absentOf(value);
    if (falseOr instanceof FalseOr) {
      const holds = inBranch(falseOr.predicate);
      if (holds === false) return false;
      if (holds === true)
        return where(this.predicate, isMain, () => this.#within(isMain, freeze(falseOr.value)));
    }
    return inBranch(present(known(value), inBranch));
  }

  #both(entry: Entry, name: string, a: unknown, b: unknown): Merged {
    if (isLeaf(a) && isLeaf(b)) return this.#leaves(entry, name, a, b);
    if (isFunction(a) && isFunction(b)) return this.#function(name, asChosen(a), asChosen(b));
    return this.#nodes(entry, name, a, b);
  }

  /** What a branch has read of an array may not be there. */
  #element(name: string, a: unknown, b: unknown, merged: Merged): Merged {
    const [inMain, inOther] = [isThereOf(a), isThereOf(b)];
    if (inMain === undefined && inOther === undefined) return merged;
    const flag = { ...variableEntry(name), isFlag: true };
    const isThere = this.#value(flag, name, inMain ?? true, inOther ?? true);
    return (results) => {
      const [element, presence] = [merged(results), isThere(results)];
      return isTensor(presence) ? markMayBeOutside(element, presence) : element;
    };
  }

  /** Null or undefined, whichever branch runs. */
  #bothMissing(name: string, a: unknown, missing: readonly [Missing, Missing]): Merged {
    const [inMain, inOther] = missing.map(isNullOf);
    if (inMain === inOther) return () => a;
    const isNull = this.#value({ ...variableEntry(name), isFlag: true }, name, inMain, inOther);
    return (results) => missingCopy(missingIf(isNull(results)));
  }

  #oneSided(entry: Entry, name: string, a: unknown, b: unknown): Merged {
    const inMain = missingOfValue(a);
    const [left, branch, value] = inMain ? [a, this.main, b] : [b, this.other, a];
    if (entry.late !== undefined) return this.#onlyInMain(entry.late, name, a);
    if (isUnset(entry, left)) return this.#present(entry, value, branch);
    const { missing } = missingOfValue(left)!;
    const refusal = missingInBranch(name, left, branch.name);
    if (!isLeaf(value)) {
      if (isMissing(left)) throw refusal;
      return this.#variant(entry, name, a, b);
    }
    const late = {
      missing,
      message:
        entry.noneMessage ?? `${subject(name)} is ${describeMissing(missing)} after ${branch.name}`,
      location: currentLocation(),
      ...(entry.noneMessage === undefined
        ? { question: { refusal, isAsked: false } }
        : { isPlacedByUse: true }),
    };
    return this.#leafIn(branch === this.main ? this.other : this.main, late, name, value);
  }

  /** A value that only one branch gives; each use of it will ask whether it is there. */
  #leafIn(
    present: Branch,
    late: Omit<Late, 'isSet'>,
    name: string,
    leaf: Tensor | HostScalar,
  ): Merged {
    const dtype = leafDtype(leaf);
    if (isTensor(leaf)) present.addTensor(leaf, dtype);
    else present.addHostScalar(leaf, dtype);
    const absent = present === this.main ? this.other : this.main;
    absent.addFiller(isTensor(leaf) ? typeOf(leaf) : { dtype, shape: [] });
    const isThere = isThereOf(leaf);
    const element = isThere && { isSet: isThere, missing: undefined };
    const there = lateIn(leaf) ?? element ?? thereBeside(late);
    const left = { isSet: false, missing: late.missing };
    const sides = present === this.main ? ([there, left] as const) : ([left, there] as const);
    return this.#late(late, name, sides, this.#text(present, name, leaf, this.#output([leaf])));
  }

  /** A value that only one branch has. */
  #present(entry: Entry, value: unknown, missing: Branch): Merged {
    const original = originalOf(value);
    // What was there before has its own place in the state, which tells what it holds.
    const isElsewhere = original !== undefined && !holdsGone(original);
    if (isElsewhere && entry.isThrown !== true) return () => wholeOf(original);
    const node = nodeOf(value);
    if (node === null) {
      const part = (part: unknown): Merged => this.#present(entry, part, missing);
      const collection = isCollection(value) ? keptCollection(value, part) : null;
      return collection ?? this.#filled(value, missing);
    }
    const children = node.children.map((child) => this.#present(entry, child, missing));
    const merged: Merged = (results) => {
      const parts = children.map((finish) => finish(results));
      return isElsewhere
        ? rebuiltLike(value, node, parts, (object) => currentTry()!.outlives(object))
        : node.rebuild(parts);
    };
    if (isElsewhere) return merged;
    if (original === undefined) return merged;
    if (!hasAliases(original)) return merged;
    const sides = missing === this.other ? [original, undefined] : [undefined, original];
    return this.#choices.object({ ...entry, name: '' }, sides[0], sides[1], merged);
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
  #kept(entry: Entry, kept: unknown, thrower: Branch): Merged {
    const original = originalOf(kept);
    // What was there before has its own place in the state, which tells what it holds.
    if (original !== undefined && !holdsGone(original)) return () => wholeOf(original);
    const node = nodeOf(kept);
    if (node !== null) {
      const children = node.children.map((child) => this.#kept(entry, child, thrower));
      const nameRow =
        thrower === this.other
          ? this.#choices.row(original, undefined)
          : this.#choices.row(undefined, original);
      return (results) => {
        const parts = children.map((finish) => finish(results));
        const copy = rebuiltLike(kept, node, parts);
        if (nameRow === null) return copy;
        const object = recovered(node.rebuild(parts)) as object;
        nameRow(object, results);
        return linked(copy, object);
      };
    }
    if (!isHostScalar(kept) || entry.isFlag) return this.#filled(kept, thrower);
    const dtype = naturalDtype(kept);
    const present = thrower === this.main ? this.other : this.main;
    present.addHostScalar(kept, dtype);
    thrower.addFiller({ dtype, shape: [] });
    return this.#text(present, entry.name, kept, this.#output([kept]));
  }

  /** Nothing reads the missing side, so a host value may stay. */
  #filled(leaf: unknown, missing: Branch): Merged {
    if (!isTensor(leaf)) return () => leaf;
    const present = missing === this.main ? this.other : this.main;
    present.addTensor(leaf, dtypeOf(leaf));
    missing.addFiller(typeOf(leaf));
    const merged = this.#text(present, '', leaf, this.#output([leaf]));
    return this.#lateIn(leaf, missing, merged);
  }

  /** Of a text that one branch leaves it stays known which it may be. */
  #text(present: Branch, name: string, leaf: unknown, merged: Merged): Merged {
    if (leafDtype(leaf as Tensor | HostScalar) !== 'string') return merged;
    const [a, b] = present === this.main ? [leaf, undefined] : [undefined, leaf];
    return this.#choices.text(name, a, b, merged);
  }

  #nodes(entry: Entry, name: string, a: unknown, b: unknown): Merged {
    if (name === entry.name && areRows(entry.container, a) && areRows(entry.container, b))
      return this.#keys.entries(entry, a, b);
    const [left, right] = [nodeOf(a), nodeOf(b)];
    const isAlike =
      left !== null &&
      right !== null &&
      isSameKind(left, right) &&
      ![a, b].some(refersToGone) &&
      (!(a instanceof Variant) || isAligned(a, b));
    if (!isAlike && (a === false || b === false)) throw structuresDiffer(this.#names, name, a, b);
    if (!isAlike && (a instanceof Variant || b instanceof Variant))
      return this.#variant(entry, name, a, b);
    if (!isAlike && isOfClass(a) && isOfClass(b)) return this.#variant(entry, name, a, b);
    if (!isAlike) {
      const properties = this.#keys.properties(entry, name, a, b);
      if (properties !== null) return properties;
    }
    if (!isAlike && isNewObject(entry, name, a) && isNewObject(entry, name, b))
      return this.#variant(entry, name, a, b);
    if (staysOne(a) && staysOne(b)) return this.#variant(entry, name, a, b);
    if (left === null && right === null) throw notMergeable(this.#names, name, a, b);
    if (left === null || right === null) throw structuresDiffer(this.#names, name, a, b);
    const [one, another] = originalsOf(entry, name, [a, b]);
    if (!isAlike) {
      const merged = this.#arrays(entry, name, a, b);
      if (merged !== null) return merged;
      throw entry.container === null
        ? structuresDiffer(this.#names, name, a, b)
        : sizesDiffer(this.#names, name, left, right);
    }
    const children = left.children.map((child, index) =>
      this.#value(entry, name + left.labels[index]!, child, right.children[index]),
    );
    const made = (parts: readonly unknown[]) =>
      b instanceof StagedList ? (a as StagedList).merged(b)[withParts](parts) : left.rebuild(parts);
    const merged = (results: readonly Tensor[]) => made(children.map((finish) => finish(results)));
    if (one !== undefined && one === another) return (results) => linkedLike(merged(results), a);
    return one === undefined && another === undefined
      ? merged
      : this.#choices.object({ ...entry, name }, one, another, merged);
  }

  /** Two arrays of different lengths, or one that the branches leave so: a list, or else the two as they are. */
  #arrays(entry: Entry, name: string, a: unknown, b: unknown): Merged | null {
    if (!isListLike(a) || !isListLike(b)) return null;
    const [one, another] = originalsOf(entry, name, [a, b]);
    const isContents = areContents(entry, name);
    if (isContents && !Array.isArray(entry.container)) return null;
    const isOne = isContents || (one !== undefined && one === another);
    const lists = asLists(a, b, this.#sides);
    const isChosen = !isOne && !isExtension(a, b) && !isExtension(b, a);
    const isRows = lists?.every(({ sample }) => !hasReferences(sample.template));
    if (lists !== null && (isRows || !isChosen)) {
      const refusal = isChosen ? structuresDiffer(this.#names, name, a, b) : undefined;
      return this.#lists(entry, name, [one, another], lists, refusal);
    }
    if (!isOne) return this.#variant(entry, name, a, b);
    if ((sampleOf(a) ?? sampleOf(b)) !== null) throw elementsDiffer(name);
    return null;
  }

  /** Objects of different classes, or such as nobody can look into, stay two. */
  #variant(entry: Entry, name: string, a: unknown, b: unknown): Merged {
    this.hasVariants = true;
    const [first, second] = optionalsOf(a, b);
    // What an array may not have is itself all the same: `#element` tells when it is there.
    const isTaken = first.object !== a || second.object !== b;
    const isElement = [first, second].some(({ presence }) => isTensor(presence));
    const isLeftOut = isMissing(a) !== isMissing(b);
    const optional =
      isTaken || (isElement && isLeftOut) ? this.#optional(entry, name, first, second) : null;
    if (optional !== null) return optional;
    const united = this.#kinds.merge(entry, name, a, b);
    if (united !== null) return (results) => namedVariant(united(results), name);
    const side = (value: unknown, optional: Optional, missing: Branch) =>
      isLeftOut && value === optional.object
        ? this.#side(entry, optional, missing)
        : this.#present(entry, value, missing);
    const [one, other] = [side(a, first, this.other), side(b, second, this.main)];
    const origin = { name, location: currentLocation() };
    return (results) =>
      new Variant(this.predicate, one(results), other(results), undefined, origin);
  }

  /** The object of only one branch, which is there or not as `presence` tells, or as its array has it. */
  #side(entry: Entry, { object, presence }: Optional, missing: Branch): Merged {
    const side = this.#present(entry, object, missing);
    const isThere = isThereOf(object);
    if (isThere === undefined || isThere === presence) return side;
    const isThereInside = this.#filled(isThere, missing);
    return (results) => {
      const merged = side(results);
      return merged instanceof Whole ? merged : new OptionalElement(isThereInside(results), merged);
    };
  }

  /** An object that is there or not stays one, whichever branch made it. */
  #optional(entry: Entry, name: string, a: Optional, b: Optional): Merged | null {
    if (a.presence === true && b.presence === true) return null;
    const { missing } = a.presence === true ? b : a;
    const isAlike =
      [a, b].every((side) => side.presence === true || side.missing === missing) &&
      (isMissing(a.object) || isMissing(b.object) || canMerge(a.object, b.object, 'left out'));
    if (!isAlike) return null;
    const flag = { ...variableEntry(name), isFlag: true };
    const presence = this.#value(flag, name, a.presence, b.presence);
    const object = isMissing(a.object)
      ? this.#side(entry, b, this.main)
      : isMissing(b.object)
        ? this.#side(entry, a, this.other)
        : this.#value(entry, name, a.object, b.object);
    const isAsserted = [a, b].every((side) => side.presence === true || side.isThereMessage);
    const message = isAsserted ? (a.isThereMessage ?? b.isThereMessage) : undefined;
    const origin = { name, location: currentLocation() };
    return (results) => new Variant(presence(results), object(results), missing, message, origin);
  }

  /** Which of them it is is a number. */
  #function(name: string, a: ChosenFunction, b: ChosenFunction): Merged {
    const number = { ...variableEntry(name), isFlag: true };
    const which = this.#value(number, name, a.which, b.which);
    const candidates = new Map([...a.candidates, ...b.candidates]);
    return (results) => new ChosenFunction(which(results), candidates);
  }

  /** Arrays that the branches leave with different lengths: the result's length is a tensor. */
  #lists(
    entry: Entry,
    name: string,
    [one, another]: readonly [object | undefined, object | undefined],
    [a, b]: readonly [Growth, Growth],
    refusal: StagingError | undefined,
  ): Merged {
    const { leaves } = a.sample;
    const template = united(a.sample.template, b.sample.template);
    this.#requireElements(a, true);
    this.#requireElements(b, false);
    const columns = leaves.map((leaf, index) => {
      const dtype = commonDtype(leaf, b.sample.leaves[index]!)!;
      this.main.addColumn(columnOf(a, index), { ...leaf, dtype });
      this.other.addColumn(columnOf(b, index), { ...leaf, dtype });
      const column = this.#output(null);
      if (!isGuess(dtype, [leaf, b.sample.leaves[index]!])) return column;
      return (results: readonly Tensor[]) => markWeak(column(results) as Tensor);
    });
    const size = this.#value(entry, name, sizeOf(a.contents), sizeOf(b.contents));
    const known = bothShared(sharedOf(a), sharedOf(b));
    const objects = [...new Set([...knownElements(a), ...knownElements(b)])];
    const elements = [a, b].flatMap(newRows);
    const isTwice = [a, b].some(holdsTwice);
    const merged: Merged = (results) => {
      const parts = [...columns.map((finish) => finish(results)), size(results)];
      const list = new StagedList(name, template, [], 0, refusal, known)[withParts](parts);
      const shared = (objects.length > 0 ? list.sharing(objects) : list).including(elements);
      return isTwice ? shared.holdingTwice() : shared;
    };
    if (one === undefined && another === undefined) return merged;
    if (one === another) return (results) => linked(merged(results), one);
    return this.#choices.object({ ...entry, name }, one, another, merged);
  }

  /** The elements of an array that becomes a list are all there. */
  #requireElements({ elements }: Growth, isMain: boolean): void {
    if (elements instanceof StagedList || elements instanceof ReferredRows) return;
    const branch = isMain ? this.main : this.other;
    this.#sides.within(isMain, () => branch.requireThere(elements.flatMap(leavesOf)));
  }

  #leaves(entry: Entry, name: string, a: Tensor | HostScalar, b: Tensor | HostScalar): Merged {
    if (entry.container !== null && isVariable(a) && isVariable(b))
      throw notMergeable(this.#names, name, a, b);
    if (isFlag(a) && isFlag(b) && isFlag(this.predicate)) {
      const merged = this.#flags.merge(a, b);
      return isWeak(a) && isWeak(b) ? (results) => asWeak(merged(results)) : merged;
    }
    const dtype = mergedDtype(a, b);
    if (dtype === null) throw dtypesDiffer(this.#names, name, a, b);
    return this.#leaf(name, dtype, a, b);
  }

  #leaf(name: string, dtype: DataType, a: Tensor | HostScalar, b: Tensor | HostScalar): Merged {
    for (const [value, branch] of [
      [a, this.main],
      [b, this.other],
    ] as const) {
      if (isTensor(value)) branch.addTensor(value, dtype);
      else branch.addHostScalar(value, dtype);
    }
    const [left, right] = [a, b].map(guardedIn);
    const output = this.#output([a, b]);
    const merged = dtype === 'string' ? this.#choices.text(name, a, b, output) : output;
    const late = left ?? right;
    if (late === undefined) return merged;
    const there = thereBeside(late);
    return this.#late(late, name, [left ?? there, right ?? there], merged);
  }

  /** A result of the conditional, which is one of the values. */
  #output(values: readonly (Tensor | HostScalar)[] | null): Merged {
    const index = this.outputCount++;
    return (results) => {
      const result = results[index]!;
      return values === null ? result : likeNumbers(result, values);
    };
  }
}

/** What was made of nothing but JavaScript's bools is one of them. */
function asWeak(flag: unknown): unknown {
  return isTensor(flag) ? markWeak(flag) : flag;
}

/** Whether that is what the container of the state holds: no object of the program's. */
function areContents({ container, name: own }: Entry, name: string): boolean {
  return container !== null && name === own;
}

/** A value that is there for sure: what it would be otherwise is of no interest, and not of this branch. */
function thereBeside({ missing }: Omit<Late, 'isSet'>): Presence {
  return { isSet: true, missing: isTensor(missing) ? undefined : missing };
}

/** What the two are copies of. */
function originalsOf(
  entry: Entry,
  name: string,
  [a, b]: readonly [unknown, unknown],
): readonly [object | undefined, object | undefined] {
  return areContents(entry, name) ? [undefined, undefined] : [originalOf(a), originalOf(b)];
}

/** A plain object that is not what the container of the state has become. */
function isNewObject(entry: Entry, name: string, value: unknown): boolean {
  return isPlainObject(value) && !areContents(entry, name);
}

/** Where the branches around tell which of two objects it is, that one. */
function known(value: unknown): unknown {
  if (!(value instanceof Variant)) return value;
  const holds = knownToHold(value.predicate);
  return holds === undefined ? value : known(holds ? value.one : value.other);
}

/** The value, of which nobody has to ask whether it is there where the branch says so. */
function present(value: unknown, inBranch: (flag: unknown) => unknown): unknown {
  const late = lateIn(value);
  // Of a text it stays known which it may be, and when.
  const isAsked = late?.question !== undefined && (value as Tensor).dtype !== 'string';
  const isThere = isAsked && inBranch(late.isSet) === true;
  return isThere && currentTracer().knows(value as Tensor)
    ? withoutQuestion(value as Tensor)
    : value;
}

/** What was there before the branch is used where the condition holds. */
function guardedIn(value: unknown): Late | undefined {
  const late = lateIn(value);
  if (late === undefined || !currentTracer().knows(value as Tensor)) return late;
  const { question } = late;
  return question === undefined ? late : { ...late, question: guarded(question) };
}

function lateIn(value: unknown): Late | undefined {
  return isTensor(value) ? lateOf(value) : undefined;
}

function isSameInstance(a: unknown, b: unknown): boolean {
  return a instanceof Instance && originalOf(a) !== undefined && originalOf(a) === originalOf(b);
}

/** Whether a value is of a branch that ended before the throw, whose result another value would have been. */
function isDead(value: unknown, { results }: Branch): boolean {
  return leavesOf(value).some((leaf) => isTensor(leaf) && isGone(leaf) && !results.has(leaf));
}
