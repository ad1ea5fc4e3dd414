import type { TransformResult as HookResult, UnpluginOptions } from 'unplugin';
import type { HotUpdateOptions, Plugin, ViteDevServer } from 'vite';
import type { Compiler } from 'webpack';
import { pluginName } from '../options.js';
import { readAliases } from '../project/index.js';
import { handedOver, handedOverFiles } from './hookFilter.js';
import type { KnownProject } from './knownProject.js';
import { followRspack } from './rspackCache.js';
import { optimizeRuntime } from './viteConfig.js';

type Follower = Pick<
  UnpluginOptions,
  'buildStart' | 'watchChange' | 'vite' | 'rollup' | 'webpack' | 'rspack'
>;

/**
 * What each bundler says about the project, and what it is told: when a file changes, functions of files that did not
 * change may begin to be used by staged code, or cease to be.
 */
export function followChanges(known: KnownProject): Follower {
  return {
    buildStart: () => known.refresh(),
    watchChange: (id) => known.refresh([id]),
    vite: {
      config: optimizeRuntime,
      async configResolved(this: ConfigContext, { root, resolve, command, build, plugins }) {
        known.configure(root, readAliases(resolve.alias), [build.outDir]);
        known.mayChange = command === 'serve';
        const usesRolldown = this !== undefined && 'rolldownVersion' in this.meta;
        // By the names of links, files are not told apart.
        const hasLinks = resolve.preserveSymlinks === true;
        if (command === 'build' && build.watch === null && usesRolldown && !hasLinks)
          await handOverLess(plugins, known);
      },
      configureServer(server) {
        known.invalidate = (files) => invalidateIn(server, files);
      },
      async hotUpdate({ file, modules }: HotUpdateOptions) {
        known.refresh([file]);
        const graph = this.environment.moduleGraph;
        const paths = await known.stale();
        const stale = paths.flatMap((path) => [...(graph.getModulesByFile(path) ?? [])]);
        return stale.length === 0 ? undefined : [...new Set([...modules, ...stale])];
      },
    },
    rollup: {
      shouldTransformCachedModule: ({ id, meta }) => known.isStale(id, stateIn(meta)),
    },
    webpack: (compiler) => followWebpack(compiler, known),
    rspack: (compiler) => followRspack(compiler, known),
  };
}

/** Vite gives hooks of the configuration a `this` since version 7. */
type ConfigContext = { meta: object } | undefined;

/** Only where nothing changes while the bundler runs. */
async function handOverLess(plugins: readonly Plugin[], known: KnownProject): Promise<void> {
  const hook = plugins.find(({ name }) => name === pluginName)?.transform;
  if (typeof hook !== 'object') return;
  known.handedOver = handedOverFiles(await known.lookAhead(), known.root);
  hook.filter = handedOver(known.handedOver) as typeof hook.filter;
}

function invalidateIn(server: ViteDevServer, files: readonly string[]): void {
  for (const { moduleGraph } of Object.values(server.environments)) {
    for (const file of files) {
      for (const module of moduleGraph.getModulesByFile(file) ?? [])
        moduleGraph.invalidateModule(module);
    }
  }
}

function followWebpack(compiler: Compiler, known: KnownProject): void {
  known.configure(compiler.context, readAliases(compiler.options.resolve.alias), [
    compiler.options.output.path,
  ]);
  const { NormalModule } = compiler.webpack;
  compiler.hooks.thisCompilation.tap('use-graph', (compilation) => {
    known.refresh();
    const { needBuild } = NormalModule.getCompilationHooks(compilation);
    needBuild.tapPromise('use-graph', async ({ resource, buildInfo }) => {
      const isStale = demandOf(buildInfo) !== (await known.demandKey(resource));
      // Undefined leaves the decision to others.
      return (isStale || undefined) as boolean;
    });
  });
}

/** What Rollup keeps with a module, also in the cache that it gives for later builds. */
export function withState(result: HookResult, state: string): HookResult {
  if (state === '' || typeof result === 'string') return result;
  return { ...result, meta: { [pluginName]: { state } } } as HookResult;
}

function stateIn(meta: Record<string, { state?: string } | undefined>): string {
  return meta[pluginName]?.state ?? '';
}

const demandKey = 'use-graph demand';

/** Kept with a module, also from one run of webpack to the next: what was known to be used of it when it was built. */
export function rememberDemand(buildInfo: object | undefined, key: string): void {
  if (buildInfo !== undefined && key !== '') Reflect.set(buildInfo, demandKey, key);
}

function demandOf(buildInfo: object | undefined): unknown {
  return (buildInfo && Reflect.get(buildInfo, demandKey)) ?? '';
}
