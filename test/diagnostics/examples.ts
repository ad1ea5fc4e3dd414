import { join } from 'node:path';
import { transformSync } from '@babel/core';
import * as tf from '@tensorflow/tfjs-core';
import { vi } from 'vitest';
import { catalog } from '../../diagnostics/catalog.js';
import type { Entry, Phase } from '../../diagnostics/entry.js';
import type { DiagnosticCode } from '../../diagnostics/index.js';
import useGraphBabel from '../../plugin/babel.js';
import { formatDiagnostic } from '../../plugin/diagnostics/index.js';
import { transform } from '../../plugin/transform.js';
import { runFunctionsEagerly, UseGraphError } from '../../runtime/index.js';
import { compile, compileEager } from '../support/compile.js';
import { useCpu, useWebGPU } from '../support/index.js';
import { temporaryDirectory } from '../support/temporary.js';

/** One entry of the catalog. */
export interface Item {
  readonly phase: Phase;
  readonly code: DiagnosticCode;
  readonly entry: Entry;
}

export const items: readonly Item[] = Object.entries(catalog).flatMap(([phase, entries]) =>
  Object.entries(entries).map(([code, entry]) => ({
    phase: phase as Phase,
    code: code as DiagnosticCode,
    entry: { ...entry, example: entry.example?.trim() ?? null } as Entry,
  })),
);

/** What a user is told who runs the example, without the name of the error's class. */
export async function toldBy({ phase, code, entry }: Item): Promise<string> {
  const { example, category, backend } = entry;
  if (example === null) throw new Error(`${code} has no example.`);
  if (code === 'unknown-syntax') return toldByBabel(example);
  if (phase === 'build') return toldByPlugin(example);
  await (backend === 'webgpu' ? useWebGPU() : useCpu());
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  try {
    const run = transform(example, `${process.cwd()}/example.js`) === null ? compileEager : compile;
    await run(example, { tf }, 'example.js').catch((error) => {
      if (category === 'warning' || !(error instanceof UseGraphError)) throw error;
      throw new Told(error.message);
    });
    if (warn.mock.calls.length > 0) return String(warn.mock.calls[0]![0]);
    throw new Error(`The example of ${code} runs through.`);
  } catch (error) {
    if (error instanceof Told) return error.message;
    throw error;
  } finally {
    warn.mockRestore();
    runFunctionsEagerly(false);
  }
}

class Told extends Error {}

function toldByPlugin(example: string): string {
  const { diagnostics = [] } = transform(example, `${process.cwd()}/example.js`) ?? {};
  return diagnostics.map(formatDiagnostic).join('\n');
}

/** Syntax that our own parser does not read reaches us through Babel only. */
function toldByBabel(example: string): string {
  const root = temporaryDirectory('example');
  try {
    transformSync(example, {
      configFile: false,
      filename: join(root, 'example.js'),
      parserOpts: { plugins: ['doExpressions'] },
      plugins: [[useGraphBabel, { root }]],
    });
    return '';
  } catch (error) {
    return (error as Error).message.split('\n\n')[0]!.replace(/^.*?example\.js: /, '');
  }
}
