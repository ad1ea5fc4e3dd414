import { UseGraphError } from '../../../errors.js';
import { graph_function } from '../../../function/entry.js';
import { graphLayersModel, isLayersModel } from '../../../function/layersModel.js';
import { isTracing } from '../../../trace/session.js';
import { type GraphModel, isGraphModel, traceGraphModel } from './call.js';

const graphModels = new WeakSet<object>();

/**
 * Lets a model run as graphs, traced once for each shape of a batch, and otherwise be what it is.
 *
 * - Of a `tf.layers` model each batch of `fit`, `fitDataset`, `trainOnBatch`, `evaluate` and `predict` is a call of a graph
 *   function: callbacks, metrics, validation, changed learning rates, `compile`, saving and loading work as before.
 * - Of a model of `tf.loadGraphModel` each `predict` and `execute`, `predictAsync` and `executeAsync` is one. Its control
 *   flow becomes conditionals and loops of the graph, so that those which do not wait can run it too. What comes after ops
 *   such as NonMaxSuppression, whose results are as large as elements say, TensorFlow.js runs: `executeAsync` waits for it.
 *
 * @returns the model itself.
 * @throws UseGraphError where `model` is neither.
 */
export function graphModel<Model extends object>(model: Model): Model {
  if (graphModels.has(model)) return model;
  if (isLayersModel(model)) graphLayersModel(model);
  else if (isGraphModel(model)) graphExecution(model);
  else {
    throw new UseGraphError(
      'not-a-model',
      'graphModel() takes a model made with tf.model(), tf.sequential(), tf.loadLayersModel() or tf.loadGraphModel(). ' +
        'For any other, wrap a function that calls it: graph((x) => model.predict(x)).',
    );
  }
  graphModels.add(model);
  return model;
}

/** `predict` and `predictAsync` call these two. */
function graphExecution(model: GraphModel): void {
  const { execute, executeAsync, executor } = model;
  const traced = (...args: unknown[]) =>
    traceGraphModel(executor, () => Reflect.apply(execute, model, args));
  const parameters = ['inputs', 'outputs'];
  Object.assign(model, {
    execute: graph_function(
      (...args) => (isTracing() ? traced(...args) : Reflect.apply(execute, model, args)),
      { name: 'execute', parameters },
    ),
    executeAsync: graph_function(
      (...args) => (isTracing() ? traced(...args) : Reflect.apply(executeAsync, model, args)),
      { name: 'executeAsync', parameters, async: true },
    ),
  });
}
