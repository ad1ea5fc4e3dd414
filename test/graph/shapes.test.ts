import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import '@tensorflow/tfjs-backend-webgpu';
import { env, getKernelsForBackend } from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { refused } from '../../runtime/graph/shapes/refused.js';
import { shapeFunctions } from '../../runtime/graph/shapes/registry.js';
import { type BackendName, executors } from '../support/index.js';
import { checkAbstraction, checkInference } from './checkInference.js';
import { cpuOnlyPrograms } from './indexingPrograms.js';
import { kernelPrograms } from './kernelPrograms.js';
import { Random } from './random.js';
import { type RecordedCall, recordKernels } from './recordKernels.js';

/** On WebGPU a kernel of new shapes is a shader to compile. */
const runs: Readonly<Record<BackendName, number>> = { cpu: 50, webgpu: 4 };

function kernelsOf(backend: string): string[] {
  return getKernelsForBackend(backend).map(({ kernelName }) => kernelName);
}

/** Where the WebGPU backend returns something else than the cpu backend, which is right. */
function deviates({ kernel, inputs, attributes }: RecordedCall): boolean {
  const [x] = Object.values(inputs);
  return (
    // Forwarded to the processor, it forgets `keepDims`.
    (kernel === 'Prod' && attributes.keepDims === true) ||
    // Its sums of bools say that they are bools.
    (['Cumsum', 'Cumprod'].includes(kernel) && x?.dtype === 'bool') ||
    // The result of a vector is a vector of one.
    (['ArgMax', 'ArgMin'].includes(kernel) && x?.shape?.length === 1)
  );
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
          // Small tensors may stay on the processor, in code of its own.
          if (backend === 'webgpu') env().set('WEBGPU_CPU_FORWARD', random.boolean());
          for (const call of recordKernels(() => program(random))) {
            exercised.add(call.kernel);
            if (backend === 'webgpu' && deviates(call)) continue;
            checkInference(call);
            checkAbstraction(call, random);
          }
        }),
        // The same programs every time: TensorFlow.js has defects of its own that rare arguments would find.
        { numRuns: runs[backend], seed: 1 },
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
