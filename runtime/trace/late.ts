import type { Tensor } from '@tensorflow/tfjs-core';
import type { UseGraphError } from '../errors.js';
import type { SourceLocation } from '../graph/types.js';
import { branchDepth } from './knownFlags.js';

/*
 * A variable that has no value before a loop gets one from its iterations, and one that only one branch sets may have none.
 * An execution in which there is none may go on as long as nothing uses the variable: what the graph has in its place is
 * known to be late, and each use asserts that it is there.
 */

/** Undefined or null; where a tensor decides which of them, that tensor: whether it is null. */
export type Missing = undefined | null | Tensor;

export interface Late {
  /** A bool tensor: whether the execution gave the tensor its elements. */
  readonly isSet: Tensor;
  /** What the program sees where it did not. */
  readonly missing: Missing;
  /** Of the assertion where it is used. */
  readonly message: string;
  readonly location: SourceLocation | null;
  /** Whether a use that has a place of its own is where the assertion fails. */
  readonly isPlacedByUse?: boolean;
  /** Where a program has to ask whether it is there before it uses it. */
  readonly question?: Question;
}

export interface Question {
  /** Of a use before that. */
  readonly refusal: UseGraphError;
  isAsked: boolean;
  /** In a loop the test, or another iteration, may have asked. */
  readonly isCarried?: boolean;
  /** A condition of the program has stood before it already. */
  readonly isGuarded?: boolean;
}

/** The same question behind a condition: to ask the one is to ask the other. */
export function guarded(question: Question): Question {
  const { refusal, isCarried = false } = question;
  return {
    refusal,
    isCarried,
    isGuarded: true,
    get isAsked() {
      return question.isAsked;
    },
    set isAsked(isAsked) {
      question.isAsked = isAsked;
    },
  };
}

const known = new WeakMap<object, Late>();
const depths = new WeakMap<object, number>();

export function markLate(tensor: Tensor, late: Late): Tensor {
  known.set(tensor.dataId, late);
  depths.set(tensor.dataId, branchDepth());
  return tensor;
}

/**
 * Whether a condition stands between the program's choice of the value and what is traced now: it may well tell whether the
 * value is there, which the graph asserts.
 */
export function isBehindCondition(tensor: Tensor): boolean {
  return branchDepth() > (depths.get(tensor.dataId) ?? 0);
}

export function lateOf(value: Tensor): Late | undefined {
  return known.get(value.dataId);
}

/** As `lateOf`, where the program asks whether the value is there. */
export function askedLate(value: Tensor): Late | undefined {
  const late = lateOf(value);
  if (late?.question !== undefined) late.question.isAsked = true;
  return late;
}
