import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { modelOf } from '../../runtime/webgpu/deviceModels.js';
import { allWork } from '../../runtime/webgpu/program/instructions.js';
import { useWebGPU } from '../support/index.js';
import { activeWebGPU, compileFor, hardware, runCompiled } from './modelled.js';

const models = {
  processor: () => modelOf(activeWebGPU()),
  GPU: () => hardware(1),
};

const tanh = (x: tf.Tensor): tf.Tensor => tf.tanh(x);
const sumOfRows = (x: tf.Tensor): tf.Tensor => tf.sum(x, 1);

describe.each(Object.entries(models))('the workgroups of a kernel for a %s', (_, modelFor) => {
  beforeAll(useWebGPU);

  it.each([
    { shape: [64], program: tanh, invocations: 16 },
    { shape: [7], program: tanh, invocations: 7 },
    { shape: [1], program: tanh, invocations: 1 },
    { shape: [5, 6], program: sumOfRows, invocations: 5 },
  ])(
    'have no idle invocations where one suffices: $program.name of $shape',
    async ({ shape, program, invocations }) => {
      const compiled = compileFor([{ dtype: 'float32', shape }], program, modelFor());
      const [kernel, ...others] = [...allWork(compiled.instructions)];
      expect(others).toEqual([]);
      expect(kernel!.workgroups).toEqual([1, 1, 1]);
      expect(kernel!.workgroupSize).toBe(invocations);
      const [found] = await runCompiled(compiled, [tf.ones(shape)]);
      const expected = tf.tidy(() => program(tf.ones(shape)));
      const elements = await expected.data();
      expected.dispose();
      for (const [place, element] of elements.entries()) {
        expect(found![place]).toBeCloseTo(element, 5);
      }
    },
  );
});
