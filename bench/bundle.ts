import { join } from 'node:path';
import { build } from 'esbuild';
import useGraph from '../plugin/esbuild.js';

/**
 * Bundles the suite as a user's project would be, its functions staged by the plugin.
 *
 * @param root the folder of this repository
 * @param outdir where `suite.node.js` or `suite.chromium.js` will be
 */
export async function bundleSuite(
  environment: 'node' | 'chromium',
  root: string,
  outdir: string,
): Promise<void> {
  const isNode = environment === 'node';
  await build({
    absWorkingDir: root,
    entryPoints: [`bench/suite.${environment}.ts`],
    outdir,
    bundle: true,
    minify: !isNode,
    format: 'esm',
    target: 'es2022',
    platform: isNode ? 'node' : 'browser',
    mainFields: ['module', 'main'],
    external: isNode ? ['webgpu', '@sparticuz/chromium'] : [],
    // TensorFlow.js asks for modules of Node by `require`.
    banner: isNode
      ? {
          js: "import { createRequire as createRequireOfBench } from 'node:module'; const require = createRequireOfBench(import.meta.url);",
        }
      : {},
    // Files outside of the root are not the user's: the runtime stays as it is.
    plugins: [useGraph({ root: join(root, 'bench') })],
    logLevel: 'error',
  });
}
