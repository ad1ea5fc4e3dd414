/// <reference types="vite/types/importMeta.d.ts" />
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { vi } from 'vitest';
import { type GraphFunction, graph } from '../../../runtime/index.js';
import { useCpu, useWebGPU } from '../../support/index.js';
import { ops } from './interceptedOps.js';
import { jasmineGlobals } from './jasmine.js';

/**
 * TensorFlow.js's own specs of its ops, as its package brings them, with each op that a spec calls as a graph of its own.
 * `npm run test:specs` runs all of them; `SPECS` has those of certain files run, `SPECS_BACKEND=cpu` has them run there.
 */
const backend = process.env.SPECS_BACKEND ?? 'webgpu';
const isWanted = new RegExp(process.env.SPECS ?? '');

vi.mock('@tensorflow/tfjs-core/dist/ops/operation', async (original) => {
  const { interceptOps } = await import('./interceptedOps.js');
  const module = await original<{ op: Parameters<typeof interceptOps>[0] }>();
  return { ...module, op: interceptOps(module.op) };
});

interface TestEnvironment {
  readonly name: string;
  readonly isDataSync: boolean;
}

interface Constraints {
  readonly predicate?: (environment: TestEnvironment) => boolean;
}

const environment = { name: backend, backendName: backend, isDataSync: backend === 'cpu' };

vi.mock('@tensorflow/tfjs-core/dist/jasmine_util', () => {
  const never = { predicate: () => false };
  return {
    ALL_ENVS: {},
    NODE_ENVS: {},
    CHROME_ENVS: never,
    BROWSER_ENVS: never,
    HAS_WORKER: never,
    HAS_NODE_WORKER: never,
    SYNC_BACKEND_ENVS: { predicate: ({ isDataSync }: TestEnvironment) => isDataSync },
    TEST_ENVS: [environment],
    envSatisfiesConstraints: () => true,
    describeWithFlags,
  };
});

const graphs: GraphFunction[] = [];

function describeWithFlags(
  name: string,
  { predicate }: Constraints,
  specs: (environment: TestEnvironment) => void,
): void {
  if (predicate !== undefined && !predicate(environment)) return;
  const { describe, beforeAll, beforeEach, afterEach } = jasmineGlobals;
  describe(name, () => {
    beforeAll(async () => {
      await (backend === 'cpu' ? useCpu() : useWebGPU());
      tf.env().set('IS_TEST', true);
    });
    beforeEach(() => {
      tf.engine().startScope();
      ops.run = (op, args) => {
        const made = graph(op, { name: op.name.replace(/__op$/, '') });
        graphs.push(made);
        return made(...args);
      };
    });
    afterEach(() => {
      ops.run = null;
      tf.engine().endScope();
      tf.disposeVariables();
      for (const made of graphs.splice(0)) made.dispose();
    });
    specs(environment);
  });
}

Object.assign(globalThis, jasmineGlobals);

const files = import.meta.glob(
  [
    '/node_modules/@tensorflow/tfjs-core/dist/ops/**/*_test.js',
    '/node_modules/@tensorflow/tfjs-core/dist/gradients_test.js',
  ],
  { exhaustive: true },
);
for (const [path, load] of Object.entries(files)) if (isWanted.test(path)) await load();
