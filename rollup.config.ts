import { builtinModules } from 'node:module';
import type { RollupOptions } from 'rollup';
import esbuild from 'rollup-plugin-esbuild';

const entries = [
  'runtime/index',
  'runtime/staged/index',
  'runtime/node/index',
  'runtime/export/index',
  'plugin/unplugin',
  'plugin/vite',
  'plugin/rollup',
  'plugin/rolldown',
  'plugin/webpack',
  'plugin/rspack',
  'plugin/esbuild',
  'plugin/babel',
];

/** One file of JavaScript for each file of TypeScript, so that bundlers leave out what a project does not use. */
const options: RollupOptions = {
  input: Object.fromEntries(entries.map((entry) => [entry, `${entry}.ts`])),
  external: (id) =>
    builtinModules.includes(id) || (!/^(\.|\/|[A-Za-z]:\\|\0)/.test(id) && !id.endsWith('.ts')),
  plugins: [esbuild({ target: 'es2022', tsconfig: 'tsconfig.json' })],
  output: {
    dir: 'dist',
    format: 'es',
    // Each module says what it imports itself; more would only be noise in the bundles of users.
    hoistTransitiveImports: false,
    preserveModules: true,
    preserveModulesRoot: '.',
    sourcemap: true,
  },
};

export default options;
