import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph, tensorSpec } from '../../runtime/index.js';
import { asList, type OpProgram, opPrograms } from '../ops/programs.js';
import { expectClose, useCpu } from '../support/index.js';

type Run = (...inputs: tf.Tensor[]) => readonly tf.Tensor[];

/** The op, or the gradients of a number made of all its results for all its inputs. */
const forms: Readonly<Record<string, (program: OpProgram) => Run>> = {
  results:
    ({ run }) =>
    (...inputs) =>
      asList(run(...inputs) as tf.Tensor[]),
  gradients:
    ({ run }) =>
    (...inputs) => {
      const total = (...xs: tf.Tensor[]) =>
        asList(run(...withFloats(inputs, xs)) as tf.Tensor[])
          .filter(({ dtype }) => dtype === 'float32')
          .reduce<tf.Tensor>(
            (sum, y) => tf.add(sum, tf.sum(tf.add(tf.mul(y, 0.7), tf.square(y)))),
            tf.scalar(0),
          );
      return tf.grads(total)(inputs.filter(({ dtype }) => dtype === 'float32'));
    },
};

function withFloats(inputs: readonly tf.Tensor[], floats: readonly tf.Tensor[]): tf.Tensor[] {
  const next = floats.values();
  return inputs.map((input) => (input.dtype === 'float32' ? next.next().value! : input));
}

/** Some ops have no gradient in TensorFlow.js, or give no floats. */
function eagerly(run: Run, inputs: readonly tf.Tensor[]): readonly tf.Tensor[] | null {
  try {
    return run(...inputs);
  } catch {
    return null;
  }
}

describe.each(Object.entries(forms))('the %s of an op on tensors of unknown', (_, form) => {
  beforeAll(useCpu);

  describe.each([
    ['first size', (_size: number, axis: number) => axis === 0],
    ['sizes', () => true],
  ] as const)('%s', (_, isOpen) => {
    it.each(opPrograms.map((program) => [program.name, program] as const))(
      '%s',
      async (_, program) => {
        const inputs = program.inputs();
        const run = form(program);
        const expected = eagerly(run, inputs);
        if (expected === null) return;
        const staged = graph(run, {
          inputSignature: inputs.map(({ shape, dtype }) =>
            tensorSpec(
              shape.map((size, axis) => (isOpen(size, axis) ? null : size)),
              dtype as 'float32',
            ),
          ),
        });
        const results = staged(...inputs);
        for (const [index, result] of results.entries()) {
          await expectClose(result, expected[index]!, { relative: 1e-3, absolute: 1e-4 });
        }
        expect(results).toHaveLength(expected.length);
        expect(staged.tracingCount).toBe(1);
        staged.dispose();
      },
    );
  });
});
