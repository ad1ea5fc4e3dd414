import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import type { Editor, StatementList } from '../wrap/editor.js';

/** Changes a syntax tree in place, behind the back of its paths: they are of no use afterwards. */
export class TreeEditor implements Editor {
  constructor(private readonly program: t.Program) {}

  replace(path: NodePath, build: (original: t.Node) => t.Node): void {
    Reflect.set(path.container!, path.key!, build(path.node));
  }

  prepend(path: NodePath<StatementList>, statements: readonly t.Statement[]): void {
    path.node.body.unshift(...statements);
  }

  append(path: NodePath<t.ClassBody>, members: readonly t.ClassBody['body'][number][]): void {
    path.node.body.push(...members);
  }

  dropAsync(path: NodePath<t.Function>): void {
    path.node.async = false;
  }

  dropDirective(directive: t.Directive): void {
    this.program.directives = this.program.directives.filter((other) => other !== directive);
  }
}
