import * as t from '@babel/types';
import { from } from './nodes.js';
import { forEachChild } from './walk.js';

/** A place for an expression inside of another one. */
export interface Slot {
  get(): t.Expression;
  set(value: t.Expression): void;
  /** A hole of a template literal, whose value becomes a text before the next hole is evaluated. */
  readonly isText: boolean;
  /** The value in a variable: of a spread, the list of what it gives. */
  keep(value: t.Expression, asVariable: (value: t.Expression) => t.Identifier): t.Expression;
}

/** The expressions that an expression evaluates right away, in their order. A method's object and key come apart. */
export function slotsOf(expression: t.Node): Slot[] {
  const slots: Slot[] = [];
  const isText = t.isTemplateLiteral(expression);
  const add = (holder: t.Node, key: string, index: number | null, spread?: t.Node): void => {
    const list = holder as unknown as Record<string, unknown>;
    const read = (): t.Expression =>
      (index === null ? list[key] : (list[key] as unknown[])[index]) as t.Expression;
    const write = (value: t.Expression): void => {
      if (index === null) list[key] = value;
      else (list[key] as unknown[])[index] = value;
    };
    slots.push({
      get: read,
      set: write,
      isText,
      keep: (value, asVariable) => {
        if (isText) return asVariable(textOf(value));
        if (!spread) return asVariable(value);
        const element = t.spreadElement(value);
        return asVariable(
          t.isObjectExpression(spread)
            ? t.objectExpression([element])
            : t.arrayExpression([element]),
        );
      },
    });
  };
  collect(expression, add);
  return slots;
}

function textOf(value: t.Expression): t.TemplateLiteral {
  const [head, tail] = [false, true].map((isTail) =>
    t.templateElement({ raw: '', cooked: '' }, isTail),
  );
  return from(t.templateLiteral([head!, tail!], [value]), value);
}

type Add = (holder: t.Node, key: string, index: number | null, spread?: t.Node) => void;

function collect(node: t.Node, add: Add): void {
  forEachChild(node, (child, key) => {
    const value = (node as unknown as Record<string, unknown>)[key];
    const index = Array.isArray(value) ? value.indexOf(child) : null;
    if (isNamePosition(node, key) || t.isSuper(child) || t.isImport(child)) return;
    if (t.isSpreadElement(child) || t.isJSXSpreadAttribute(child)) {
      add(child, 'argument', null, t.isJSX(node) ? t.objectExpression([]) : node);
    } else if (keepsReceiver(node, key) && t.isMemberExpression(child)) {
      collect(child, add);
    } else if (isTransparent(child, key)) {
      collect(child, add);
    } else if (t.isExpression(child) && !t.isJSXEmptyExpression(child)) {
      add(node, key, index);
    }
  });
}

function isNamePosition(node: t.Node, key: string): boolean {
  if (key === 'property') return !(node as t.MemberExpression).computed;
  if (key === 'key') return !(node as t.ObjectProperty).computed;
  return false;
}

/** `o.m` in `o.m(x)`, `delete o.m` and a tagged template is not read before. */
function keepsReceiver(node: t.Node, key: string): boolean {
  if (key === 'callee') return t.isCallExpression(node);
  if (key === 'tag') return true;
  return key === 'argument' && t.isUnaryExpression(node, { operator: 'delete' });
}

/** Nodes that are no values themselves. */
function isTransparent(node: t.Node, key: string): boolean {
  return (
    t.isObjectProperty(node) ||
    (t.isTemplateLiteral(node) && key === 'quasi') ||
    (t.isJSX(node) && !t.isJSXEmptyExpression(node))
  );
}
