import type { KernelNode } from '../../graph/graph.js';
import { literal, scalarTypeOf } from '../wgsl/scalar.js';
import type { LoweringRule, LoweringRules } from './lowering.js';

/** Numbers at equal distances, each computed from its place. */
const spaced =
  (stepOf: (node: KernelNode) => number): LoweringRule =>
  (node, lowering) => {
    const output = node.outputs[0]!;
    const type = scalarTypeOf(output.dtype);
    const start = literal(node.attributes.start as number, type);
    const step = literal(stepOf(node), type);
    lowering.map(output, [], 2, ({ emitter }, index) =>
      emitter.scalar(`${start} + ${type}(${index.flat}) * ${step}`, type),
    );
  };

const linSpace = spaced(({ attributes }) => {
  const { start, stop, num } = attributes as { start: number; stop: number; num: number };
  return num === 1 ? 0 : (stop - start) / (num - 1);
});

export const creationRules: LoweringRules = {
  LinSpace: linSpace,
  Range: spaced(({ attributes }) => {
    const { start, stop, step } = attributes as Record<'start' | 'stop' | 'step', number>;
    // As TensorFlow.js has it, a step of one goes down where the end lies below.
    return stop < start && step === 1 ? -1 : step;
  }),
};
