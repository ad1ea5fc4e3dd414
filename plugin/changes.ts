import type { UnpluginOptions } from 'unplugin';
import type { HotUpdateOptions, ViteDevServer } from 'vite';
import type { Compiler } from 'webpack';
import type { KnownProject } from './knownProject.js';
import { readAliases } from './project/index.js';
import { optimizeRuntime } from './viteConfig.js';

/**
 * What each bundler says about the project, and what it is told: when a file changes, functions of files that did not
 * change may begin to be used by staged code, or cease to be.
 */
export function followChanges(known: KnownProject): Partial<UnpluginOptions> {
  return {
    buildStart: () => known.refresh(),
    watchChange: (id) => known.refresh([id]),
    vite: {
      config: optimizeRuntime,
      configResolved({ root, resolve, command, build }) {
        known.configure(root, readAliases(resolve.alias), [build.outDir]);
        known.mayChange = command === 'serve';
      },
      configureServer(server) {
        known.invalidate = (files) => invalidateIn(server, files);
      },
      hotUpdate({ file, modules }: HotUpdateOptions) {
        known.refresh([file]);
        const graph = this.environment.moduleGraph;
        const stale = known.stale().flatMap((path) => [...(graph.getModulesByFile(path) ?? [])]);
        return stale.length === 0 ? undefined : [...new Set([...modules, ...stale])];
      },
    },
    rollup: {
      shouldTransformCachedModule: ({ id }) => known.isStale(id),
    },
    webpack: (compiler) => followWebpack(compiler, known),
    rspack: (compiler) => {
      known.configure(compiler.context, readAliases(compiler.options.resolve.alias), [
        compiler.options.output.path,
      ]);
    },
    esbuild: {
      loader: () => 'default',
      setup: ({ initialOptions }) => {
        const { absWorkingDir, alias, outdir, outfile } = initialOptions;
        known.configure(absWorkingDir, readAliases(alias), [outdir, outfile]);
      },
    },
  };
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
      const isStale = demandOf(buildInfo) !== known.demandKey(resource);
      // Undefined leaves the decision to others.
      return (isStale || undefined) as boolean;
    });
  });
}

const demandKey = 'use-graph demand';

/** Kept with a module, also from one run of webpack to the next: what was known to be used of it when it was built. */
export function rememberDemand(buildInfo: object | undefined, key: string): void {
  if (buildInfo !== undefined && key !== '') Reflect.set(buildInfo, demandKey, key);
}

function demandOf(buildInfo: object | undefined): unknown {
  return (buildInfo && Reflect.get(buildInfo, demandKey)) ?? '';
}
