import type { Binding, NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { insideOfWrappers, memberName, propertyName } from './describe.js';
import { functionRequest } from './directives.js';
import type { Findings } from './marked.js';

/**
 * The functions that carry no directive but may run inside of a trace: staged code names them, or calls a method of
 * their name, directly or through one another.
 */
export function findReached({ marked, given, others }: Findings): NodePath<t.Function>[] {
  const reached = new Set<NodePath<t.Function>>();
  const pending: NodePath[] = [...marked, ...given];
  const walked = new Set<t.Node>();
  const known = new Set<Binding>();
  const candidates = new Map(others.map((path) => [path.node as t.Node, path]));
  const membersByName = groupByMemberName(others);
  const members = [...membersByName.values()].flat();

  function reachFunction(path: NodePath, from: NodePath): void {
    const candidate = candidates.get(path.node);
    if (
      candidate === undefined ||
      path.isDescendant(from) ||
      path === from ||
      reached.has(candidate)
    )
      return;
    reached.add(candidate);
    pending.push(candidate);
  }

  function reachBinding(binding: Binding | undefined, from: NodePath): void {
    if (binding === undefined || known.has(binding)) return;
    const declared = binding.path;
    if (declared.isDescendant(from)) return;
    known.add(binding);
    if (declared.isFunctionDeclaration()) reachFunction(declared, from);
    if (declared.isVariableDeclarator()) pending.push(declared);
    if (declared.isClassDeclaration()) pending.push(declared);
    for (const violation of binding.constantViolations) {
      if (violation.isAssignmentExpression()) reachValue(violation.get('right'), from);
    }
  }

  function reachValue(path: NodePath, from: NodePath): void {
    const value = insideOfWrappers(path);
    if (value.isFunction()) reachFunction(value, from);
    else pending.push(value);
  }

  /** A root that is a function is staged with all it contains; of any other expression, the functions in it are reached. */
  function walk(root: NodePath): void {
    if (walked.has(root.node)) return;
    walked.add(root.node);
    const withinFunction = root.isFunction();
    const reachMember = (name: string | null) => {
      for (const path of name === null ? members : (membersByName.get(name) ?? []))
        reachFunction(path, root);
    };
    const visit = (path: NodePath): void => {
      const { node } = path;
      if (path.isFunction()) {
        if (functionRequest(path.node) === 'leave') path.skip();
        else if (!withinFunction) {
          if (!isClassMember(path)) reachAnyFunction(path);
          path.skip();
        }
      } else if (path.isReferencedIdentifier()) {
        reachBinding(path.scope.getBinding((node as t.Identifier).name), root);
      } else if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
        if (isOfLibrary(path.get('object') as NodePath)) return;
        const name = propertyName(node);
        if (name !== null) reachMember(name);
        else if (path.key === 'callee' && node.property.type !== 'NumericLiteral')
          reachMember(null);
      } else if (node.type === 'ObjectPattern') {
        for (const property of node.properties) {
          if (property.type === 'ObjectProperty' && property.key.type === 'Identifier')
            reachMember(property.key.name);
        }
      }
    };
    visit(root);
    if (!withinFunction || functionRequest(root.node) !== 'leave') root.traverse({ enter: visit });
  }

  function reachAnyFunction(path: NodePath): void {
    const candidate = candidates.get(path.node);
    if (candidate === undefined || reached.has(candidate)) return;
    reached.add(candidate);
    pending.push(candidate);
  }

  for (let root = pending.pop(); root !== undefined; root = pending.pop()) walk(root);
  return others.filter((path) => reached.has(path));
}

function groupByMemberName(
  functions: readonly NodePath<t.Function>[],
): Map<string, NodePath<t.Function>[]> {
  const groups = new Map<string, NodePath<t.Function>[]>();
  for (const path of functions) {
    const name = memberName(path);
    if (name === null) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [path]);
    else group.push(path);
  }
  return groups;
}

/** Methods and fields of classes are reached by their names only. */
function isClassMember(path: NodePath): boolean {
  return (
    path.isClassMethod() ||
    path.isClassPrivateMethod() ||
    path.parentPath?.parentPath?.isClassBody() === true
  );
}

/** `tf.sum(…)` of a namespace import, or `Math.max(…)` of a global, is no function of this module. */
function isOfLibrary(object: NodePath): boolean {
  if (!object.isIdentifier()) return false;
  const binding = object.scope.getBinding(object.node.name);
  if (binding === undefined) return object.node.name !== 'exports' && object.node.name !== 'module';
  return binding.path.isImportNamespaceSpecifier();
}
