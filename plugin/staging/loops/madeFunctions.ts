import * as t from '@babel/types';
import { storedFunctions } from '../analysis/storedFunctions.js';
import type { Staging } from '../tree/context.js';
import type { FunctionWithBody } from '../tree/functions.js';
import { at, declare, from, helperCall } from '../tree/nodes.js';
import { mapChildren } from '../tree/walk.js';

/*
 * A loop that a tensor ends is traced a few times, however often it runs. A function that an iteration makes and puts somewhere
 * is what stands in its text, and the tensors that it knows: of these the next iteration makes it anew.
 */

/** Finds the functions of which the runtime has to know what they are made of, while the text is still the user's. */
export function findMadeFunctions(root: FunctionWithBody, staging: Staging): void {
  for (const [fn, captured] of storedFunctions(root, staging.keeps))
    staging.closures.set(fn, captured);
}

/**
 * `() => i + k` becomes `closure({ i, k }, ({ i, k }) => () => i + k, AT)`, where `closure` is a `ug.closures()` of the call of
 * the function that is staged.
 */
export function makeFunctions(root: FunctionWithBody, staging: Staging): void {
  if (staging.closures.size === 0) return;
  const maker = new Maker(staging);
  mapChildren(root, (child) => maker.use(child, null));
  if (maker.variable === null) return;
  if (!t.isBlockStatement(root.body))
    root.body = from(t.blockStatement([from(t.returnStatement(root.body), root.body)]), root.body);
  const made = helperCall(staging, 'closures', [], root);
  root.body.body.unshift(declare('const', maker.variable, made, root));
}

class Maker {
  /** What makes the functions, once there are any. */
  variable: string | null = null;

  constructor(private readonly staging: Staging) {}

  /** `name` is that which JavaScript gives a function there. */
  use(node: t.Node, name: string | null): t.Node {
    const inner = nameGivenBy(node);
    mapChildren(node, (child, key) => this.use(child, key === inner?.key ? inner.name : null));
    const captured = this.staging.closures.get(node);
    if (captured === undefined) return node;
    if (!t.isObjectMethod(node)) return this.#made(node as t.Expression, captured, name);
    const { key, params, body, async: isAsync } = node;
    const method = from(
      t.functionExpression(null, params as t.FunctionParameter[], body, false, isAsync),
      node,
    );
    const property = t.objectProperty(key, this.#made(method, captured, keyName(node)));
    return t.inheritsComments(from(property, node), node);
  }

  #made(fn: t.Expression, captured: readonly t.Identifier[], name: string | null): t.Expression {
    const variables = captured.map(({ name }) => name);
    const make = t.arrowFunctionExpression(
      variables.length === 0 ? [] : [t.objectPattern(shorthands(variables))],
      fn,
    );
    this.variable ??= this.staging.uniqueName('closure');
    const call = t.callExpression(t.identifier(this.variable), [
      t.objectExpression(shorthands(variables)),
      make,
      at(this.staging, fn),
      ...(name === null ? [] : [t.stringLiteral(name)]),
    ]);
    return from(call, fn);
  }
}

function shorthands(names: readonly string[]): t.ObjectProperty[] {
  return names.map((name) => t.objectProperty(t.identifier(name), t.identifier(name), false, true));
}

/** A child of the node that is called so where it is a function without a name. */
function nameGivenBy(node: t.Node): { readonly key: string; readonly name: string } | null {
  if (t.isVariableDeclarator(node) && t.isIdentifier(node.id))
    return { key: 'init', name: node.id.name };
  if (t.isAssignmentExpression(node) && t.isIdentifier(node.left))
    return { key: 'right', name: node.left.name };
  const name = t.isObjectProperty(node) ? keyName(node) : null;
  return name === null ? null : { key: 'value', name };
}

function keyName({ key, computed }: t.ObjectProperty | t.ObjectMethod): string | null {
  if (t.isStringLiteral(key)) return key.value;
  return !computed && t.isIdentifier(key) ? key.name : null;
}
