import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { outsideOfWrappers } from './describe.js';
import { isField } from './fields.js';

/** Whether a directive at the top of the module speaks of this function: a top-level function, or a method of a top-level class or object. */
export function isTopLevelFunction(path: NodePath<t.Function>): boolean {
  if (path.isFunctionDeclaration()) return isTopLevelStatement(path);
  if (path.isObjectMethod()) return isTopLevelValue(path.parentPath);
  if (path.isClassMethod() || path.isClassPrivateMethod()) return isTopLevelMember(path);
  return isTopLevelValue(path);
}

function isTopLevelStatement(path: NodePath | null): boolean {
  const parent = path?.parentPath;
  if (!parent) return false;
  if (parent.isExportNamedDeclaration() || parent.isExportDefaultDeclaration()) return true;
  return parent.isProgram();
}

/** `member` is a method or field of a class. */
function isTopLevelMember(member: NodePath): boolean {
  const classPath = member.parentPath?.parentPath ?? null;
  return classPath?.isClassDeclaration()
    ? isTopLevelStatement(classPath)
    : isTopLevelValue(classPath);
}

function isTopLevelValue(path: NodePath | null): boolean {
  if (path === null) return false;
  const outer = outsideOfWrappers(path);
  const place = outer.parentPath;
  if (!place) return false;
  if (place.isExportDefaultDeclaration() || place.isTSExportAssignment()) return true;
  if (place.isVariableDeclarator()) return isTopLevelStatement(place.parentPath);
  if (place.isAssignmentExpression() && outer.key === 'right') {
    return (
      isTopLevelValue(place) ||
      (place.parentPath.isExpressionStatement() && isTopLevelStatement(place.parentPath))
    );
  }
  if (outer.key !== 'value') return false;
  if (place.isObjectProperty()) return isTopLevelValue(place.parentPath);
  return isField(place.node) && isTopLevelMember(place);
}
