import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import { type InitializedField, initialValue } from '../directive/index.js';
import { unlessBlank } from '../staging/index.js';
import type { DivertContext } from './divert.js';
import { stagingTest } from './runtimeCalls.js';

/**
 * `kind = ug.is_staging("staged from …") ? staged : as written`, where `staged` is what a function would give that returns the
 * value. One that is guarded has none in an object without values.
 */
export function divertField(
  path: NodePath<InitializedField>,
  staged: t.ArrowFunctionExpression,
  context: DivertContext,
  isGuarded: boolean,
): void {
  const { editor, runtime } = context;
  const { body } = staged;
  const value = t.isBlockStatement(body) ? t.callExpression(staged, []) : body;
  const isSequence = path.node.value.type === 'SequenceExpression';
  editor.replace(initialValue(path), (original) => {
    const written = original as t.Expression;
    const asWritten = isSequence ? t.parenthesizedExpression(written) : written;
    return t.conditionalExpression(
      stagingTest(context, path.node),
      value,
      isGuarded ? unlessBlank(asWritten, runtime) : asWritten,
    );
  });
}
