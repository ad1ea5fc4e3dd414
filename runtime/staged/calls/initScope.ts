import { outsideOfTraces } from '../../trace/session.js';
import { requireKind } from '../values/misuse.js';

/**
 * Runs `body` once, while tracing, outside of the graph: its operations run at once on the active backend, see and change
 * the real contents of variables, and may create variables (`tf.init_scope` of TensorFlow). Tensors of the graph cannot be
 * used in it. Outside of a graph function it only runs `body`.
 *
 * @returns what `body` returns; a tensor of it that the graph uses is captured.
 */
export function initScope<T>(body: () => T): T {
  requireKind('a function', body, 'initScope()', 'what it runs');
  return outsideOfTraces(body);
}
