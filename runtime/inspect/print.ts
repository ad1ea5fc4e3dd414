import { printEagerly } from '../function/printing.js';
import { emitPrint } from '../trace/effects.js';
import { isTracing } from '../trace/session.js';

/**
 * Prints with `console.log`, tensors by their elements: in a graph function at every execution, in program order
 * (`tf.print` of TensorFlow), outside at once. Tensors may stand in arrays and object literals.
 */
export function print(...values: readonly unknown[]): void {
  if (isTracing()) emitPrint(values);
  else printEagerly(values);
}
