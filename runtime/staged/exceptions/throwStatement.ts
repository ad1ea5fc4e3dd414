import type { Tensor } from '@tensorflow/tfjs-core';
import { hasEffect } from '../../graph/graph.js';
import type { SourceLocation } from '../../graph/types.js';
import { emitThrow } from '../../trace/effects.js';
import { holesIn } from '../../trace/errorText.js';
import { whereChosen } from '../../trace/heirs.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { at, isTracing } from '../../trace/session.js';
import { noteDecidedThrow } from '../../trace/swallowedErrors.js';
import { currentTracer } from '../../trace/tracer.js';
import { currentTry } from '../branches/guardedTry.js';
import { if_stmt } from '../branches/ifStatement.js';
import { endPath } from '../branches/level.js';
import { heldTensorsIn, hostPropertiesOf, type Thrown } from '../branches/thrownContents.js';
import { textsOf } from '../operators/chosenText.js';
import { noVariables } from '../state/state.js';
import { isTensor } from '../values/tensors.js';
import type { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { isWeakTensor } from '../values/weak.js';
import { makeError } from './errorTexts.js';

/**
 * What `throw` throws in staged code: what `make` gives, where JavaScript decides that. Where a tensor does, the graph
 * throws it, when it runs and gets there, and what is thrown now ends the path that is being traced.
 */
export function thrown(make: () => unknown, location: SourceLocation): unknown {
  if (!isTracing()) return make();
  return at(location, () => {
    const value = makeError(make);
    return raise({ value, holes: holesIn(value) });
  });
}

/** Throw what it returns. */
export function raise(exception: Thrown): unknown {
  const variant = variantOf(exception.value);
  if (variant !== undefined) return raiseVariant(variant);
  const guarded = currentTry();
  const tracer = currentTracer();
  const { value, holes } = exception;
  if (guarded !== null) {
    // Code that is not staged may catch what JavaScript throws. Where only a `finally` follows, a tensor may decide about it.
    const isOfHost = guarded.isCaught && tracer === guarded.tracer;
    if (isOfHost && holes.length === 0) return value;
    guarded.raise(exception);
    return endPath();
  }
  // Nothing has happened yet that a call would notice before it fails.
  const isFirst = tracer.parent === null && !tracer.nodes.some(hasEffect);
  const held = heldTensorsIn(value);
  if (isFirst && holes.length === 0 && held.length === 0) return value;
  noteDecidedThrow();
  const inText = holes.map((hole) => ({ ...hole, isNumber: isWeakTensor(hole.tensor) }));
  const inValue = held.map((one) => ({ ...one, isPlain: isPlain(one.tensor) }));
  emitThrow(value, inText, hostPropertiesOf(value, held), inValue);
  return endPath();
}

/** Whether it is a number, boolean or text to the program. */
function isPlain(tensor: Tensor): boolean {
  return isWeakTensor(tensor) || textsOf(tensor) !== undefined;
}

/** Which of two values is thrown, or whether one is that is not there, is a choice of the graph. */
function raiseVariant({ predicate, one, other }: Variant): unknown {
  // What a branch has left in the text of an error it has where that error is the one.
  const raiseOne = (value: unknown) => whereChosen(() => raise({ value, holes: holesIn(value) }));
  const throwOne = (value: unknown) => () => {
    throw raiseOne(value);
  };
  const holds = knownToHold(predicate) ?? predicate;
  if (!isTensor(holds)) return raiseOne(holds === true ? one : other);
  if_stmt(holds, throwOne(one), throwOne(other), noVariables, null);
  return endPath();
}
