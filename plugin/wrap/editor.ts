import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';

/** The changes that wrapping makes to a module. One editor changes text, the other a syntax tree. */
export interface Editor {
  /** Puts the node that `build` makes in place of one; `build` gets what stood there, for use once or not at all. */
  replace(path: NodePath, build: (original: t.Node) => t.Node): void;
  /** Puts statements before the others of a block or module, after its directives. */
  prepend(path: NodePath<StatementList>, statements: readonly t.Statement[]): void;
  /** Puts members behind the others of a class. */
  append(path: NodePath<t.ClassBody>, members: readonly t.ClassBody['body'][number][]): void;
  dropAsync(path: NodePath<t.Function>): void;
  /** Removes a directive of the module. */
  dropDirective(directive: t.Directive): void;
}

export type StatementList = t.Program | t.BlockStatement | t.StaticBlock | t.TSModuleBlock;
