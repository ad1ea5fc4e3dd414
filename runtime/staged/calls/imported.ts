import { moduleFrom } from '../../function/pendingModules.js';
import type { SourceLocation } from '../../graph/types.js';
import { at } from '../../trace/session.js';

/** `import('./x.js')` in a graph function: the module itself, which an asynchronous one is called again for once it is loaded. */
export function imported(loading: Promise<unknown>, location: SourceLocation): unknown {
  return at(location, () => moduleFrom(loading, location));
}
