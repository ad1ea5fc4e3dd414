import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import '@tensorflow/tfjs-backend-cpu';
import '@tensorflow/tfjs-backend-webgpu';
import { getKernelsForBackend, setBackend } from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { refused } from '../../runtime/graph/shapes/refused.js';
import { shapeFunctions } from '../../runtime/graph/shapes/registry.js';
import { checkAbstraction, checkInference } from './checkInference.js';
import { cpuOnlyPrograms } from './indexingPrograms.js';
import { kernelPrograms } from './kernelPrograms.js';
import { Random } from './random.js';
import { recordKernels } from './recordKernels.js';

function kernelsOf(backend: string): string[] {
  return getKernelsForBackend(backend).map(({ kernelName }) => kernelName);
}

describe('shape functions', () => {
  const exercised = new Set<string>();

  beforeAll(async () => {
    await setBackend('cpu');
  });

  for (const [name, program] of Object.entries({ ...kernelPrograms, ...cpuOnlyPrograms })) {
    it(`agree with the kernels of cpu: ${name}`, () => {
      fc.assert(
        fc.property(fc.noShrink(fc.integer()), (seed) => {
          const random = new Random(seed);
          for (const call of recordKernels(() => program(random))) {
            exercised.add(call.kernel);
            checkInference(call);
            checkAbstraction(call, random);
          }
        }),
        { numRuns: 50 },
      );
    });
  }

  it('exist for every kernel of both backends, and each was compared with what the kernel returned', () => {
    const kernels = [...kernelsOf('cpu'), ...kernelsOf('webgpu')];
    expect(kernels.filter((kernel) => !Object.hasOwn(shapeFunctions, kernel))).toEqual([]);
    const silent = kernels.filter(
      (kernel) => !exercised.has(kernel) && !Object.hasOwn(refused, kernel),
    );
    expect(silent).toEqual([]);
  });
});
