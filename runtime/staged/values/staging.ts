import { stagesEagerly } from '../../function/eagerMode.js';
import { is_blank } from '../../function/signature/privateFields.js';
import { isTracing } from '../../trace/session.js';
import { enterStaged, enterStagedFunction } from '../../trace/unstagedCalls.js';

/**
 * Whether staged code runs: a trace is open, or graph functions run eagerly. Only functions that were staged ask. What makes an
 * object whose constructor is to be left is what the class was judged by, its text as it is written.
 * The text of the function, or class, tells by `origin` that it has staged code.
 */
export function is_staging(origin?: string): boolean {
  enterStagedFunction();
  return isInText(origin) && stages();
}

const nowhere = new Set<string | undefined>();

/** Always. A bundler such as Rollup leaves out of a call what it sees that nothing asks for, and with it the text that tells. */
export function isInText(origin: string | undefined): boolean {
  return !nowhere.has(origin);
}

/** The same, where a helper asks for the staged code that called it. */
export function isStaging(): boolean {
  enterStaged();
  return stages();
}

function stages(): boolean {
  return !is_blank() && (isTracing() || stagesEagerly());
}
