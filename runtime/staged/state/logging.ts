import { StagingError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import { at, currentLocation, isTracing } from '../../trace/session.js';
import { currentTracer } from '../../trace/tracer.js';
import { quoted } from '../values/describeValue.js';

/**
 * A collection from outside that the function changes and never reads: an effect on the host, at each trace. In a branch or
 * loop of the graph a trace does not know whether, or how often, it happens.
 */
export function logging<T>(collection: T, name: string, location: SourceLocation): T {
  if (isTracing() && currentTracer() !== currentTracer().root)
    throw at(location, () => changedByTensor(name));
  return collection;
}

function changedByTensor(name: string): StagingError {
  return new StagingError(
    'argument-modified',
    `A branch or loop that a tensor decides about changes what ${quoted(name)} holds, which is made outside of the ` +
      'function: it would happen only while tracing, whatever the tensor says.',
    currentLocation(),
    'Return what is to be put there, or have the host do it when the graph runs, by jsFunction. To look at values, use print().',
  );
}
