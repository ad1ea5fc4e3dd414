import { logicalAnd, logicalOr, type Tensor } from '@tensorflow/tfjs-core';
import type { Node } from '../../graph/graph.js';
import type { SourceLocation } from '../../graph/types.js';
import { emitIf } from '../../trace/controlFlow.js';
import { implies, negated, plain, where } from '../../trace/knownFlags.js';
import { requireKnownSize } from '../../trace/openShapes.js';
import { rememberAlso } from '../../trace/remembered.js';
import { at, isTracing } from '../../trace/session.js';
import { emptySubgraph } from '../../trace/subgraph.js';
import { currentTracer } from '../../trace/tracer.js';
import { noteAnswer } from '../operators/askedLengths.js';
import { certain } from '../operators/certain.js';
import { not as negation } from '../operators/comparison.js';
import { asPredicate, readCondition, requireOneBool } from '../operators/condition.js';
import { untrueLate } from '../operators/late.js';
import { mayBeScalar, presentOf, truthOf } from '../operators/presence.js';
import { asTruth } from '../operators/truth.js';
import { freeze } from '../state/freeze.js';
import { thaw } from '../state/snapshot.js';
import { variableEntry } from '../state/state.js';
import { observe } from '../values/absent.js';
import { nested } from '../values/depth.js';
import { missingValue } from '../values/missingKind.js';
import { decides, hasOneElement, isTensor } from '../values/tensors.js';
import { type Branch, mayThrow, thrower } from './branch.js';
import { withThrown } from './guardedTry.js';
import { asked, chosenBy } from './ifStatement.js';
import { inlineSubgraph } from './inline.js';
import { leaveMerged } from './leaveMerged.js';
import { guardRest } from './level.js';
import { ifThere } from './optional.js';
import { traceBranch } from './traceBranch.js';

/** `a && right()`: the right side counts only where the left one is true, also in a graph. */
export function and(a: unknown, right: () => unknown, location: SourceLocation | null): unknown {
  if (typeof a === 'boolean') return a && right();
  const holds = truthOf(a);
  if (holds !== undefined)
    return mayBeScalar(a)
      ? chosenBy(holds, right, () => a, location, '&&')
      : ifThere(a, holds, right, '&&', location);
  const late = untrueLate(a);
  if (late !== undefined) {
    const rest = () => and(certain(a as Tensor), right, location);
    return ifThere(missingValue(late.missing), late.isSet, rest, '&&', location);
  }
  requireKnownSize('&&', a);
  if (!decides(a)) return observe(a) && right();
  if (!isTracing()) return at(location, () => readCondition(a, '&&')) ? right() : a;
  return at(location, () => stageLogical(a, right, true));
}

/** `a || right()` */
export function or(a: unknown, right: () => unknown, location: SourceLocation | null): unknown {
  if (typeof a === 'boolean') return a || right();
  const holds = truthOf(a);
  if (holds !== undefined) return chosenBy(holds, () => presentOf(a), right, location, '||');
  if (untrueLate(a) !== undefined)
    return chosenBy(a, () => certain(a as Tensor), right, location, '||');
  requireKnownSize('||', a);
  if (!decides(a)) return observe(a) || right();
  if (!isTracing()) return at(location, () => readCondition(a, '||')) ? a : right();
  return at(location, () => stageLogical(a, right, false));
}

/** `!a` */
export function not(a: unknown, location: SourceLocation): unknown {
  return negation(asked(a, location, '!'), location);
}

/** A value of which only the truth counts, beside a tensor that decides. */
export function truth(value: unknown): unknown {
  const test = asked(value);
  return decides(test) ? asTruth(test) : Boolean(observe(test));
}

/** The same of what a callback answers to an array's method. */
export function answerOf(name: string, answer: unknown): unknown {
  const known = truth(answer);
  if (isTensor(known)) requireOneBool(known, `${name}()`);
  return known;
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
  const open = withThrown({
    entries: [{ ...variableEntry(`the value of ${construct}`), isExtra: true }],
    read: () => [freeze(value)],
    write: (values) => {
      value = thaw(values[0]);
    },
  });
  const short = `the right side of ${construct}`;
  const evaluated = nested(() =>
    traceBranch(isAnd ? 'main' : 'else', { short, long: short }, open, () => {
      value = where(predicate, isAnd, right);
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
    const inlined = inlinedResult(evaluated, result);
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
  const [main, other] = isAnd ? [evaluated, skipped] : [skipped, evaluated];
  leaveMerged(predicate, main, other, open, [a], thrower(main, other, open));
  guardRest();
  if (isTensor(value)) implies(value, isAnd, { predicate, holds: isAnd });
  return value;
}

/** The result of a branch that is computed in any case. */
function inlinedResult({ subgraph, results }: Branch, result: Tensor): Tensor {
  if (!results.has(result)) return result;
  // What the right side asks, or asks the negation of, may be known here.
  const { predicate, holds } = plain({ predicate: result, holds: true });
  if (currentTracer().knows(predicate)) return holds ? predicate : negated(predicate);
  const inlined = inlineSubgraph(subgraph, results.get(result)!);
  rememberAlso(result, inlined);
  noteAnswer(result, inlined);
  return inlined;
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
