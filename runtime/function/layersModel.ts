import { concat, slice, type Tensor, tidy } from '@tensorflow/tfjs-core';
import { type GraphFunction, graph } from './graphFunction.js';
import { keepStatesInVariables } from './statefulLayers.js';

type Batch = (data: Tensor[]) => Tensor[];

/** What `tf.LayersModel` of TensorFlow.js 4 works with, in part hidden by its type (tfjs-layers/src/engine/training.ts). */
export interface LayersModel {
  readonly name: string;
  readonly inputs: readonly unknown[];
  readonly outputs: readonly unknown[];
  readonly optimizer_: unknown;
  readonly lossFunctions: unknown;
  readonly metricsTensors: unknown;
  readonly collectedTrainableWeights: unknown;
  testFunction: Batch;
  makeTrainFunction(): Batch;
  makeTestFunction(): void;
  predictLoop(inputs: Tensor | Tensor[], batchSize?: number, verbose?: boolean): Tensor | Tensor[];
}

/** What `tf.sequential` makes: it builds a `LayersModel` when it needs one, anew after each `add`, and has that do the work. */
interface Sequential extends LayersModel {
  model?: LayersModel | null;
  add(layer: unknown): void;
}

/** Each batch of `fit`, `fitDataset`, `trainOnBatch`, `evaluate` and `predict` becomes a call of a graph function. */
export function graphLayersModel(model: LayersModel): void {
  if (isSequential(model)) graphEachInner(model);
  else graphBatches(model);
}

function isSequential(model: LayersModel): model is Sequential {
  return typeof Reflect.get(model, 'add') === 'function';
}

function graphEachInner(sequential: Sequential): void {
  let inner = sequential.model ?? null;
  if (inner !== null) graphBatches(inner);
  Object.defineProperty(sequential, 'model', {
    configurable: true,
    enumerable: true,
    get: () => inner,
    set: (built: LayersModel | null) => {
      inner = built;
      if (built !== null) graphBatches(built);
    },
  });
}

function graphBatches(model: LayersModel): void {
  keepStatesInVariables(model);
  const { makeTrainFunction, makeTestFunction, predictLoop } = model;
  const training = new BatchGraph(model, 'train', () => makeTrainFunction.call(model));
  const testing = new BatchGraph(model, 'test', () => {
    makeTestFunction.call(model);
    return model.testFunction;
  });
  const prediction = graph(
    (inputs: Tensor[]) => asArray(predictLoop.call(model, inputs, inputs[0]!.shape[0])),
    { name: `${model.name}.predict`, autograph: false },
  );
  model.makeTrainFunction = () => training.current();
  model.makeTestFunction = () => {
    model.testFunction = testing.current();
  };
  model.predictLoop = (inputs, batchSize = 32) => predictInBatches(prediction, inputs, batchSize);
}

/** The graph function of one batch, made anew when the model was compiled anew. */
class BatchGraph {
  #configuration: readonly unknown[] = [];
  #graph: GraphFunction<Batch> | null = null;

  constructor(
    private readonly model: LayersModel,
    private readonly kind: string,
    private readonly make: () => Batch,
  ) {}

  current(): Batch {
    const { optimizer_, lossFunctions, metricsTensors, collectedTrainableWeights } = this.model;
    const configuration = [optimizer_, lossFunctions, metricsTensors, collectedTrainableWeights];
    const isSame = configuration.every((part, index) => part === this.#configuration[index]);
    if (this.#graph === null || !isSame) {
      this.#graph?.dispose();
      this.#configuration = configuration;
      this.#graph = graph(this.make(), {
        name: `${this.model.name}.${this.kind}`,
        autograph: false,
      });
    }
    return this.#graph;
  }
}

function predictInBatches(
  prediction: (inputs: Tensor[]) => Tensor[],
  given: Tensor | Tensor[],
  batchSize: number,
): Tensor | Tensor[] {
  return tidy(() => {
    const inputs = asArray(given);
    const count = inputs[0]!.shape[0]!;
    const batches: Tensor[][] = [];
    for (let start = 0; start < count; start += batchSize) {
      const size = Math.min(batchSize, count - start);
      const batch = size === count ? inputs : inputs.map((input) => rows(input, start, size));
      batches.push(prediction(batch));
    }
    const outputs = batches[0]!.map((first, index) =>
      batches.length === 1 ? first : concat(batches.map((batch) => batch[index]!)),
    );
    return outputs.length === 1 ? outputs[0]! : outputs;
  });
}

function rows(tensor: Tensor, start: number, size: number): Tensor {
  return slice(
    tensor,
    [start, ...tensor.shape.slice(1).map(() => 0)],
    [size, ...tensor.shape.slice(1)],
  );
}

function asArray(tensors: Tensor | Tensor[]): Tensor[] {
  return Array.isArray(tensors) ? tensors : [tensors];
}

export function isLayersModel(model: unknown): model is LayersModel {
  if (typeof model !== 'object' || model === null) return false;
  const methods = ['makeTrainFunction', 'makeTestFunction', 'predictLoop'];
  return methods.every((name) => typeof Reflect.get(model, name) === 'function');
}
