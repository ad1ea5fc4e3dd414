import type { Tensor } from '@tensorflow/tfjs-core';
import type { DataType } from '../graph/types.js';
import { emitIf } from '../trace/controlFlow.js';
import { isMissing, isNull } from './absent.js';
import type { Branch } from './branch.js';
import { type KnownFlags, knownFlag } from './knownFlags.js';
import {
  dtypesDiffer,
  missingInBranch,
  notMergeable,
  sizesDiffer,
  structuresDiffer,
} from './mergeErrors.js';
import { linkedLike, originalOf } from './snapshot.js';
import { type Entry, identityChanged } from './state.js';
import { isSameKind, mapLeaves, nodeOf, unallocated } from './structure.js';
import { dtypeOf, isTensor, isVariable, typeOf } from './tensors.js';
import {
  fits,
  type HostScalar,
  isHostScalar,
  isWeak,
  isWeakTensor,
  markWeak,
  naturalDtype,
} from './weak.js';

/** Gives a merged value once the conditional's results are known. */
type Merged = (results: readonly Tensor[]) => unknown;

/**
 * Makes two traced branches one conditional, and returns what the state is after it. A value that both branches leave
 * the same stays what it is; where they differ it becomes an output of the conditional.
 */
export function mergeBranches(
  predicate: Tensor,
  main: Branch,
  other: Branch,
  entries: readonly Entry[],
): unknown[] {
  const merger = new Merger(main, other, knownFlag(predicate));
  const merged = entries.map((entry, index) =>
    merger.merge(entry, main.values[index], other.values[index]),
  );
  const isNeeded = merger.outputCount > 0 || main.hasEffect || other.hasEffect;
  const results = isNeeded ? emitIf(predicate, main.finish(), other.finish()) : [];
  return merged.map((finish) => finish(results));
}

class Merger {
  outputCount = 0;

  constructor(
    readonly main: Branch,
    readonly other: Branch,
    readonly flags: KnownFlags,
  ) {}

  merge(entry: Entry, a: unknown, b: unknown): Merged {
    if (entry.isInput) return () => undefined;
    if (entry.isOpaque && !Object.is(a, b)) throw identityChanged(entry.name);
    return this.#value(entry, entry.name, a, b);
  }

  #value(entry: Entry, name: string, mainValue: unknown, otherValue: unknown): Merged {
    if (Object.is(mainValue, otherValue)) return () => mainValue;
    const a = this.flags.inMain(mainValue);
    const b = this.flags.inOther(otherValue);
    if (Object.is(a, b)) return () => a;
    if (isMissing(a) && isMissing(b) && isNull(a) === isNull(b)) return () => a;
    if (isMissing(a) || isMissing(b)) return this.#oneSided(entry, name, a, b);
    if (a === unallocated && isTensor(b)) return this.#filled(b, this.main);
    if (b === unallocated && isTensor(a)) return this.#filled(a, this.other);
    if (isLeaf(a) && isLeaf(b)) return this.#leaves(entry, name, a, b);
    return this.#nodes(entry, name, a, b);
  }

  #oneSided(entry: Entry, name: string, a: unknown, b: unknown): Merged {
    const [missing, branch] = isMissing(a) ? [a, this.main] : [b, this.other];
    if (!entry.isFlag) throw missingInBranch(name, missing, branch.name);
    const present = branch === this.main ? b : a;
    const finishers: Merged[] = [];
    mapLeaves(present, name, (leaf) => {
      finishers.push(this.#filled(leaf, branch));
    });
    return (results) => {
      let next = 0;
      return mapLeaves(present, name, () => finishers[next++]!(results));
    };
  }

  /** Nothing reads the missing side, so a host value may stay. */
  #filled(leaf: unknown, missing: Branch): Merged {
    if (!isTensor(leaf)) return () => leaf;
    const present = missing === this.main ? this.other : this.main;
    present.addTensor(leaf, dtypeOf(leaf));
    missing.addFiller(typeOf(leaf));
    return this.#output(isWeakTensor(leaf));
  }

  #nodes(entry: Entry, name: string, a: unknown, b: unknown): Merged {
    const [left, right] = [nodeOf(a), nodeOf(b)];
    if (left === null && right === null) throw notMergeable(name, a, b);
    if (left === null || right === null) throw structuresDiffer(name, a, b);
    if (!isSameKind(left, right)) {
      throw entry.container === null
        ? structuresDiffer(name, a, b)
        : sizesDiffer(name, left, right);
    }
    const children = left.children.map((child, index) =>
      this.#value(entry, name + left.labels[index]!, child, right.children[index]),
    );
    const isKept = originalOf(a) !== undefined && originalOf(a) === originalOf(b);
    return (results) => {
      const merged = left.rebuild(children.map((finish) => finish(results)));
      return isKept ? linkedLike(merged, a) : merged;
    };
  }

  #leaves(entry: Entry, name: string, a: Tensor | HostScalar, b: Tensor | HostScalar): Merged {
    if (entry.container !== null && isVariable(a) && isVariable(b)) throw notMergeable(name, a, b);
    const dtype = mergedDtype(a, b);
    if (dtype === null) throw dtypesDiffer(name, a, b);
    for (const [value, branch] of [
      [a, this.main],
      [b, this.other],
    ] as const) {
      if (isTensor(value)) branch.addTensor(value, dtype);
      else branch.addHostScalar(value, dtype);
    }
    return this.#output(isWeak(a) && isWeak(b));
  }

  #output(isWeakResult: boolean): Merged {
    const index = this.outputCount++;
    return (results) => (isWeakResult ? markWeak(results[index]!) : results[index]!);
  }
}

function isLeaf(value: unknown): value is Tensor | HostScalar {
  return isTensor(value) || isHostScalar(value);
}

/** The dtype that both values can have without the user's having chosen another; `null` where there is none. */
function mergedDtype(a: Tensor | HostScalar, b: Tensor | HostScalar): DataType | null {
  const [left, right] = [leafDtype(a), leafDtype(b)];
  if (left === right) return left;
  if (isWeak(a) && isWeak(b)) return 'float32';
  if (!isWeak(a) && canBecome(b, left)) return left;
  if (!isWeak(b) && canBecome(a, right)) return right;
  return null;
}

/** Whether a weakly typed value may take the dtype. */
function canBecome(value: Tensor | HostScalar, dtype: DataType): boolean {
  if (!isTensor(value)) return fits(value, dtype);
  return isWeakTensor(value) && dtypeOf(value) === 'int32' && dtype === 'float32';
}

function leafDtype(value: Tensor | HostScalar): DataType {
  return isTensor(value) ? dtypeOf(value) : naturalDtype(value);
}
