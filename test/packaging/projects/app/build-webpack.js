import { resolve } from 'node:path';
import useGraph from 'use-graph/webpack';
import webpack from 'webpack';

const compiler = webpack({
  entry: './src/main.js',
  mode: 'production',
  optimization: { minimize: false }, // most of the time a build takes
  target: 'node',
  experiments: { outputModule: true },
  output: { path: resolve('dist/webpack'), filename: 'main.mjs', library: { type: 'module' } },
  plugins: [useGraph()],
});
compiler.run((error, stats) => {
  if (error) throw error;
  if (stats.hasErrors() || stats.hasWarnings()) {
    console.error(stats.toString({ all: false, errors: true, warnings: true }));
    process.exitCode = 1;
  }
  compiler.close(() => {});
});
