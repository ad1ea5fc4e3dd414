import type { TopLevelFilterExpression } from 'rolldown/filter';
import { escaped, unlisted } from './project/index.js';
import { directiveWords } from './syntax/mentions.js';

/**
 * Which modules Rolldown hands over, as it can tell by itself: those whose text mentions us, those whose functions staged
 * code of others is known to use, and those that were not there to be looked at. Every other module would be carried
 * into JavaScript for nothing, which takes longer than to bundle it.
 */
export function handedOver(demanded: readonly string[], root: string): TopLevelFilterExpression[] {
  const mentions = [directiveWords, 'use-graph'].map((pattern) => ({
    kind: 'code' as const,
    pattern,
  }));
  const ids = [
    ...demanded.map((file) => new RegExp(`^${escaped(file)}(?:[?#]|$)`)),
    ...unlisted(root),
  ];
  const named = ids.map((pattern) => ({ kind: 'id' as const, pattern, params: {} }));
  return [{ kind: 'include', expr: { kind: 'or', args: [...mentions, ...named] } }];
}
