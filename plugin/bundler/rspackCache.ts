import { hash, randomUUID } from 'node:crypto';
import type { Compiler } from '@rspack/core';
import { pluginName } from '../options.js';
import { readAliases } from '../project/index.js';
import type { KnownProject } from './knownProject.js';

/**
 * Rspack asks no plugin whether a module has to be built anew. What it keeps for later runs, it keeps for a version, which
 * has to be another one where other functions are called.
 */
export function followRspack(compiler: Compiler, known: KnownProject): void {
  const { cache, resolve, output } = compiler.options;
  known.configure(compiler.context, readAliases(resolve.alias), [output.path]);
  const kept = typeof cache === 'object' && cache.type === 'persistent' ? cache : null;
  const version = kept?.version ?? '';
  let built: string | null = null;

  async function begin(isWatching: boolean): Promise<void> {
    if (kept === null) return;
    const demands = await known.demandsKey();
    built ??= demands;
    if (built !== demands) {
      endGeneration(compiler, known);
      built = demands;
    }
    const state = `${demands}\n${generationOf(compiler, known, isWatching)}`;
    kept.version = `${version} ${pluginName} ${hash('sha256', state)}`;
  }

  compiler.hooks.beforeRun.tapPromise(pluginName, () => begin(false));
  compiler.hooks.watchRun.tapPromise(pluginName, async () => {
    if (compiler.modifiedFiles !== undefined) {
      known.refresh();
      compiler.modifiedFiles = new Set([...compiler.modifiedFiles, ...(await known.stale())]);
    }
    await begin(true);
  });
}

/** A watcher keeps what it builds for the version that it began with. */
function generationOf(compiler: Compiler, { cache }: KnownProject, isWatching: boolean): unknown {
  if (cache === null) return isWatching ? randomUUID() : '';
  return cache.read(cache.key('rspack', compiler.context)) ?? '';
}

function endGeneration(compiler: Compiler, { cache }: KnownProject): void {
  cache?.write(cache.key('rspack', compiler.context), randomUUID());
}
