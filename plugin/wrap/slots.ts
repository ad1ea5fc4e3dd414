import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import type { Editor, StatementList } from './editor.js';

/** Where a variable can be declared so that every closure of a function has its own. */
type Place =
  | { kind: 'list'; path: NodePath<StatementList>; keyword: 'var' | 'let' }
  | { kind: 'arrow' | 'loop' | 'parameter'; path: NodePath };

/** The variables that hold the graph functions of declarations and methods. */
export class Slots {
  readonly #places = new Map<t.Node, { place: Place; names: string[] }>();

  /** Declares a variable in the nearest place around a function. */
  declare(path: NodePath<t.Function>, name: string): void {
    const place = placeFor(path);
    const known = this.#places.get(place.path.node);
    if (known === undefined) this.#places.set(place.path.node, { place, names: [name] });
    else known.names.push(name);
  }

  /** Writes the declarations, but for those of the module itself, which it returns. */
  write(editor: Editor): t.Statement[] {
    const ofModule: t.Statement[] = [];
    for (const { place, names } of this.#places.values()) {
      if (place.kind !== 'list') {
        editor.replace(place.path, (original) => surround(place.kind, original, names));
      } else if (place.path.isProgram()) {
        ofModule.push(declaration('var', names));
      } else {
        editor.prepend(place.path, [declaration(place.keyword, names)]);
      }
    }
    return ofModule;
  }
}

function placeFor(path: NodePath<t.Function>): Place {
  let inner: NodePath = path;
  for (let outer = inner.parentPath; outer !== null; inner = outer, outer = outer.parentPath) {
    if (outer.isProgram() || outer.isStaticBlock() || outer.isTSModuleBlock()) {
      return { kind: 'list', path: outer, keyword: 'var' };
    }
    if (outer.isBlockStatement()) {
      return { kind: 'list', path: outer, keyword: outer.parentPath?.isFunction() ? 'var' : 'let' };
    }
    if (outer.isFunction() && inner.listKey === 'params') {
      const container = path.findParent(
        (parent) => parent.isObjectExpression() || parent.isClassExpression(),
      );
      if (container !== null) return { kind: 'parameter', path: container };
    }
    if (inner.key !== 'body') continue;
    if (outer.isArrowFunctionExpression()) return { kind: 'arrow', path: inner };
    if (outer.isLoop()) return { kind: 'loop', path: inner };
  }
  throw new Error('A function stands in no program.');
}

function declaration(keyword: 'var' | 'let', names: readonly string[]): t.VariableDeclaration {
  return t.variableDeclaration(
    keyword,
    names.map((name) => t.variableDeclarator(t.identifier(name))),
  );
}

/** Gives an expression or the statement of a loop a scope for the names. */
function surround(kind: 'arrow' | 'loop' | 'parameter', original: t.Node, names: string[]): t.Node {
  if (kind === 'parameter') {
    const scope = t.arrowFunctionExpression(
      names.map((name) => t.identifier(name)),
      t.blockStatement([t.returnStatement(original as t.Expression)]),
    );
    return t.callExpression(scope, []);
  }
  if (kind === 'arrow') {
    return t.blockStatement([
      declaration('var', names),
      t.returnStatement(original as t.Expression),
    ]);
  }
  const statement = t.isStatement(original)
    ? original
    : t.expressionStatement(original as t.Expression);
  return t.blockStatement([declaration('let', names), statement]);
}
