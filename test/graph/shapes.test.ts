import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import '@tensorflow/tfjs-backend-webgpu';
import { getKernelsForBackend } from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { refused } from '../../runtime/graph/shapes/refused.js';
import { shapeFunctions } from '../../runtime/graph/shapes/registry.js';
import { type BackendName, executors } from '../support/index.js';
import { checkAbstraction, checkInference } from './checkInference.js';
import { cpuOnlyPrograms } from './indexingPrograms.js';
import { kernelPrograms } from './kernelPrograms.js';
import { Random } from './random.js';
import { recordKernels } from './recordKernels.js';

/** On WebGPU a kernel of new shapes is a shader to compile. */
const runs: Readonly<Record<BackendName, number>> = { cpu: 50, webgpu: 2 };

function kernelsOf(backend: string): string[] {
  return getKernelsForBackend(backend).map(({ kernelName }) => kernelName);
}

describe.each(executors)(
  'shape functions agree with the kernels of $backend',
  ({ backend, start }) => {
    const exercised = new Set<string>();
    const programs = backend === 'cpu' ? { ...kernelPrograms, ...cpuOnlyPrograms } : kernelPrograms;

    beforeAll(start);

    it.each(Object.entries(programs))('%s', (_, program) => {
      fc.assert(
        fc.property(fc.noShrink(fc.integer()), (seed) => {
          const random = new Random(seed, backend === 'cpu');
          for (const call of recordKernels(() => program(random))) {
            exercised.add(call.kernel);
            checkInference(call);
            checkAbstraction(call, random);
          }
        }),
        { numRuns: runs[backend] },
      );
    });

    it('and none was left out', () => {
      const silent = kernelsOf(backend).filter(
        (kernel) => !exercised.has(kernel) && !Object.hasOwn(refused, kernel),
      );
      expect(silent).toEqual([]);
      expect(kernelsOf(backend).filter((kernel) => !Object.hasOwn(shapeFunctions, kernel))).toEqual(
        [],
      );
    });
  },
);
