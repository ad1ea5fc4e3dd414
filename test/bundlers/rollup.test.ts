import { join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { rollup } from 'rollup';
import esbuild from 'rollup-plugin-esbuild';
import { expect, test } from 'vitest';
import useGraph from '../../plugin/rollup.js';
import {
  checkResults,
  checkStackFrame,
  load,
  outputDirectory,
  project,
  standInAlias,
} from './support.js';

const alias = {
  name: 'alias',
  resolveId: (id: string) => standInAlias[id as keyof typeof standInAlias] ?? null,
};

test.each(['before', 'after'])(
  'Rollup builds a program, %s the plugin of TypeScript',
  async (place) => {
    const typeScript = esbuild({
      jsx: 'transform',
      jsxFactory: 'h',
      tsconfig: false,
      target: 'es2022',
    });
    const own = useGraph({ root: project });
    const bundle = await rollup({
      input: join(project, 'src/main.ts'),
      plugins: [
        alias,
        nodeResolve({ extensions: ['.ts', '.tsx', '.js', '.jsx'] }),
        ...(place === 'before' ? [own, typeScript] : [typeScript, own]),
      ],
      onwarn: (warning) => {
        throw new Error(warning.message);
      },
    });
    const file = join(outputDirectory(), 'app.mjs');
    const { output } = await bundle.write({ file, sourcemap: true, plugins: [terser()] });
    const built = await load(file);
    await checkResults(built);
    checkStackFrame(file);
    expect(output[0].code).toContain('src/model.ts:8:8');
  },
);
