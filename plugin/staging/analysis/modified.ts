import * as t from '@babel/types';
import type { Staging } from '../tree/context.js';
import { mayRunSetter } from '../tree/members.js';
import {
  asksForLength,
  elementPath,
  hasFixedName,
  isSimplePath,
  pathText,
  patternTargets,
  rootOf,
} from '../tree/targets.js';
import { forEachChild, unwrapped } from '../tree/walk.js';
import { CallsInside } from './callsInside.js';
import type { Scopes, Variable } from './scopes.js';

/** What a piece of the program may change of what is declared outside of it. */
export interface Modified {
  variables: Set<Variable>;
  /** Properties with fixed names, by how they are written. */
  properties: Map<string, t.MemberExpression>;
  /** Arrays, maps and the like whose contents change, and tensors that change by index, by how they are written. */
  contents: Map<string, Contents>;
}

export const mutatingMethods = new Set([
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
  ...['set', 'add', 'delete', 'clear'],
]);

/** Methods that tensors have too, where they give a new tensor: they change something only where their value is unused. */
export const alsoOfTensors = new Set(['add', 'reverse', 'fill']);

export interface Contents {
  receiver: t.Expression;
  /** `x[i] = v`, which gives a new `x` where that is a tensor. */
  byIndex: boolean;
}

export function modifiedIn(
  nodes: readonly (t.Node | null | undefined)[],
  construct: t.Node,
  scopes: Scopes,
  staging: Staging,
): Modified {
  const collector = new Collector(scopes, staging, construct);
  for (const node of nodes) if (node) collector.visit(node, true, false);
  return collector.result();
}

class Collector {
  private readonly variables = new Set<Variable>();
  /** Assigned as a whole, not only at an index. */
  private readonly replaced = new Set<Variable>();
  private readonly properties = new Map<string, t.MemberExpression>();
  private readonly contents = new Map<string, Contents>();
  private readonly inside = new Set<Variable>();
  /** By how many of the functions around are called. */
  private readonly visited: Set<t.Node>[] = [];
  private readonly around: readonly t.Node[];
  private readonly calls: CallsInside;
  /** How many of the functions around, from the inside, the code belongs to another call of: its variables are others. */
  private anew = 0;

  constructor(
    private readonly scopes: Scopes,
    private readonly staging: Staging,
    private readonly construct: t.Node,
  ) {
    this.calls = new CallsInside(scopes, staging);
    this.around = scopes.ownersAround(construct);
  }

  /** `ownThis` is false where `this` is another one; `elsewhere` is true in functions defined outside. */
  visit(node: t.Node, ownThis: boolean, elsewhere: boolean): void {
    this.visited[this.anew] ??= new Set();
    const visited = this.visited[this.anew]!;
    if (visited.has(node)) return;
    visited.add(node);
    this.calls.note(node);
    const inner =
      ownThis && !(t.isFunction(node) && !t.isArrowFunctionExpression(node)) && !t.isClass(node);
    if (t.isIdentifier(node)) this.mention(node, elsewhere);
    else if (t.isAssignmentExpression(node)) this.assigned(node.left, inner, elsewhere);
    else if (t.isUpdateExpression(node)) this.assigned(node.argument, inner, elsewhere);
    else if (t.isForXStatement(node) && !t.isVariableDeclaration(node.left)) {
      this.assigned(node.left, inner, elsewhere);
    } else if (t.isExpressionStatement(node)) this.call(node.expression, true, inner);
    else this.call(node, false, inner);
    forEachChild(node, (child) => this.visit(child, inner, elsewhere));
  }

  result(): Modified {
    const isOutside = (variable: Variable): boolean => !this.inside.has(variable);
    const reaches = (path: t.Node): boolean => {
      const root = rootOf(path);
      const variable = root ? this.scopes.variableOf(root) : undefined;
      return !variable || (isOutside(variable) && !this.replaced.has(variable));
    };
    const prefixIsAssigned = (path: string): boolean =>
      [...this.properties.keys()].some(
        (other) => path.startsWith(`${other}.`) || path.startsWith(`${other}[`),
      );
    return {
      variables: new Set([...this.variables].filter(isOutside)),
      properties: new Map(
        [...this.properties].filter(
          ([path, node]) =>
            reaches(node) && !prefixIsAssigned(path) && !this.calls.mayReplace(node.object),
        ),
      ),
      contents: new Map(
        [...this.contents].filter(
          ([path, { receiver }]) =>
            reaches(receiver) &&
            !this.properties.has(path) &&
            !prefixIsAssigned(path) &&
            !this.calls.mayReplace(receiver),
        ),
      ),
    };
  }

  /**
   * What is declared inside, or later, or in a function that is called here, is nothing that the construct's surroundings
   * have. A function that is called inside may change what they have.
   */
  private mention(node: t.Identifier, elsewhere: boolean): void {
    const variable = this.scopes.variableOf(node);
    if (!variable) return;
    const isVisible = this.scopes.lookUp(this.construct, variable.name) === variable;
    if (!isVisible || (!elsewhere && !this.scopes.exists(variable, this.construct)))
      this.inside.add(variable);
    else if (variable.closure) {
      const { anew } = this;
      this.anew = Math.max(anew, this.around.indexOf(variable.closure) + 1);
      this.visit(variable.closure, false, true);
      this.anew = anew;
    }
  }

