import { implementationOf } from '../function/graphFunction.js';
import type { AnyFunction } from '../function/signature/options.js';

/**
 * The staged code of a graph function as text, for reading: what is traced (`tf.autograph.to_code` of TensorFlow). The
 * source locations that staged code carries are left out. Of a function that was not staged it is the function's own text.
 */
export function toCode(fn: AnyFunction): string {
  const text = Function.prototype.toString.call(implementationOf(fn));
  return text.replace(/,\s*(["'`])[^"'`\n]*:\d+:\d+\1(?=\s*[,)])/g, '');
}
