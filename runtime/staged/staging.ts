import { functionsRunEagerly } from '../function/eagerMode.js';
import { isTracing } from '../trace/session.js';

/** Whether staged code runs: a trace is open, or graph functions run eagerly. */
export function is_staging(): boolean {
  return isTracing() || functionsRunEagerly();
}
