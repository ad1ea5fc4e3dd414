import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import type { Binding } from '../syntax/binding.js';
import { scopeOf } from '../syntax/scopes.js';
import { functionName, outsideOfWrappers, placeName, propertyName } from './describe.js';

/** A function that keeps what it is given, so that what is called later may call it. */
export interface Keeper {
  /** What it is called by: its own name, or that of its class. */
  readonly name: string;
  /** Where it keeps that: variables around it, besides objects and closures. */
  readonly variables: ReadonlySet<Binding>;
}

/** Whether a function keeps one of its parameters, and by which name it is called; null where it does not. */
export function keeperOf(path: NodePath<t.Function>): Keeper | null {
  const name = calledName(path);
  if (name === null) return null;
  const search = new Search(path);
  const keeps = path.get('params').map((parameter) => search.keepsParameter(parameter as NodePath));
  return keeps.includes(true) ? { name, variables: search.variables } : null;
}

/** A function that has no name is called as the result of the one around it: `register('relu')(relu)`. */
function calledName(path: NodePath<t.Function>): string | null {
  if (path.isClassMethod({ kind: 'constructor' })) return className(path.parentPath.parentPath!);
  const name = functionName(path) || memberOf(path);
  if (name !== '') return name;
  if (outsideOfWrappers(path).parentPath?.isExportDefaultDeclaration()) return 'default';
  const around = path.findParent((outer) => outer.isFunction());
  return around === null ? null : calledName(around as NodePath<t.Function>);
}

function className(path: NodePath): string | null {
  const { id } = path.node as t.Class;
  return id?.name ?? (placeName(path) || null);
}

function memberOf(path: NodePath): string {
  const { parent } = outsideOfWrappers(path);
  return parent.type === 'AssignmentExpression' && parent.left.type === 'MemberExpression'
    ? (propertyName(parent.left) ?? '')
    : '';
}

function objectName({ object }: t.MemberExpression | t.OptionalMemberExpression): string {
  return object.type === 'Identifier' ? object.name : '';
}

/** Methods that are done with a function when they return. */
export const passing =
  /^(?:map|filter|forEach|reduce|reduceRight|some|every|find|findIndex|findLast|findLastIndex|flatMap|sort|toSorted|from|call|apply|tidy)$/;

class Search {
  readonly variables = new Set<Binding>();
  readonly #seen = new Set<Binding>();

  constructor(private readonly fn: NodePath<t.Function>) {}

  keepsParameter(parameter: NodePath): boolean {
    const inner = parameter.isTSParameterProperty() ? parameter.get('parameter') : parameter;
    const names = Object.keys(t.getBindingIdentifiers(inner.node as t.LVal));
    if (parameter.isTSParameterProperty()) return names.length > 0;
    return names.map((name) => this.#keepsVariable(this.#own(name))).includes(true);
  }

  #own(name: string): Binding | undefined {
    return scopeOf(this.fn).getBinding(name);
  }

  #keepsVariable(variable: Binding | undefined): boolean {
    if (variable === undefined || this.#seen.has(variable)) return false;
    this.#seen.add(variable);
    return variable.referencePaths.map((use) => this.#keepsUse(use)).includes(true);
  }

  #keepsUse(use: NodePath): boolean {
    const around = use.findParent((outer) => outer.isFunction());
    return around?.node === this.fn.node ? this.#keepsValue(use) : true;
  }

  /** Whether what an expression gives is put somewhere. */
  #keepsValue(expression: NodePath): boolean {
    const value = outsideOfWrappers(expression);
    const { parentPath: place, key, listKey } = value;
    if (place === null) return false;
    switch (place.node.type) {
      case 'ObjectProperty':
        return key === 'value' && this.#keepsLiteral(place.parentPath!);
      case 'ArrayExpression':
        return this.#keepsLiteral(place);
      case 'SpreadElement':
        return place.listKey === 'arguments'
          ? this.#keepsArgument(place)
          : this.#keepsLiteral(place.parentPath!);
      case 'ConditionalExpression':
        return key !== 'test' && this.#keepsValue(place);
      case 'LogicalExpression':
      case 'AwaitExpression':
        return this.#keepsValue(place);
      case 'AssignmentExpression':
        return key === 'right' && this.#keepsAt(place.get('left') as NodePath);
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return key === 'object' && this.#keepsMember(place);
      case 'ForOfStatement':
        return key === 'right' && this.#keepsAt(place.get('left') as NodePath);
      case 'VariableDeclarator':
        return key === 'init' && this.#keepsAt(place.get('id') as NodePath);
      case 'CallExpression':
      case 'OptionalCallExpression':
      case 'NewExpression':
        return listKey === 'arguments' && this.#keepsArgument(value);
      default:
        return false;
    }
  }

  /** A part of it, or what a method gives: `options.layers`, `layers.slice()`. */
  #keepsMember(member: NodePath): boolean {
    const isCalled = member.key === 'callee';
    return this.#keepsValue(isCalled ? member.parentPath! : member);
  }

  #keepsLiteral(literal: NodePath): boolean {
    return (
      outsideOfWrappers(literal).parent.type === 'ReturnStatement' || this.#keepsValue(literal)
    );
  }

  #keepsArgument(argument: NodePath): boolean {
    const callee = argument.parentPath!.get('callee') as NodePath;
    if (!callee.isMemberExpression() && !callee.isOptionalMemberExpression()) return true;
    if (passing.test(propertyName(callee.node) ?? '')) return false;
    // `Object.assign(config, options)`
    const isOfObject = /^(?:Object|Reflect)$/.test(objectName(callee.node));
    const holder = isOfObject ? argument.parentPath!.get('arguments.0') : callee.get('object');
    this.#addRoot(holder as NodePath);
    return true;
  }

  /** What a variable of the function itself is assigned is kept where that is. */
  #keepsAt(target: NodePath): boolean {
    if (target.isMemberExpression()) {
      this.#addRoot(target.get('object'));
      return true;
    }
    const names = Object.keys(t.getBindingIdentifiers(target.node as t.LVal));
    return names
      .map((name) => {
        const variable = scopeOf(target).getBinding(name);
        if (variable === undefined || this.#isInside(variable))
          return this.#keepsVariable(variable);
        this.variables.add(variable);
        return true;
      })
      .includes(true);
  }

  #addRoot(object: NodePath): void {
    let root = outsideOfWrappers(object);
    while (root.isMemberExpression()) root = root.get('object');
    if (!root.isIdentifier()) return;
    const variable = scopeOf(root).getBinding(root.node.name);
    if (variable !== undefined && !this.#isInside(variable)) this.variables.add(variable);
  }

  #isInside(variable: Binding): boolean {
    return variable.path === this.fn || variable.path.isDescendant(this.fn);
  }
}
