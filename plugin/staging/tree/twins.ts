import type * as t from '@babel/types';
import { copyTree } from '../../syntax/copy.js';
import type { Staging } from './context.js';
import { forEachChild } from './walk.js';

/** A copy that stands for the same piece of the source: what the passes noted of the nodes holds of their copies. */
export function twinOf<T extends t.Node>(node: T, staging: Staging): T {
  const { copy, copyOf } = copyTree(node);
  const marks: readonly Set<t.Node>[] = [
    staging.finished,
    staging.truths,
    staging.shared,
    staging.made,
    staging.lost,
    staging.sources,
    staging.promising as Set<t.Node>,
    staging.suspended,
    staging.settled,
    staging.waiting,
    staging.given,
  ];
  const visit = (inner: t.Node): void => {
    const twin = copyOf(inner);
    for (const marked of marks) if (marked.has(inner)) marked.add(twin);
    const kind = staging.kinds.get(inner);
    if (kind !== undefined) staging.kinds.set(twin, kind);
    forEachChild(inner, visit);
  };
  visit(node);
  return copy;
}
