import type { OnLoadArgs, OnLoadOptions, OnLoadResult, Plugin, PluginBuild } from 'esbuild';

type Load = (args: OnLoadArgs) => Promise<OnLoadResult | null | undefined>;
type After = (args: OnLoadArgs, result: OnLoadResult) => Promise<OnLoadResult>;

/** By the options of a build, who follows the plugins of it. */
const followers = new WeakMap<object, OtherPlugins>();
const followed = new WeakSet<Plugin>();

/**
 * The plugins that come after ours. Of several that could load a module, esbuild takes what the first gives, and hands it
 * to no other: what they load is given to `after` before esbuild has it.
 */
export class OtherPlugins {
  readonly #loads: { options: OnLoadOptions; load: Load }[] = [];

  constructor(
    build: PluginBuild,
    ours: Plugin,
    private readonly after: After,
  ) {
    followers.set(build.initialOptions, this);
    for (const plugin of build.initialOptions.plugins ?? []) if (plugin !== ours) follow(plugin);
  }

  /** What the first of them that loads a module makes of it. */
  async load(args: OnLoadArgs): Promise<{ result: OnLoadResult | null; wasAsked: boolean }> {
    const asked = this.#loads.filter(({ options }) => isFor(options, args));
    for (const { load } of asked) {
      const result = await load(args);
      if (result) return { result, wasAsked: true };
    }
    return { result: null, wasAsked: asked.length > 0 };
  }

  /** The build as another plugin sees it. */
  around(build: PluginBuild, { name }: Plugin): PluginBuild {
    return {
      ...build,
      onLoad: (options, callback) => {
        const load: Load = async (args) => {
          const result = await callback(args);
          return result && { pluginName: name, ...(await this.after(args, result)) };
        };
        this.#loads.push({ options, load });
        build.onLoad(options, load);
      },
    };
  }
}

/** A plugin may be of other builds too, which ours is no part of. */
function follow(plugin: Plugin): void {
  if (followed.has(plugin) || Object.isFrozen(plugin)) return;
  followed.add(plugin);
  const { setup } = plugin;
  plugin.setup = (build) =>
    setup.call(plugin, followers.get(build.initialOptions)?.around(build, plugin) ?? build);
}

function isFor({ filter, namespace = '' }: OnLoadOptions, args: OnLoadArgs): boolean {
  // `search` ignores the state of a sticky or global expression, `test` does not.
  return (namespace === '' || namespace === args.namespace) && args.path.search(filter) >= 0;
}
