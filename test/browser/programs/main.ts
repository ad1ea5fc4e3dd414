import '@tensorflow/tfjs-backend-cpu';
import '@tensorflow/tfjs-backend-webgpu';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { asList, opPrograms } from '../../ops/programs.js';
import { programs } from './staged.js';

type Elements = { readonly shape: readonly number[]; readonly values: readonly number[] };

async function elementsOf(results: readonly tf.Tensor[]): Promise<Elements[]> {
  return Promise.all(
    results.map(async (result) => ({
      shape: result.shape,
      values: Array.from(await result.data()),
    })),
  );
}

/** What every op of the table gives on webgpu. */
async function runOps(how: 'eager' | 'graph'): Promise<Record<string, Elements[]>> {
  await tf.setBackend('webgpu');
  const results: Record<string, Elements[]> = {};
  for (const { name, inputs, run } of opPrograms) {
    results[name] = await elementsOf(
      asList((how === 'graph' ? graph(run) : run)(...inputs()) as tf.Tensor[]),
    );
  }
  return results;
}

async function runStaged(backend: string): Promise<Record<string, Elements[]>> {
  await tf.setBackend(backend);
  const results: Record<string, Elements[]> = {};
  for (const [name, [program, input]] of Object.entries(programs)) {
    results[name] = await elementsOf(asList(await program(tf.tensor(input))));
  }
  return results;
}

Object.assign(window, { runOps, runStaged });
