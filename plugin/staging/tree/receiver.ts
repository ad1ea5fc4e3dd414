import * as t from '@babel/types';
import { unwrapped } from './walk.js';

/** What the text tells of `this` in a function. */
export interface Receiver {
  /** Keys of properties that it has in any case. */
  readonly given: readonly t.Node[];
  /** A constructor makes it: nobody else knows of it yet. */
  readonly isNew: boolean;
}

/** Of a function that is no method. */
export const anyReceiver: Receiver = { given: [], isNew: false };

/** Of a method, or of a value, in a class body or object: `home`. */
export function receiverIn(home: t.Node, member: t.Node): Receiver {
  const isNew = t.isClassMethod(member, { kind: 'constructor' });
  if (t.isObjectExpression(home)) return { given: home.properties.flatMap(keysOf), isNew };
  if (!t.isClassBody(home)) return anyReceiver;
  const isStatic = isStaticMember(member);
  const fields = home.body.filter(
    (other) => isField(other) && isStaticMember(other) === isStatic,
  ) as t.ClassProperty[];
  const maker = home.body.find((other) => t.isClassMethod(other, { kind: 'constructor' }));
  const assigned = isStatic || maker === undefined ? [] : assignedIn(maker as t.ClassMethod);
  return { given: [...fields.map(({ key }) => key), ...assigned], isNew };
}

/** `this.x`, where it is sure to be there. */
export function isGivenBy({ given }: Receiver, target: t.Node): boolean {
  return (
    t.isMemberExpression(target) &&
    t.isThisExpression(unwrapped(target.object)) &&
    given.some((key) => t.isNodesEquivalent(key, target.property))
  );
}

function keysOf(property: t.ObjectExpression['properties'][number]): t.Node[] {
  return t.isSpreadElement(property) ? [] : [property.key];
}

function isField(member: t.Node): boolean {
  return t.isClassProperty(member) || t.isClassAccessorProperty(member);
}

function isStaticMember(member: t.Node): boolean {
  return 'static' in member && member.static === true;
}

/** `this.x = …` as statements of a constructor's body. */
function assignedIn({ body }: t.ClassMethod): t.Node[] {
  return body.body.flatMap((statement) => {
    const assignment = t.isExpressionStatement(statement) ? statement.expression : null;
    if (!t.isAssignmentExpression(assignment) || !t.isMemberExpression(assignment.left)) return [];
    const { object, property } = assignment.left;
    return t.isThisExpression(unwrapped(object)) ? [property] : [];
  });
}
