import * as t from '@babel/types';
import { forEachNode } from '../../syntax/nodes.js';
import { keepersIn } from './keeping.js';
import { assignedBy } from './targets.js';
import { walk } from './walk.js';

/** What the passes know of the members of objects and classes in a module, by their names. */
export interface Members {
  /** Setters: what they assign, they tell of themselves. A private name begins with `#`. */
  readonly setters: ReadonlySet<string>;
  /** Getters: to read what they give is to run them. */
  readonly getters: ReadonlySet<string>;
  /** Methods that the module replaces (`o.m = …`), or that getters give: they may be another function after a call than before it. */
  readonly replaceable: ReadonlySet<string>;
  /** Properties that are assigned elsewhere than in a constructor: they may hold another object after a call than before it. */
  readonly reassigned: ReadonlySet<string>;
  /** Methods, and properties that hold functions. */
  readonly methods: ReadonlySet<string>;
  /** Whether functions or methods of a name keep what they are given. */
  keeps(name: string): boolean;
}

const known = new WeakMap<t.Node, Members>();

export function membersIn(program: t.Node): Members {
  const found = known.get(program);
  if (found !== undefined) return found;
  const setters = new Set<string>();
  const getters = new Set<string>();
  const replaceable = new Set<string>();
  const methods = new Set<string>();
  forEachNode(program, (node) => {
    if (t.isMethod(node, { kind: 'set' })) {
      const name = nameOf(node.key);
      if (name !== null) setters.add(name);
    } else if (t.isMethod(node, { kind: 'get' })) {
      const name = nameOf(node.key);
      if (name !== null) getters.add(name);
      if (t.isIdentifier(node.key)) replaceable.add(node.key.name);
    } else if (isMethodOrProperty(node)) {
      const name = nameOf(node.key);
      if (name !== null) methods.add(name);
    } else if (t.isAssignmentExpression(node) && t.isMemberExpression(node.left)) {
      const { property, computed } = node.left;
      if (!computed && t.isIdentifier(property)) replaceable.add(property.name);
    }
  });
  let keepers: ReadonlySet<string> | null = null;
  const keeps = (name: string): boolean => {
    keepers ??= keepersIn(program);
    return keepers.has(name);
  };
  const members = {
    setters,
    getters,
    replaceable,
    methods,
    reassigned: reassignedIn(program),
    keeps,
  };
  known.set(program, members);
  return members;
}

function isMethodOrProperty(
  node: t.Node,
): node is t.Method | t.ObjectProperty | t.ClassProperty | t.ClassPrivateProperty {
  if (t.isMethod(node)) return true;
  const isProperty =
    t.isObjectProperty(node) || t.isClassProperty(node) || t.isClassPrivateProperty(node);
  return isProperty && t.isFunction(node.value);
}

function reassignedIn(program: t.Node): ReadonlySet<string> {
  const names = new Set<string>();
  walk(program, (node) => {
    if (t.isClassMethod(node, { kind: 'constructor' })) return false;
    for (const target of assignedBy(node)) {
      const name = t.isMemberExpression(target) ? nameOf(target.property) : null;
      if (name !== null) names.add(name);
    }
    return undefined;
  });
  return names;
}

/** Whether a setter may run where the property is assigned. */
export function mayRunSetter(
  { property, computed }: t.MemberExpression,
  setters: ReadonlySet<string>,
): boolean {
  if (computed && !t.isStringLiteral(property)) return false;
  const name = nameOf(property);
  return name !== null && setters.has(name);
}

function nameOf(key: t.Node): string | null {
  if (t.isIdentifier(key)) return key.name;
  if (t.isStringLiteral(key)) return key.value;
  return t.isPrivateName(key) ? `#${key.id.name}` : null;
}
