import * as t from '@babel/types';
import { assign, declare, from } from '../tree/nodes.js';
import type { JumpLowering, Lowered } from './jumpLowering.js';
import type { JumpTarget } from './jumpTarget.js';

interface Parts {
  /** Of the guarded block and the handler. */
  exits: Set<JumpTarget>;
  completes: boolean;
  finalizer: Lowered;
}

/**
 * A `finally` that jumps: its jump takes the place of an exception or jump that was on its way. A jump is put aside while
 * it runs, and goes on only if it ends without one; a `break` out of the statement at its end drops an exception.
 */
export function lowerFinalizer(
  statement: t.TryStatement,
  { exits, completes, finalizer }: Parts,
  lowering: JumpLowering,
): Lowered {
  const { staging } = lowering;
  const id = (name: string): t.Identifier => from(t.identifier(name), statement);
  const aside: t.Statement[] = [];
  const resume: t.Statement[] = [];
  const putAside = (name: string, reset: t.Expression | null): void => {
    const kept = staging.uniqueName(`pending_${name}`);
    aside.push(declare('const', kept, id(name), statement));
    if (reset) aside.push(assign(id(name), reset, statement));
    resume.push(assign(id(name), id(kept), statement));
  };
  for (const target of exits) {
    target.read(statement);
    putAside(target.name, t.booleanLiteral(false));
  }
  if (lowering.returnValue !== null) putAside(lowering.returnValue, null);

  const label = staging.uniqueName('statement');
  const leave = from(t.breakStatement(t.identifier(label)), statement);
  const after: t.Statement[] = [];
  if (finalizer.completes) {
    const jumps = lowering.anyOf(finalizer.exits, statement);
    if (resume.length > 0) {
      const goesOn = t.unaryExpression('!', lowering.anyOf(finalizer.exits, statement));
      after.push(from(t.ifStatement(goesOn, t.blockStatement(resume)), statement));
    }
    after.push(from(t.ifStatement(jumps, leave), statement));
  } else after.push(leave);
  const own = from(t.blockStatement(finalizer.list), statement.finalizer);
  statement.finalizer = from(t.blockStatement([...aside, own, ...after]), statement.finalizer);
  return {
    list: [from(t.labeledStatement(t.identifier(label), statement), statement)],
    exits: new Set([...exits, ...finalizer.exits]),
    completes: completes && finalizer.completes,
  };
}
