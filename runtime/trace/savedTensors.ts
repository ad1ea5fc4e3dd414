import type { Tensor } from '@tensorflow/tfjs-core';
import type { Value } from '../graph/graph.js';
import { Scoped } from '../scoped.js';
import { valueNow } from './chosenVariables.js';
import { type Engine, engine } from './engine.js';
import { asItWas } from './overwritten.js';
import { currentTracer } from './tracer.js';

/*
 * The tape copies what an op's gradient may need. Of a conditional or loop that is all that a branch or body takes, also
 * where nothing has used it: a value that may be missing need not be there for that.
 */

const isSaving = new Scoped(false);

/** Tells the copies that TensorFlow.js makes for gradients from uses, until the function returned is called. */
export function watchSavedTensors(): () => void {
  const target = engine();
  target.saveTensorsForBackwardMode = (tensors) =>
    isSaving.during(true, () =>
      (Object.getPrototypeOf(target) as Engine).saveTensorsForBackwardMode.call(target, tensors),
    );
  return () => {
    delete (target as Partial<Engine>).saveTensorsForBackwardMode;
  };
}

/** The value of a kernel's input, which the execution must have unless it is only copied for a gradient. */
export function inputValue(tensor: Tensor): Value {
  if (!isSaving.value) return valueNow(tensor);
  return asItWas(tensor, () => currentTracer().reference(tensor));
}
