import * as t from '@babel/types';
import { containsOwn, forEachChild } from './walk.js';

export type FunctionWithBody = Exclude<t.Function, t.TSDeclareMethod | t.TSDeclareFunction>;

const directives = new Set(['use graph', 'use no graph']);

export function optsOut(fn: t.Function): boolean {
  return (
    t.isBlockStatement(fn.body) &&
    fn.body.directives.some(({ value }) => value.value === 'use no graph')
  );
}

/** Asynchronous generators and functions that opt out stay as they are written, with all that they contain. */
export function staysAsWritten(node: t.Node): boolean {
  return t.isFunction(node) && ((node.generator === true && node.async === true) || optsOut(node));
}

/** Whether the node hands out values of the generator that it stands in. */
export function yields(node: t.Node): boolean {
  return containsOwn(node, (inner) => t.isYieldExpression(inner));
}

/** Whether the node hands out values, or waits: the function that it stands in cannot be another one. */
export function suspends(node: t.Node): boolean {
  return containsOwn(node, isSuspension);
}

export function isSuspension(node: t.Node): boolean {
  return (
    t.isYieldExpression(node) ||
    t.isAwaitExpression(node) ||
    (t.isForOfStatement(node) && node.await)
  );
}

/** The function and those nested in it that are staged, outer ones first. */
export function stagedFunctions(root: FunctionWithBody): FunctionWithBody[] {
  const functions: FunctionWithBody[] = [];
  const visit = (node: t.Node): void => {
    if (staysAsWritten(node)) return;
    if (t.isFunction(node) && node.body) functions.push(node as FunctionWithBody);
    forEachChild(node, visit);
  };
  visit(root);
  return functions;
}

/** Removes the directives of this project from the body of a function. */
export function dropDirectives(body: t.BlockStatement): void {
  body.directives = body.directives.filter(({ value }) => !directives.has(value.value));
}
