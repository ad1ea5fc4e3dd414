import type { Cluster } from '../fuse/cluster.js';
import type { Item } from './items.js';

/** What an item does, for people. */
export function labelOf(item: Item): string {
  switch (item.kind) {
    case 'cluster':
      return labelOfCluster(item.cluster);
    case 'control':
      return item.step.kind === 'if' ? 'a conditional' : 'a loop';
    case 'choose':
      return 'the choice of a branch';
    case 'continue':
      return 'the test of a loop';
  }
}

function labelOfCluster(one: Cluster): string {
  switch (one.kind) {
    case 'map':
      return `map of ${one.size}`;
    case 'rows':
      return `${one.rowCount} rows of ${one.columnCount}${one.product === null ? '' : ' of a matmul'}`;
    case 'matmul':
      return `matmul of ${one.size}`;
  }
}
