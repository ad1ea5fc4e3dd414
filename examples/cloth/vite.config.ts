import { fileURLToPath } from 'node:url';
import useGraph from 'use-graph/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [useGraph()],
  build: { target: 'es2022', chunkSizeWarningLimit: 4000 },
});
