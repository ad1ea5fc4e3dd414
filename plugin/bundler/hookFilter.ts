import type { TopLevelFilterExpression } from 'rolldown/filter';
import { escaped, unlisted } from '../project/index.js';
import { directiveWords } from '../syntax/mentions.js';

/** Patterns of the files that are handed over whatever is in them. */
export function handedOverFiles(demanded: readonly string[], root: string): RegExp[] {
  return [...demanded.map((file) => new RegExp(`^${escaped(file)}(?:[?#]|$)`)), ...unlisted(root)];
}

/**
 * Which modules Rolldown hands over, as it can tell by itself: those whose text mentions us, those whose functions staged
 * code of others is known to use, and those that were not there to be looked at. Every other module would be carried
 * into JavaScript for nothing, which takes longer than to bundle it.
 */
export function handedOver(files: readonly RegExp[]): TopLevelFilterExpression[] {
  const mentions = [directiveWords, 'use-graph'].map((pattern) => ({
    kind: 'code' as const,
    pattern,
  }));
  const named = files.map((pattern) => ({ kind: 'id' as const, pattern, params: {} }));
  return [{ kind: 'include', expr: { kind: 'or', args: [...mentions, ...named] } }];
}
