import { hasEffect } from '../../graph/graph.js';
import type { SourceLocation } from '../../graph/types.js';
import { emitThrow } from '../../trace/effects.js';
import { collectHoles } from '../../trace/errorText.js';
import { at, isTracing } from '../../trace/session.js';
import { currentTracer } from '../../trace/tracer.js';
import { currentTry, type Thrown } from '../branches/guardedTry.js';
import { endPath } from '../branches/level.js';

/**
 * What `throw` throws in staged code: what `make` gives, where JavaScript decides that. Where a tensor does, the graph
 * throws it, when it runs and gets there, and what is thrown now ends the path that is being traced.
 */
export function thrown(make: () => unknown, location: SourceLocation): unknown {
  if (!isTracing()) return make();
  return at(location, () => {
    const { made, holes } = collectHoles(make);
    return raise({ value: made, holes });
  });
}

/** Throw what it returns. */
export function raise(exception: Thrown): unknown {
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
  if (isFirst && holes.length === 0) return value;
  emitThrow(value, holes);
  return endPath();
}
