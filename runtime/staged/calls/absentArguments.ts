import { UseGraphError } from '../../errors.js';
import { isOp } from '../operators/deferredOps.js';
import { absentOf, isUnmerged } from '../values/absent.js';

/**
 * A call of an op of TensorFlow.js that is given a variable which has no value in a loop's first iteration: an op may be called
 * without an argument, and what it refuses is a use of the variable.
 */
export function callWithAbsent(
  f: unknown,
  self: unknown,
  args: readonly unknown[],
  call: (args: unknown[]) => unknown,
): (() => unknown) | undefined {
  const absents = args.flatMap((arg) => (isUnmerged(arg) ? [] : (absentOf(arg) ?? [])));
  if (absents.length === 0 || !isOp(f, self)) return undefined;
  return () => {
    let result: unknown;
    try {
      result = call(args.map((arg) => (isUnmerged(arg) ? arg : original(arg))));
    } catch (error) {
      throw error instanceof UseGraphError ? error : absents[0]!.used();
    }
    for (const absent of absents) absent.isObserved = true;
    return result;
  };
}

function original(arg: unknown): unknown {
  const absent = absentOf(arg);
  return absent === undefined ? arg : absent.original;
}
