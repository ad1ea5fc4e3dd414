import { ExecutionError } from '../errors.js';
import type { SourceLocation } from '../graph/types.js';
import { engine } from '../trace/engine.js';

interface KernelCall {
  /** Absent where `tf.customGrad` runs a function instead of a kernel. */
  readonly kernelName?: string;
}

/**
 * Runs `body`, and calls `onUse` where it runs a function of `tf.customGrad`. Ops of TensorFlow.js that use `customGrad`
 * themselves, such as `tf.logSoftmax`, do not count: what they define is the gradient of their kernels.
 */
export function watchCustomGradients<T>(onUse: () => void, body: () => T): T {
  const target = engine() as unknown as { runKernelFunc?(call: KernelCall): unknown };
  const outer = Object.getOwnPropertyDescriptor(target, 'runKernelFunc');
  const run = target.runKernelFunc!;
  target.runKernelFunc = (call) => {
    const { kernelDepth, activeScope } = engine().state;
    const isInOp = kernelDepth > 0 || activeScope?.name.endsWith('__op') === true;
    if (call.kernelName === undefined && !isInOp) onUse();
    return run.call(target, call);
  };
  try {
    return body();
  } finally {
    if (outer === undefined) delete target.runKernelFunc;
    else Object.defineProperty(target, 'runKernelFunc', outer);
  }
}

export function customGradientAround(
  name: string,
  location: SourceLocation | null,
): ExecutionError {
  return new ExecutionError(
    'custom-gradient',
    `A gradient is taken around a concrete function of ${name}, whose code uses tf.customGrad: the graph does ` +
      'not hold that gradient.',
    location,
    `Call ${name} itself there, or take the gradient inside of a graph function.`,
  );
}
