import { type Tensor, Variable } from '@tensorflow/tfjs-core';
import { engine } from './engine.js';

/*
 * A variable takes over the content of the tensor that is assigned to it, and loses it with the next one. A graph that uses
 * the content must know the tensor.
 */

const assigned = new WeakMap<Variable, Tensor>();

/** Notes what is assigned to variables until the function returned is called. */
export function watchAssignments(): () => void {
  const { assign } = Variable.prototype;
  Variable.prototype.assign = function (this: Variable, value) {
    assign.call(this, value);
    assigned.set(this, value);
  };
  return () => {
    Variable.prototype.assign = assign;
  };
}

/** The tensor itself; of a variable, a tensor that has the same content and keeps it. */
export function withLastingContent(tensor: Tensor): Tensor {
  if (!(tensor instanceof Variable)) return tensor;
  const source = assigned.get(tensor);
  if (source !== undefined && source.dataId === tensor.dataId && !(source instanceof Variable)) {
    return source;
  }
  const { dataId, shape, dtype } = tensor;
  return engine().makeTensorFromTensorInfo({ dataId, shape, dtype });
}

/** Gives it another content, as `Variable.assign` does, without a word to the engine. */
export function setContent(tensor: Tensor, dataId: object): void {
  (tensor as { dataId: object }).dataId = dataId;
}
