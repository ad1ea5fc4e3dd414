import { build } from 'esbuild';
import useGraph from 'use-graph/esbuild';

await build({
  entryPoints: ['src/main.js'],
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  mainFields: ['module', 'main'],
  // Parts of TensorFlow.js are CommonJS and require modules of Node.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  outfile: 'dist/esbuild/main.mjs',
  logLevel: 'warning',
  plugins: [useGraph()],
});
