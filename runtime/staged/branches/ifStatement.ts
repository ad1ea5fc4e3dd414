import type { Tensor } from '@tensorflow/tfjs-core';
import type { SourceLocation } from '../../graph/types.js';
import { emitIf } from '../../trace/controlFlow.js';
import { where } from '../../trace/knownFlags.js';
import { requireKnownSize } from '../../trace/openShapes.js';
import { at, currentLocation, isTracing } from '../../trace/session.js';
import { emptySubgraph } from '../../trace/subgraph.js';
import { elementChanges } from '../lists/elementChanges.js';
import { insteadOf } from '../lists/sharedElements.js';
import { certain } from '../operators/certain.js';
import { toldByNumbers } from '../operators/chosenNumbers.js';
import { asPredicate, readCondition } from '../operators/condition.js';
import { untrueLate } from '../operators/late.js';
import { truthOf } from '../operators/presence.js';
import { isFullText } from '../operators/truth.js';
import { freeze } from '../state/freeze.js';
import { withArrays } from '../state/keyArrays.js';
import { thaw } from '../state/snapshot.js';
import {
  type Entry,
  type OpenState,
  openState,
  type State,
  variableEntry,
} from '../state/state.js';
import { observe } from '../values/absent.js';
import {
  branching,
  type Construct,
  conditionOf,
  type IfKind,
  ifOfKind,
} from '../values/construct.js';
import { nested } from '../values/depth.js';
import { keepingInherited } from '../values/inheritedProperties.js';
import { decides, isTensor } from '../values/tensors.js';
import { thrower } from './branch.js';
import { withThrown } from './guardedTry.js';
import { leaveInlined } from './inline.js';
import { leaveMerged } from './leaveMerged.js';
import { guardRest } from './level.js';
import { inPart, traceBranch } from './traceBranch.js';

/**
 * `if (test) body else orElse`. A tensor makes it a conditional of the graph: both branches are traced, and what they
 * leave in the state is merged. Any other test runs one of them.
 */
export function if_stmt(
  given: unknown,
  body: () => void,
  orElse: () => void,
  state: State,
  location: SourceLocation | null,
  kind?: IfKind,
): void {
  if (typeof given === 'boolean') {
    if (given) body();
    else orElse();
    return;
  }
  const construct = ifOfKind(kind);
  const test = told(asked(given, location, construct.name));
  if (!decides(test)) {
    if (observe(test)) body();
    else orElse();
    return;
  }
  if (!isTracing()) {
    const holds = at(location, () => readCondition(test, construct.name));
    if (holds) body();
    else orElse();
    return;
  }
  at(location, () => stageIf(test, body, orElse, openState(state), construct));
}

/** `test ? body() : orElse()` */
export function if_exp<T>(
  given: unknown,
  body: () => T,
  orElse: () => T,
  location: SourceLocation | null,
  kind: IfKind = 'expression',
): unknown {
  if (typeof given === 'boolean') return given ? body() : orElse();
  const construct = ifOfKind(kind);
  const name = `the value of ${kind === 'expression' ? '?:' : construct.name}`;
  return expression(given, body, orElse, location, construct, variableEntry(name));
}

/** As `if_exp`, for a choice that another operator of the program's makes, or the runtime. */
export function chosenBy(
  given: unknown,
  body: () => unknown,
  orElse: () => unknown,
  location: SourceLocation | null,
  operator?: Operator,
): unknown {
  const [construct, entry] = operator === undefined ? choice : operators[operator];
  return expression(given, body, orElse, location, construct, entry);
}

function expression(
  given: unknown,
  body: () => unknown,
  orElse: () => unknown,
  location: SourceLocation | null,
  construct: Construct,
  entry: Entry,
): unknown {
  const test = told(asked(given, location, construct.name));
  if (!decides(test)) return observe(test) ? body() : orElse();
  if (!isTracing()) {
    return at(location, () => readCondition(test, construct.name)) ? body() : orElse();
  }
  const extra = { ...entry, isExtra: true };
  return at(location, () => chooseStaged(test, body, orElse, construct, extra));
}

