import { all, type Tensor } from '@tensorflow/tfjs-core';
import { ExecutionError } from '../../errors.js';
import { shownTensor } from '../../interpret/printTensors.js';
import { emitAssert } from '../../trace/effects.js';
import { engine } from '../../trace/engine.js';
import { newHole } from '../../trace/errorText.js';
import { currentLocation, isTracing } from '../../trace/session.js';
import { readElements, requireBools } from '../operators/condition.js';
import { isTensor } from '../values/tensors.js';

/** Only the graph knows what a tensor holds, and puts its text in the place of this. */
function shown(value: unknown): string {
  if (!isTensor(value)) return String(value);
  return isTracing() ? newHole(value) : shownTensor(value, engine().backend);
}

/** `assert` or `console.assert(condition, ...data)` of a tensor fails the execution, in a graph and in an eager run alike. */
export function assertion(condition: Tensor, data: readonly unknown[], called: string): void {
  requireBools(condition, called);
  const message = data.length === 0 ? called.replace('()', '') : data.map(shown).join(' ');
  if (isTracing()) {
    emitAssert(condition, message);
    return;
  }
  if (readElements(all(condition), 'An asserted condition')[0] !== 0) return;
  throw new ExecutionError('assertion-failed', `Assertion failed: ${message}`, currentLocation());
}
