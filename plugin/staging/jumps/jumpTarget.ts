import * as t from '@babel/types';
import { assign, from } from '../tree/nodes.js';

/** Where jumps lead, and the flag that says that one is on its way there. */
export class JumpTarget {
  /** The flag is declared only where something reads it. */
  isRead = false;
  /** Assignments to the flag, which go again if nothing reads it. */
  readonly assignments = new Set<t.Statement>();

  constructor(
    readonly kind: 'return' | 'break' | 'continue',
    readonly name: string,
  ) {}

  read(original: t.Node | null | undefined): t.Identifier {
    this.isRead = true;
    return from(t.identifier(this.name), original);
  }

  set(value: boolean, original: t.Node): t.Statement {
    const assignment = assign(t.identifier(this.name), t.booleanLiteral(value), original);
    this.assignments.add(assignment);
    return assignment;
  }
}
