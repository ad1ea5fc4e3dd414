import nodeResolve from '@rollup/plugin-node-resolve';
import useGraph from 'use-graph/rollup';

export default {
  input: 'src/main.js',
  external: /^@tensorflow\//,
  plugins: [useGraph(), nodeResolve()],
  output: { dir: 'dist/rollup' },
};
