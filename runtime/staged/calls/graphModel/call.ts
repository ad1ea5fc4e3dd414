import type { StagingError } from '../../../errors.js';
import { isFullyKnown } from '../../../graph/types.js';
import { errorHere } from '../../../trace/errorHere.js';
import { isTensor, shapeOf } from '../../values/tensors.js';
import { evaluate, hasControlFlow } from './evaluate.js';
import type { GraphExecutor } from './nodes.js';

type Method = (...args: unknown[]) => unknown;

/** What `GraphModel` of @tensorflow/tfjs-converter runs its graph with. */
const methods = ['execute', 'executeAsync', 'predict', 'predictAsync'] as const;
export type GraphModel = Readonly<Record<(typeof methods)[number], Method>> & {
  readonly executor: GraphExecutor;
};

/**
 * A call of a `GraphModel` while tracing: without the waiting of `executeAsync`, of which nothing is left where no op of the
 * model needs it. `undefined` for every other call.
 */
export function callGraphModel(
  f: unknown,
  self: unknown,
  args: readonly unknown[],
): (() => unknown) | undefined {
  // Asking every object for these methods would be seen by those that watch.
  if (typeof f !== 'function' || !['', ...methods].includes(f.name)) return undefined;
  if (!isGraphModel(self)) return undefined;
  const name = methods.find((method) => self[method] === f);
  if (name === undefined) return undefined;
  const method = self[name.replace('Async', '') as 'execute' | 'predict'];
  return () => traceGraphModel(self.executor, () => Reflect.apply(method, self, args));
}

/** What `run` runs of the model is traced, control flow too. */
export function traceGraphModel(executor: GraphExecutor, run: () => unknown): unknown {
  const execute: GraphExecutor['execute'] = (inputs, outputs) =>
    hasControlFlow(executor, executor.mapOutputs(outputs)) || !Object.values(inputs).every(isSized)
      ? evaluate(executor, inputs, outputs)
      : ownExecute.call(executor, inputs, outputs);
  const ownExecute = executor.execute;
  Object.defineProperty(executor, 'execute', { value: execute, configurable: true });
  try {
    return run();
  } catch (error) {
    throw dynamicOp(error) ?? error;
  } finally {
    Reflect.deleteProperty(executor, 'execute');
  }
}

export function isGraphModel(value: unknown): value is GraphModel {
  return (
    typeof value === 'object' &&
    value !== null &&
    methods.every((name) => typeof Reflect.get(value, name) === 'function') &&
    'executor' in value
  );
}

/** TensorFlow.js takes a size that is not known for zero. */
function isSized(input: unknown): boolean {
  return !isTensor(input) || isFullyKnown(shapeOf(input));
}

/** What TensorFlow.js says of it ends with the advice to use `executeAsync`. */
function dynamicOp(error: unknown): StagingError | null {
  const told = error instanceof Error ? error.message : '';
  const [, node, op] = /node '(.+)', which has the dynamic op '(.+?)'/.exec(told) ?? [];
  if (node === undefined) return null;
  return errorHere(
    'dynamic-graph-model',
    `The model cannot be traced as a whole: the op ${op} of its node '${node}' is run by what the tensors before it hold, ` +
      'which TensorFlow.js reads in between.',
    'Call model.executeAsync() outside of graph functions; or trace the part before that node, ' +
      "model.execute(x, ['name of a node']), and do the rest outside.",
  );
}
