import { isTransparent } from '../fuse/accesses.js';
import type { Operation, Region } from '../lower/operation.js';

/** What leaves the region has to be written, also where it is but another tensor read at other places. */
export function writeOutputs(region: Region): Region {
  const outputs = new Set(region.outputs);
  const operations = region.operations.map(
    (operation): Operation =>
      isTransparent(operation) && outputs.has(operation.output)
        ? { ...operation, cost: 1 }
        : operation,
  );
  return { ...region, operations };
}
