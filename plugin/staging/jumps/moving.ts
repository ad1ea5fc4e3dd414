import type * as t from '@babel/types';
import { liftDeclaration } from '../loops/switches.js';
import { declaredNames } from '../tree/statements.js';
import { mentionedNames } from '../tree/walk.js';

/**
 * Makes statements fit to be moved into a block of their own: what they declare and something outside mentions is
 * declared at the end of `ahead` instead, and only assigned where it stood.
 */
export function makeMovable(
  statements: readonly t.Statement[],
  outside: readonly t.Statement[],
  ahead: t.Statement[],
): t.Statement[] {
  const mentioned = mentionedNames(outside);
  return statements.flatMap((statement) => {
    if (!declaredNames(statement).some((name) => mentioned.has(name))) return [statement];
    const lifted: t.Statement[] = [];
    const rest = liftDeclaration(statement, lifted);
    ahead.push(...lifted);
    return rest;
  });
}
