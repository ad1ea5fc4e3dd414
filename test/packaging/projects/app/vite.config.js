import useGraph from 'use-graph/vite';

export default {
  plugins: [useGraph()],
  logLevel: 'warn',
  build: { ssr: 'src/main.js', outDir: 'dist/vite', target: 'es2022', minify: true },
  ssr: { noExternal: true },
};
