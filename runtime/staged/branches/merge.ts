import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import type { DataType } from '../../graph/types.js';
import { markVariableChoice } from '../../trace/chosenVariables.js';
import { emitIf } from '../../trace/controlFlow.js';
import { isGone } from '../../trace/heirs.js';
import { knownToHold, knownWhere, where } from '../../trace/knownFlags.js';
import { guarded, type Late } from '../../trace/late.js';
import { currentLocation } from '../../trace/session.js';
import { currentTracer } from '../../trace/tracer.js';
import { leavesOf } from '../lists/elements.js';
import { StagedList } from '../lists/stagedList.js';
import { markChosen } from '../operators/chosenNumbers.js';
import { inOneForm } from '../state/keyArrays.js';
import { Whole } from '../state/snapshot.js';
import { type Entry, identityChanged, variableEntry } from '../state/state.js';
import { isMissing, isUnmerged, observe, Unmerged } from '../values/absent.js';
import { asChosen, ChosenFunction, isFunction } from '../values/chosenFunction.js';
import { isOfClass } from '../values/classInstances.js';
import { areRows } from '../values/entries.js';
import { commonFixed } from '../values/fixedness.js';
import { Instance } from '../values/instance.js';
import { isAligned } from '../values/kinds.js';
import { asMadeFunctions } from '../values/madeFunction.js';
import { missingOfValue } from '../values/missingKind.js';
import { OptionalElement } from '../values/optionalElement.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import { linkedLike, originalOf } from '../values/originals.js';
import { isThereOf, markMayBeOutside } from '../values/outside.js';
import { Rejection } from '../values/rejection.js';
import { isPlainObject, isSameKind, nodeOf, unallocated, withParts } from '../values/structure.js';
import { isTensor, isVariable } from '../values/tensors.js';
import { holdsPrimitive, namedVariant, Variant } from '../values/variant.js';
import { type HostScalar, isWeak, markWeak } from '../values/weak.js';
import { likeNumbers } from '../values/wholeNumbers.js';
import { isWide, numberOfWords, type Words, wordsOf } from '../values/wideInteger.js';
import type { Branch } from './branch.js';
import { canMerge } from './canMerge.js';
import { Choices, type Merged } from './choices.js';
import { refersToGone, type Sides } from './growth.js';
import { currentTry } from './guardedTry.js';
import { MergedArrays } from './mergedArrays.js';
import { isLeaf, leafDtype, mergedDtype } from './mergedDtype.js';
import { isFlag, MergedFlags } from './mergedFlags.js';
import { haveOtherOrder, MergedKeys } from './mergedKeys.js';
import { MergedKinds } from './mergedKinds.js';
import { lateIn, MergedMissing, thereBeside } from './mergedMissing.js';
import { areContents, originalsOf, type Parts } from './mergedParts.js';
import { mergedVariables } from './mergedVariables.js';
import {
  type BranchNames,
  dtypesDiffer,
  falseOrUse,
  notMergeable,
  sizesDiffer,
  structuresDiffer,
} from './mergeErrors.js';
import { isUnset, mayBeMissing, type Optional, optionalsOf, staysOne } from './optionalObject.js';

/**
 * Makes two traced branches one conditional, and returns what the state is after it. A value that both branches leave
 * the same stays what it is; where they differ it becomes an output of the conditional. After a branch that `thrower`
 * is, only a handler goes on: it need not leave what the other one leaves. To `kept` come the objects that a branch has made and
 * that are there behind it.
 */
export function mergeBranches(
  predicate: Tensor,
  [main, mainValues]: readonly [Branch, readonly unknown[]],
  [other, otherValues]: readonly [Branch, readonly unknown[]],
  entries: readonly Entry[],
  thrower: Branch | null,
  kept: Set<object>,
): unknown[] {
  const merger = new Merger(predicate, main, other, thrower, kept);
  const merged = entries.map((entry, index) =>
    merger.merge(entry, mainValues[index], otherValues[index]),
  );
  const isNeeded =
    merger.outputCount > 0 || merger.hasVariants || main.hasEffect || other.hasEffect;
  const results = isNeeded ? emitIf(predicate, main.finish(), other.finish()) : [];
  return merged.map((finish) => finish(results));
}

