import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A program of its own, since how a process ends is part of what is tested. */
const program = `
  import * as tf from '@tensorflow/tfjs-core';
  import { useWebGPU } from 'use-graph/node';
  const wish = JSON.parse(process.argv[2]);
  const before = process.env.VK_ICD_FILENAMES;
  const adapter = await useWebGPU(wish.options);
  console.log(JSON.stringify(adapter));
  if (adapter !== null) {
    console.log(tf.getBackend(), navigator.gpu !== undefined, before === process.env.VK_ICD_FILENAMES);
    let y = tf.ones([64, 64]);
    for (let i = 0; i < 5; i++) y = tf.mul(tf.matMul(y, tf.ones([64, 64])), 1 / 64);
    if (wish.end === 'read') console.log(Math.round((await y.data())[0]));
    if (wish.end === 'leave a read open') y.data().then((values) => console.log(Math.round(values[0])));
    if (wish.end === 'exit') process.exit(3);
    if (wish.end === 'throw') throw new Error('on purpose');
  }
`;

// In the project, so that its packages are found.
const file = fileURLToPath(
  new URL(`../../node_modules/.use-webgpu-${process.pid}.mjs`, import.meta.url),
);

interface Ended {
  readonly code: number | null;
  readonly lines: readonly string[];
}

function runProgram(wish: object): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, JSON.stringify(wish)], {
      timeout: 50_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, lines: output.trim().split('\n') }));
  });
}

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: process.cwd() },
    alias: {
      'use-graph/node': fileURLToPath(new URL('../../runtime/node/index.ts', import.meta.url)),
    },
    external: ['@tensorflow/*', 'webgpu'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  await writeFile(file, outputFiles[0]!.contents);
});

afterAll(() => rm(file, { force: true }));

describe('useWebGPU in a process of its own', () => {
  it('computes, says on what, and lets the process end', async () => {
    const { code, lines } = await runProgram({ end: 'read' });
    expect(JSON.parse(lines[0]!)).toEqual({
      description: expect.stringMatching(/\w/) as string,
      isSoftware: expect.any(Boolean) as boolean,
    });
    expect(lines.slice(1)).toEqual(['webgpu true true', '1']);
    expect(code).toBe(0);
  });

  it.each([
    ['nothing', 0],
    ['leave a read open', 0],
    ['exit', 3],
    ['throw', 1],
  ])('ends the process as usual after: %s', async (end, expected) => {
    const { code, lines } = await runProgram({ end });
    expect(code).toBe(expected);
    if (end === 'leave a read open') expect(lines.at(-1)).toBe('1');
  });

  it('takes only a software adapter where that is asked for', async () => {
    const { lines } = await runProgram({ options: { adapter: 'software' }, end: 'read' });
    expect(JSON.parse(lines[0]!)).toMatchObject({ isSoftware: true });
    expect(lines.at(-1)).toBe('1');
  });
});
