import type { Cache } from './cache/index.js';
import { keyOf } from './project/demand.js';
import type { TransformOptions, TransformResult } from './transform.js';

/**
 * What `transform` makes of a module, as it was kept from an earlier build where nothing that it depends on has changed.
 * Babel and the passes are loaded for what has to be staged anew: they take longer than most builds have.
 */
export async function stage(
  code: string,
  id: string,
  options: TransformOptions,
  cache: Cache | null,
): Promise<TransformResult | null> {
  if (cache === null) return stageAnew(code, id, options);
  // What was parsed says nothing that the text does not.
  const { parsed, wanted, ...others } = options;
  const key = cache.key('module', id, code, wanted && keyOf(wanted), others);
  const kept = cache.read(key) as Kept | undefined;
  if (kept !== undefined) return kept.result;
  const result = await stageAnew(code, id, options);
  cache.write(key, { result } satisfies Kept);
  return result;
}

interface Kept {
  result: TransformResult | null;
}

async function stageAnew(
  code: string,
  id: string,
  options: TransformOptions,
): Promise<TransformResult | null> {
  const { transform } = await import('./transform.js');
  return transform(code, id, options);
}