class Merger {
  outputCount = 0;
  /** They may hold what will be asked for later (`heirs.ts`). */
  hasVariants = false;

  readonly #choices: Choices;
  readonly #flags: MergedFlags;
  readonly #keys: MergedKeys;
  readonly #kinds: MergedKinds;
  readonly #arrays: MergedArrays;
  readonly #missing: MergedMissing;

  constructor(
    readonly predicate: Tensor,
    readonly main: Branch,
    readonly other: Branch,
    readonly thrower: Branch | null,
    kept: Set<object>,
  ) {
    this.#choices = new Choices(predicate, main, other, (name, a, b) =>
      this.#value({ ...variableEntry(name), isFlag: true }, name, a, b),
    );
    this.#flags = new MergedFlags(predicate, (a, b) => this.#leaf('', 'bool', a, b));
    const parts: Parts = {
      choices: this.#choices,
      variable: (entry, a, b) => this.#variable(entry, a, b),
      value: (entry, name, a, b) => this.#value(entry, name, a, b),
      present: (entry, value, missing, isKey) =>
        this.#missing.present(entry, value, missing, isKey),
      variant: (entry, name, a, b) => this.#variant(entry, name, a, b),
      output: (values) => this.#output(values),
    };
    this.#keys = new MergedKeys(main, other, parts);
    this.#kinds = new MergedKinds(predicate, main, other, parts);
    this.#arrays = new MergedArrays(predicate, main, other, this.#sides, parts);
    this.#missing = new MergedMissing(predicate, main, other, parts, kept);
  }

  readonly #sides: Sides = {
    within: (isMain, body) => where(this.predicate, isMain, body),
    further: (isMain, tensors, body) =>
      where(this.predicate, isMain, () => (isMain ? this.main : this.other).trace(tensors, body)),
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

  /** What is false or a value, or nobody may read any more, and cannot be merged, is an error only where it is read. */
  #variable(entry: Entry, a: unknown, b: unknown): Merged {
    try {
      return this.#value(entry, entry.name, a, b);
    } catch (error) {
      if (!(error instanceof StagingError)) throw error;
      const left = [this.#within(true, a), this.#within(false, b)] as const;
      if (this.thrower !== null && !entry.isThrown && currentTry()!.restoresNamed(entry.name))
        return this.#spoiled(entry, left[this.thrower === this.main ? 1 : 0], this.thrower);
      const [one, another] = left;
      if (!entry.isThrown && !left.some(isMissing) && (one === false || another === false))
        return this.#variant(entry, entry.name, one, another, falseOrUse(error));
      if (entry.isExtra !== true) throw error;
      const { placeholder } = new Unmerged(entry.name, error);
      return () => placeholder;
    }
  }

  #value(entry: Entry, name: string, mainValue: unknown, otherValue: unknown): Merged {
    if (Object.is(mainValue, otherValue)) return () => mainValue;
    if (isSameInstance(mainValue, otherValue)) return () => mainValue;
    const [a, b] = asMadeFunctions([
      this.#within(true, mainValue),
      this.#within(false, otherValue),
    ]);
    if (Object.is(a, b)) return () => a;
    const unmerged = [a, b].find(isUnmerged);
    if (unmerged !== undefined) return () => unmerged;
    if (this.thrower !== null && entry.isThrown !== true) {
      const [kept, lost] = this.thrower === this.main ? [b, a] : [a, b];
      const isOther = !canMerge(kept, lost) && currentTry()!.restores(entry);
      if (isOther || isDead(lost, this.thrower)) return this.#spoiled(entry, kept, this.thrower);
    }
    const [left, right] = [missingOfValue(a), missingOfValue(b)];
    if (left && right) {
      if (isUnset(entry, a)) return () => b;
      return isUnset(entry, b)
        ? () => a
        : this.#missing.bothMissing(name, a, [left.missing, right.missing]);
    }
    if (a instanceof Rejection || b instanceof Rejection)
      return this.#variant(entry, name, observe(a), observe(b));
    if (mayBeMissing(entry, a, b)) return this.#variant(entry, name, observe(a), observe(b));
    if (left || right) return this.#missing.oneSided(entry, name, a, b);
    if (a === unallocated && isTensor(b)) return this.#missing.filled(b, this.main);
    if (b === unallocated && isTensor(a)) return this.#missing.filled(a, this.other);
    return this.#element(name, a, b, this.#both(entry, name, a, b));
  }

  /** What is never read where something is thrown: the handler gives the variable what it was there. */
  #spoiled(entry: Entry, kept: unknown, thrower: Branch): Merged {
    currentTry()!.isSpoiled = true;
    return this.#missing.besideThrower(entry, kept, thrower);
  }

  /** What the branch that leaves the value tells of it. */
  #within(isMain: boolean, value: unknown): unknown {
    const inBranch = (flag: unknown) => knownWhere(this.predicate, isMain, flag);
    const isMixed = value instanceof Variant && holdsPrimitive(value);
    const isOne = isMixed ? inBranch(value.predicate) : undefined;
    if (typeof isOne === 'boolean') {
      const { one, other } = value as Variant;
      return where(this.predicate, isMain, () => this.#within(isMain, isOne ? one : other));
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
    if (!isAlike || haveOtherOrder(a, b)) {
      const properties = this.#keys.properties(entry, name, a, b);
      if (properties !== null) return properties;
    }
    if (!isAlike && [a, b].every((value) => isOfClass(value) || isNewObject(entry, name, value)))
      return this.#variant(entry, name, a, b);
    if (staysOne(a) && staysOne(b)) return this.#variant(entry, name, a, b);
    if (left === null && right === null) throw notMergeable(this.#names, name, a, b);
    if (left === null || right === null) {
      const reason = structuresDiffer(this.#names, name, a, b);
      const isTold = entry.container === null && isLeaf(left === null ? a : b);
      if (isTold) return this.#variant(entry, name, a, b, reason);
      throw reason;
    }
    const [one, another] = originalsOf(entry, name, [a, b]);
    if (!isAlike) {
      const merged = this.#arrays.merge(entry, name, a, b);
      if (merged !== null) return merged;
      if (entry.container !== null) throw sizesDiffer(this.#names, name, left, right);
      const reason = structuresDiffer(this.#names, name, a, b);
      const isTold = Array.isArray(a) !== Array.isArray(b);
      if (isTold) return this.#variant(entry, name, a, b, reason);
      throw reason;
    }
    const children = left.children.map((child, index) =>
      this.#value(entry, name + left.labels[index]!, child, right.children[index]),
    );
    const fixed = commonFixed(left.fixed, right.fixed);
    const made = (parts: readonly unknown[]) =>
      b instanceof StagedList
        ? (a as StagedList).merged(b, this.predicate)[withParts](parts, fixed)
        : left.rebuild(parts, fixed);
    const merged = (results: readonly Tensor[]) => made(children.map((finish) => finish(results)));
    if (one !== undefined && one === another) return (results) => linkedLike(merged(results), a);
    return one === undefined && another === undefined
      ? merged
      : this.#choices.object({ ...entry, name }, one, another, merged);
  }

  /** Objects of different classes, or such as nobody can look into, stay two. */
  #variant(entry: Entry, name: string, a: unknown, b: unknown, reason?: StagingError): Merged {
    this.hasVariants = true;
    const [first, second] = optionalsOf(a, b);
    // What an array may not have is itself all the same: `#element` tells when it is there.
    const isTaken = first.object !== a || second.object !== b;
    const isLeftOut = isMissing(a) !== isMissing(b);
    const optional = isTaken || isLeftOut ? this.#optional(entry, name, first, second) : null;
    if (optional !== null) return optional;
    const united = this.#kinds.merge(entry, name, a, b);
    if (united !== null) return (results) => namedVariant(united(results), name);
    const side = (value: unknown, optional: Optional, missing: Branch) =>
      isLeftOut && value === optional.object
        ? this.#side(entry, optional, missing)
        : this.#missing.present(entry, value, missing);
    const [one, other] = [side(a, first, this.other), side(b, second, this.main)];
    const origin = { name, location: currentLocation(), reason };
    return (results) =>
      new Variant(this.predicate, one(results), other(results), undefined, origin);
  }

  /** The object of only one branch, which is there or not as `presence` tells, or as its array has it. */
  #side(entry: Entry, { object, presence }: Optional, missing: Branch): Merged {
    const side = this.#missing.present(entry, object, missing);
    const isThere = isThereOf(object);
    if (isThere === undefined || isThere === presence) return side;
    const isThereInside = this.#missing.filled(isThere, missing);
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

  /** One of several functions: a number, which is merged as such, tells which of them. */
  #function(name: string, a: ChosenFunction, b: ChosenFunction): Merged {
    const number = { ...variableEntry(name), isFlag: true };
    const which = this.#value(number, name, a.which, b.which);
    const candidates = new Map([...a.candidates, ...b.candidates]);
    return (results) => new ChosenFunction(which(results), candidates);
  }

  #leaves(entry: Entry, name: string, a: Tensor | HostScalar, b: Tensor | HostScalar): Merged {
    if (entry.container !== null && isVariable(a) && isVariable(b))
      throw notMergeable(this.#names, name, a, b);
    if (isFlag(a) && isFlag(b) && isFlag(this.predicate)) {
      const merged = this.#flags.merge(a, b);
      return isWeak(a) && isWeak(b) ? (results) => asWeak(merged(results)) : merged;
    }
    const words = [a, b].some(isWide) ? [wordsOf(a), wordsOf(b)] : [];
    if (words[0] && words[1]) return this.#words(name, words[0], words[1]);
    const dtype = mergedDtype(a, b);
    if (dtype === null && areTextAndOther(a, b)) return this.#variant(entry, name, a, b);
    if (dtype === null) throw dtypesDiffer(this.#names, name, a, b);
    return this.#leaf(name, dtype, a, b);
  }

  /** Whole numbers that int32 may not hold. */
  #words(name: string, a: Words, b: Words): Merged {
    const word = { ...variableEntry(name), isFlag: true };
    const low = this.#value(word, name, a.low, b.low);
    const high = this.#value(word, name, a.high, b.high);
    return (results) => numberOfWords({ low: low(results), high: high(results) } as Words);
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
    return this.#missing.late(late, name, [left ?? there, right ?? there], merged);
  }

  /** A result of the conditional, which is one of the values. */
  #output(values: readonly (Tensor | HostScalar)[] | null): Merged {
    const index = this.outputCount++;
    const variables = mergedVariables(this.predicate, values ?? [], (a, b) =>
      this.#value({ ...variableEntry(''), isFlag: true }, '', a, b),
    );
    return (results) => {
      const result = results[index]!;
      if (values === null) return result;
      if (variables !== null) markVariableChoice(result, variables(results), currentTracer());
      return markChosen(likeNumbers(result, values), this.predicate, values);
    };
  }
}

/** A text and a number, or true. */
function areTextAndOther(a: Tensor | HostScalar, b: Tensor | HostScalar): boolean {
  if (a === false || b === false) return false;
  return (leafDtype(a) === 'string') !== (leafDtype(b) === 'string');
}

/** What was made of nothing but JavaScript's bools is one of them. */
function asWeak(flag: unknown): unknown {
  return isTensor(flag) ? markWeak(flag) : flag;
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

/** Whether both stand for one object of a class, either of which may be the object itself. */
function isSameInstance(a: unknown, b: unknown): boolean {
  const [one, other] = [a, b].map((side) => (side instanceof Instance ? originalOf(side) : side));
  return [a, b].some((side) => side instanceof Instance) && one !== undefined && one === other;
}

/** Whether a value is of a branch that ended before the throw, whose result another value would have been. */
function isDead(value: unknown, { results }: Branch): boolean {
  return leavesOf(value).some((leaf) => isTensor(leaf) && isGone(leaf) && !results.has(leaf));
}
