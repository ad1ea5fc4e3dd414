import { sizeOf } from '../wgsl/index.js';
import { spaceOf } from './accesses.js';
import type { Cluster, Clustering } from './cluster.js';

/** What a load or a store costs, in additions. */
export const memoryCost = 4;

/** In additions, with what is read and computed again left out. */
export function workOf(cluster: Cluster, { accesses }: Pick<Clustering, 'accesses'>): number {
  let work = 0;
  for (const member of cluster.members) {
    if (member.kind === 'matmul') {
      work += 2 * sizeOf(member.batch) * member.rows * member.columns * member.depth;
    } else {
      work += sizeOf(spaceOf(member)) * (member.cost + accesses.get(member)!.length);
    }
  }
  return work;
}
