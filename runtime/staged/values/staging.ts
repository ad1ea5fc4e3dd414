import { stagesEagerly } from '../../function/eagerMode.js';
import { isTracing } from '../../trace/session.js';
import { enterStaged } from '../../trace/unstagedCalls.js';

/** Whether staged code runs: a trace is open, or graph functions run eagerly. Only functions that were staged ask. */
export function is_staging(): boolean {
  enterStaged();
  return isTracing() || stagesEagerly();
}
