import * as t from '@babel/types';
import type { JumpLowering, Lowered } from './jumpLowering.js';
import type { JumpTarget } from './jumpTarget.js';
import { assign, declare, from } from './nodes.js';

interface Parts {
  /** Of the guarded block and the handler. */
  exits: Set<JumpTarget>;
  completes: boolean;
  finalizer: Lowered;
}

/**
 * A `finally` that jumps: its jump takes the place of an exception or jump that was on its way. So both are put aside
 * while it runs, and go on only if it ends without a jump.
 */
export function lowerFinalizer(
  statement: t.TryStatement,
  { exits, completes, finalizer }: Parts,
  lowering: JumpLowering,
): Lowered {
  const { staging } = lowering;
  const id = (name: string): t.Identifier => from(t.identifier(name), statement);
  const didThrow = staging.uniqueName('did_throw');
  const thrown = staging.uniqueName('thrown');
  const error = staging.uniqueName('error');

  const inner = statement.handler
    ? [from(t.tryStatement(statement.block, statement.handler), statement)]
    : statement.block.body;
  const caught = t.catchClause(
    id(error),
    t.blockStatement([
      assign(id(didThrow), t.booleanLiteral(true), statement),
      assign(id(thrown), id(error), statement),
    ]),
  );
  const guarded = from(t.tryStatement(t.blockStatement(inner), caught), statement);

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
  if (lowering.returnValue !== null) putAside(lowering.returnValue.name, null);
  const rethrow = t.ifStatement(id(didThrow), t.blockStatement([t.throwStatement(id(thrown))]));
  resume.push(from(rethrow, statement));

  const go = t.unaryExpression('!', lowering.anyOf(finalizer.exits, statement));
  const after = finalizer.completes
    ? [from(t.ifStatement(go, t.blockStatement(resume)), statement)]
    : [];
  return {
    list: [
      declare('let', didThrow, t.booleanLiteral(false), statement),
      declare('let', thrown, null, statement),
      guarded,
      ...aside,
      from(t.blockStatement(finalizer.list), statement.finalizer),
      ...after,
    ],
    exits: new Set([...exits, ...finalizer.exits]),
    completes: completes && finalizer.completes,
  };
}
