import { printTensors } from '../interpret/printTensors.js';
import { emitPrint, takeTensors } from '../trace/effects.js';
import { engine } from '../trace/engine.js';
import { isTracing } from '../trace/session.js';

/**
 * Prints with `console.log`, tensors by their elements: in a graph function at every execution, in program order
 * (`tf.print` of TensorFlow), outside at once. Tensors may stand in arrays and object literals.
 */
export function print(...values: readonly unknown[]): void {
  if (isTracing()) {
    emitPrint(values);
    return;
  }
  const { withHoles, tensors } = takeTensors(values);
  const { backend, backendName } = engine();
  printTensors(withHoles, tensors, backend, backendName);
}