/** The bool that a test is whatever a tensor decides, as far as the branches around tell. */
function told(test: unknown): unknown {
  return (isTensor(test) ? toldByNumbers(test) : undefined) ?? test;
}

const asking = variableEntry('the condition');
const choice = [branching('a choice'), variableEntry('the chosen value')] as const;

type Operator = keyof typeof operators;

const operators = {
  '&&': [branching('an && expression'), variableEntry('the value of &&')],
  '||': [branching('a || expression'), variableEntry('the value of ||')],
  '??': [branching('a ?? expression'), variableEntry('the value of ??')],
  default: [branching('a default'), variableEntry('the value with the default')],
} as const;

/** What a condition asks: whether an object is there; of a truth value that may be missing (`o?.isReady`), whether it is there and true. */
export function asked(
  condition: unknown,
  location: SourceLocation | null = null,
  construct = 'an expression',
): unknown {
  if (typeof condition === 'boolean') return condition;
  if (condition === null) at(location, () => requireKnownSize(construct, condition));
  const late = untrueLate(condition);
  if (late === undefined) return at(location, () => truthOf(condition, construct)) ?? condition;
  if (isFullText(condition as Tensor)) return late.isSet;
  const value = () => asPredicate(certain(condition as Tensor), construct);
  return at(location, () =>
    chooseStaged(late.isSet, value, () => false, conditionOf(construct), asking),
  );
}

/** As `if_exp`, for a choice that the runtime makes. */
export function choose(
  test: unknown,
  body: () => unknown,
  orElse: () => unknown,
  construct: Construct,
  entry: Entry,
): unknown {
  if (!isTensor(test)) return test ? body() : orElse();
  return chooseStaged(test, body, orElse, construct, entry);
}

/** The value of whichever expression the tensor chooses. */
function chooseStaged(
  test: Tensor,
  body: () => unknown,
  orElse: () => unknown,
  construct: Construct,
  entry: Entry,
): unknown {
  let value: unknown;
  const open: OpenState = {
    entries: [entry],
    read: () => [freeze(value)],
    write: (values) => {
      value = thaw(values[0]);
    },
  };
  const assign = (expression: () => unknown) => () => {
    value = expression();
  };
  stageIf(test, assign(body), assign(orElse), open, construct);
  return value;
}

/** As an `if` without an `else`, of the runtime. */
export const ifHolds = (condition: Tensor, body: () => void, open: State): void =>
  if_stmt(condition, body, () => {}, open, currentLocation());

/** Traces both branches from the present state and leaves the merged state. */
export function stageIf(
  test: Tensor,
  body: () => void,
  orElse: () => void,
  state: OpenState,
  construct: Construct,
): void {
  const predicate = asPredicate(test, construct.name);
  const open = withThrown(state);
  const stage = () => {
    const before = open.read();
    const { length } = elementChanges();
    const main = traceBranch('main', construct.main, open, () => where(predicate, true, body));
    const changes = elementChanges().splice(length);
    if (!main.completes) {
      emitIf(predicate, main.finish(), emptySubgraph('else'));
      inPart(construct.other, () => where(predicate, false, orElse));
      return;
    }
    const other = insteadOf(main.subgraph.tracer, () =>
      traceBranch('else', construct.other, open, () => where(predicate, false, orElse)),
    );
    elementChanges().push(...changes);
    if (other.completes) {
      leaveMerged(predicate, main, other, open, before, thrower(main, other, open));
      return;
    }
    emitIf(predicate, emptySubgraph('main'), other.finish());
    leaveInlined(main, open, before);
  };
  keepingInherited(() => nested(() => withArrays(stage, ifHolds)));
  guardRest();
}
