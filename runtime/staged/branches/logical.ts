import { logicalAnd, logicalOr, type Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import type { Node } from '../../graph/graph.js';
import type { SourceLocation } from '../../graph/types.js';
import { emitIf } from '../../trace/controlFlow.js';
import { implies, where } from '../../trace/knownFlags.js';
import { at, isTracing } from '../../trace/session.js';
import { emptySubgraph } from '../../trace/subgraph.js';
import { not as negation } from '../operators/comparison.js';
import { asPredicate, readCondition } from '../operators/condition.js';
import { untrueLate } from '../operators/late.js';
import { presenceOf, presentOf } from '../operators/presence.js';
import { asTruth } from '../operators/truth.js';
import { freeze, thaw } from '../state/snapshot.js';
import { variableEntry } from '../state/state.js';
import { absentOf, isMissing, isUnmerged, observe, type Unmerged } from '../values/absent.js';
import { nested } from '../values/depth.js';
import { FalseOr, falseOrOf, valueOrFalse } from '../values/falseOr.js';
import { decides, dtypeOf, hasOneElement, isTensor } from '../values/tensors.js';
import { type Branch, mayThrow, thrower } from './branch.js';
import { certain } from './certain.js';
import { withThrown } from './guardedTry.js';
import { asked, if_exp } from './ifStatement.js';
import { inlineSubgraph } from './inline.js';
import { leaveMerged } from './leaveMerged.js';
import { guardRest } from './level.js';
import { ifThere } from './optional.js';
import { traceBranch } from './traceBranch.js';

/** `a && right()`: the right side counts only where the left one is true, also in a graph. */
export function and(a: unknown, right: () => unknown, location: SourceLocation | null): unknown {
  const mixed = falseOrOf(a);
  if (mixed !== undefined)
    return and(mixed.predicate, () => and(mixed.present(), right, location), location);
  const isThere = presenceOf(a);
  if (isThere !== undefined) return ifThere(a, isThere, right, '&&', location);
  const late = untrueLate(a);
  if (late !== undefined) {
    const rest = () => and(certain(a as Tensor), right, location);
    return ifThere(late.missing, late.isSet, rest, '&&', location);
  }
  if (!decides(a)) return observe(a) && right();
  if (!isTracing()) return at(location, () => readCondition(a, '&&')) ? right() : a;
  return at(location, () => stageLogical(a, right, true));
}

/** `a || right()` */
export function or(a: unknown, right: () => unknown, location: SourceLocation | null): unknown {
  const mixed = falseOrOf(a);
  if (mixed !== undefined)
    return if_exp(mixed.predicate, () => or(mixed.present(), right, location), right, location);
  const isThere = presenceOf(a);
  if (isThere !== undefined) return if_exp(isThere, () => presentOf(a), right, location);
  if (untrueLate(a) !== undefined) return if_exp(a, () => certain(a as Tensor), right, location);
  if (!decides(a)) return observe(a) || right();
  if (!isTracing()) return at(location, () => readCondition(a, '||')) ? a : right();
  return at(location, () => stageLogical(a, right, false));
}

/** `!a` */
export function not(a: unknown, location: SourceLocation): unknown {
  return negation(asked(a), location);
}

/** A value of which only the truth counts, beside a tensor that decides. */
export function truth(value: unknown): unknown {
  const test = asked(value);
  return decides(test) ? asTruth(test) : Boolean(observe(test));
}

/**
 * A right side that is cheap and can neither fail nor be noticed is computed in any case; any other becomes a branch of
 * the graph.
 */
function stageLogical(a: Tensor, right: () => unknown, isAnd: boolean): unknown {
  const construct = isAnd ? '&&' : '||';
  const predicate = asPredicate(a, construct);
  // 0 and false are the same beside a bool; a number that is true is not.
  const falsy = asTruth(a);
  let value: unknown = a;
  /** The value where it is the right side's, and no bool. */
  let other: unknown;
  const entry = { ...variableEntry(`the value of ${construct}`), isExtra: true };
  const open = withThrown({
    entries: [entry, entry],
    read: () => [freeze(value), freeze(other)],
    write: (values) => {
      [value, other] = [thaw(values[0]), thaw(values[1])];
    },
  });
  const short = `the right side of ${construct}`;
  const evaluated = nested(() =>
    traceBranch(isAnd ? 'main' : 'else', { short, long: short }, open, () => {
      value = where(predicate, isAnd, right);
      if (isAnd && !isBool(value) && !isMissing(value)) other = value;
    }),
  );
  const result = evaluated.values[0];
  const isQuiet =
    !evaluated.hasEffect && evaluated.extra.length === 0 && !mayThrow(evaluated, open);
  const isOfBools = isAnd || a.dtype === 'bool';
  if (isQuiet && typeof result === 'boolean') {
    if (result === isAnd) return isAnd ? falsy : a;
    // What is false whatever the tensor is guards what comes behind it, as in `x > 0 && o !== null && o.p`.
    if (isOfBools) return result;
  }
  if (isQuiet && isOfBools && isCheapBool(evaluated, result)) {
    const inlined = evaluated.results.has(result)
      ? inlineSubgraph(evaluated.subgraph, evaluated.results.get(result)!)
      : result;
    const both = isAnd ? logicalAnd(falsy, inlined) : logicalOr(a, inlined);
    for (const side of [predicate, inlined])
      implies(both, isAnd, { predicate: side, holds: isAnd });
    return both;
  }
  if (!evaluated.completes) {
    const [check, none] = [evaluated.finish(), emptySubgraph('left')];
    emitIf(predicate, isAnd ? check : none, isAnd ? none : check);
    return a;
  }
  const left = { short: `the left side of ${construct}`, long: null };
  const skipped = traceBranch(isAnd ? 'else' : 'main', left, open, () => {
    if (isAnd && isTensor(result) && result.dtype === 'bool') value = falsy;
  });
  const [main, skippedOr] = isAnd ? [evaluated, skipped] : [skipped, evaluated];
  leaveMerged(predicate, main, skippedOr, open, [a, undefined], thrower(main, skippedOr, open));
  guardRest();
  if (other !== undefined && isUnmerged(value)) return falseOr(predicate, value, other);
  if (isTensor(value)) implies(value, isAnd, { predicate, holds: isAnd });
  return value;
}

function isBool(value: unknown): boolean {
  return typeof value === 'boolean' || (isTensor(value) && dtypeOf(value) === 'bool');
}

/** `other` where the predicate holds, as it is behind the branches. */
function falseOr(predicate: Tensor, value: unknown, other: unknown): object {
  const reason = valueOrFalse((absentOf(value) as Unmerged).error() as StagingError);
  const present = () => (isTensor(other) ? certain(other) : presentOf(other));
  return new FalseOr(reason, predicate, other, present).placeholder;
}

function isCheapBool(branch: Branch, result: unknown): result is Tensor {
  return (
    isTensor(result) &&
    result.dtype === 'bool' &&
    hasOneElement(result) &&
    branch.subgraph.nodes.length <= mostNodes &&
    branch.subgraph.nodes.every(isCheap)
  );
}

const mostNodes = 12;

/** Elementwise kernels: they fail for no values of their inputs, as an index out of range would. */
const cheapKernels = new Set([
  ...[
    'Abs',
    'Add',
    'Cast',
    'Equal',
    'Greater',
    'GreaterEqual',
    'Identity',
    'IsFinite',
    'IsInf',
    'IsNan',
    'Less',
  ],
  ...[
    'LessEqual',
    'LogicalAnd',
    'LogicalNot',
    'LogicalOr',
    'Maximum',
    'Minimum',
    'Mod',
    'Multiply',
    'Neg',
  ],
  ...['NotEqual', 'RealDiv', 'Reshape', 'Select', 'Sign', 'Square', 'Sub'],
]);

function isCheap(node: Node): boolean {
  if (node.kind === 'constant') return true;
  return (
    node.kind === 'kernel' &&
    cheapKernels.has(node.kernel) &&
    node.outputs.every(({ shape }) => shape?.every((size) => size === 1) === true)
  );
}
