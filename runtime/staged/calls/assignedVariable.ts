import { formatType, type Shape } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { describeValue } from '../values/describeValue.js';
import { isTensor, isVariable, typeOf } from '../values/tensors.js';

/** TensorFlow.js names neither the variable nor what to do, and speaks of the dtype of a number, which has none. */
export function requireAssignable(f: object, self: unknown, [value]: readonly unknown[]): void {
  if (!isVariable(self) || f !== self.assign) return;
  const type = typeOf(self);
  // A trace for which a variable's name counts is for that variable only.
  const into = () => `${nameOf(self.name)} (${formatType(type)})`;
  if (!isTensor(value)) {
    const made = self.rank === 0 ? 'tf.scalar(value' : 'tf.tensor(values, shape';
    throw errorHere(
      'wrong-argument',
      `${into()} is assigned ${describeValue(value)}: assign() takes a tensor.`,
      `Make a tensor of it: ${made}, '${type.dtype}').`,
    );
  }
  const given = typeOf(value);
  if (given.dtype === type.dtype && mayFit(given.shape, type.shape)) return;
  throw errorHere(
    'incompatible-inputs',
    `${into()} is assigned ${formatType(given)}: a variable keeps its dtype and shape.`,
    'Cast or reshape what it is assigned (tf.cast, tf.reshape), or make another variable.',
  );
}

/** TensorFlow.js numbers variables to which the program gives no name. */
function nameOf(name: string): string {
  return /^\d+$/.test(name) ? 'A variable' : `The variable '${name}'`;
}

/** Sizes that are not known yet may be any. */
function mayFit(given: Shape, own: Shape): boolean {
  if (given === null || own === null) return true;
  return (
    given.length === own.length &&
    given.every((size, axis) => size === null || own[axis] === null || size === own[axis])
  );
}
