import { errorHere } from '../../trace/errorHere.js';
import { isTracing } from '../../trace/session.js';
import { currentTry } from '../branches/guardedTry.js';
import { currentConstruct } from '../state/recording.js';

/*
 * A branch, loop or `try` block that a tensor decides about reads and puts back what it assigns. Of a Proxy that would run the
 * program's traps, which do what they like, once more each time.
 */

const traps = ['get', 'set', 'has', 'deleteProperty', 'defineProperty', 'ownKeys'] as const;

/** Those that staged code has made, with traps of the program's own. */
const proxies = new WeakSet<object>();

export function noteProxy(proxy: object, handler: unknown): void {
  const has = (trap: string) => typeof Reflect.get(Object(handler) as object, trap) === 'function';
  if (isTracing() && traps.some(has)) proxies.add(proxy);
}

/** Refuses to change a Proxy where what is changed is put back. */
export function requireNoProxy(object: unknown): void {
  if (!isTracing() || typeof object !== 'object' || object === null || !proxies.has(object)) return;
  if (currentConstruct() === null && currentTry() === null) return;
  throw errorHere(
    'branch-values-differ',
    'A Proxy is changed in a branch, loop or try block that a tensor may decide about: to put back what was assigned ' +
      'there would run its traps again.',
    'Assign to the object behind it, and do in a function or setter what the trap does.',
  );
}
