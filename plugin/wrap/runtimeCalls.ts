import * as t from '@babel/types';
import { runtimeModule } from '../syntax/mentions.js';

/** `ug.helper(…args)` */
export function runtimeCall(
  runtime: string,
  helper: string,
  args: t.Expression[],
): t.CallExpression {
  return t.callExpression(t.memberExpression(t.identifier(runtime), t.identifier(helper)), args);
}

/** The same, for helpers that only make something: bundlers drop it where nobody uses what it makes. */
export function pureRuntimeCall(
  runtime: string,
  helper: string,
  args: t.Expression[],
): t.CallExpression {
  return asPure(runtimeCall(runtime, helper, args));
}

export function asPure(call: t.CallExpression): t.CallExpression {
  return t.addComment(call, 'leading', ' @__PURE__ ');
}

/** The statement that brings in the helpers, in the module system of the file. */
export function runtimeImport(runtime: string, commonJs: boolean): t.Statement {
  const source = t.stringLiteral(runtimeModule);
  if (!commonJs) {
    return t.importDeclaration([t.importNamespaceSpecifier(t.identifier(runtime))], source);
  }
  const load = t.callExpression(t.identifier('require'), [source]);
  return t.variableDeclaration('const', [t.variableDeclarator(t.identifier(runtime), load)]);
}

/** The statement that frees what the version of the file before this one keeps. */
export function replacement(runtime: string, file: string): t.Statement {
  return t.expressionStatement(runtimeCall(runtime, 'replace_module', [t.stringLiteral(file)]));
}

/**
 * `ug.is_staging("staged from model.js:3:1")`, and `ug.stages_async(arguments, "staged from …")`. By the text the runtime knows a function,
 * or class, that has staged code besides its own: a minifier leaves nothing else of it.
 */
export function stagingTest(
  { runtime, file }: { readonly runtime: string; readonly file: string },
  original: t.Node,
  asynchronous: t.Expression | null = null,
): t.CallExpression {
  const { line, column } = original.loc?.start ?? { line: 1, column: 0 };
  const origin = t.stringLiteral(`staged from ${file}:${line}:${column + 1}`);
  return asynchronous === null
    ? runtimeCall(runtime, 'is_staging', [origin])
    : runtimeCall(runtime, 'stages_async', [asynchronous, origin]);
}