  private isOfOtherCall(variable: Variable | undefined): boolean {
    const index = variable?.owner ? this.around.indexOf(variable.owner) : -1;
    return index >= 0 && index < this.anew;
  }

  private assigned(target: t.Node, ownThis: boolean, elsewhere: boolean): void {
    for (const inner of patternTargets(unwrapped(target))) {
      if (t.isIdentifier(inner)) this.assignedVariable(inner, elsewhere);
      else if (t.isMemberExpression(inner)) this.assignedMember(inner, ownThis);
    }
  }

  private assignedVariable(identifier: t.Identifier, elsewhere: boolean): void {
    const variable = this.scopes.variableOf(identifier);
    if (!variable || this.isOfOtherCall(variable)) return;
    // A function called here may assign what is declared after it: that does not exist yet.
    if (elsewhere && !this.scopes.exists(variable, this.construct)) return;
    this.variables.add(variable);
    this.replaced.add(variable);
  }

  private assignedMember(member: t.MemberExpression, ownThis: boolean): void {
    if (mayRunSetter(member, this.staging.setters)) return;
    const object = this.aliased(member.object);
    const { root, keys } = elementPath(object);
    if (!isSimplePath(root) || !this.isTracked(root, ownThis)) return;
    if (keys.length > 0 || !hasFixedName(member)) {
      if (!hasFixedName(member)) this.changedContents(root as t.Expression);
    } else if (asksForLength(member) && this.isOwn(root)) {
      this.changedInPlace(unwrapped(root) as t.Expression);
    } else if (object === member.object) {
      this.properties.set(pathText(member), member);
    } else {
      const named = t.memberExpression(object as t.Expression, member.property, member.computed);
      this.properties.set(pathText(named), named);
    }
  }

  /** The path of the source that a variable of the passes stands for. */
  private aliased(object: t.Expression | t.Super): t.Expression | t.Super {
    return (t.isIdentifier(object) && this.staging.aliases.get(object.name)) || object;
  }

  private changedContents(object: t.Expression | t.Super): void {
    const receiver = unwrapped(object) as t.Expression;
    this.contents.set(pathText(receiver), { receiver, byIndex: true });
    const variable = t.isIdentifier(receiver) ? this.scopes.variableOf(receiver) : undefined;
    if (variable && isAssignable(variable, this.staging)) this.variables.add(variable);
  }

  private isTracked(object: t.Node, ownThis: boolean): boolean {
    if (pathText(object).startsWith('super')) return false;
    const root = rootOf(object);
    return root === null ? ownThis : !this.isOfOtherCall(this.scopes.variableOf(root));
  }

  private call(node: t.Node, isStatement: boolean, ownThis: boolean): void {
    const call = unwrapped(node);
    if (!t.isCallExpression(call) || !t.isMemberExpression(call.callee)) return;
    const { object, property, computed } = call.callee;
    if (computed || !t.isIdentifier(property) || !mutatingMethods.has(property.name)) return;
    if (alsoOfTensors.has(property.name) && !isStatement) return;
    const receiver = receiverOf(object);
    if (!isSimplePath(receiver) || !this.isTracked(receiver, ownThis) || !this.isOwn(receiver))
      return;
    this.changedInPlace(unwrapped(receiver) as t.Expression);
  }

  /** Not `this` itself, and nothing from outside of the function. */
  private isOwn(path: t.Node): boolean {
    if (t.isThisExpression(unwrapped(path))) return false;
    const root = rootOf(path);
    return root === null || !this.isOutside(root);
  }

  private changedInPlace(receiver: t.Expression): void {
    const path = pathText(receiver);
    const byIndex = this.contents.get(path)?.byIndex === true;
    this.contents.set(path, { receiver, byIndex });
  }

  /** Where the graph does not have what the variable holds. */
  private isOutside(root: t.Identifier): boolean {
    const isOther = this.scopes.variableOf(root)?.kind === 'outside';
    return isOther && !this.staging.carried.has(root.name);
  }
}

/** Whether something else can be put into the variable. */
export function isAssignable(variable: Variable, staging: Staging): boolean {
  if (variable.kind === 'outside') return !staging.isConstantOutside(variable.name);
  return variable.kind === 'let' || variable.kind === 'parameter';
}

/** `set` in `set.add(1).add(2)` */
function receiverOf(node: t.Node): t.Node {
  const inner = unwrapped(node);
  if (!t.isCallExpression(inner) || !t.isMemberExpression(inner.callee)) return inner;
  const { property } = inner.callee;
  const isChained = t.isIdentifier(property) && mutatingMethods.has(property.name);
  return isChained ? receiverOf(inner.callee.object) : inner;
}
