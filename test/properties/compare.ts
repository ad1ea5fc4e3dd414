import { isDeepStrictEqual } from 'node:util';
import { expectedOutcomes, type Mode, modes, type Outcome, outcomes } from './modes.js';
import type { Program } from './programs/program.js';

/** A mode in which a program does something else than JavaScript. */
export interface Failure {
  readonly mode: Mode;
  readonly call: number;
  readonly expected: Outcome;
  readonly actual: Outcome;
}

export interface Comparison {
  readonly failure: Failure | null;
  /** The codes with which a mode refused the program. */
  readonly refusals: readonly string[];
}

/** Runs a program in every mode: it must do what JavaScript does on numbers, or be refused with a code. */
export async function compare(
  program: Program,
  {
    isAsync = false,
    only = modes,
    refusable = [],
  }: {
    isAsync?: boolean;
    only?: readonly Mode[];
    /** Codes with which these programs may be refused besides. */
    refusable?: readonly string[];
  } = {},
): Promise<Comparison> {
  const expected = await expectedOutcomes(program);
  const call = expected.findIndex(({ error }) => error !== undefined);
  if (call !== -1) throw new Error(`No program to compare: ${expected[call]!.error}`);
  const refusals = new Set<string>();
  for (const mode of only) {
    const actual = await outcomes(program, mode, isAsync);
    for (const [call, outcome] of actual.entries()) {
      const { refusal } = outcome;
      const isRefused = isAllowed(refusal) || refusable.includes(refusal ?? '');
      if (isRefused && mode !== 'numbers') refusals.add(refusal!);
      else if (!isDeepStrictEqual(outcome, expected[call])) {
        return {
          failure: { mode, call, expected: expected[call]!, actual: outcome },
          refusals: [...refusals],
        };
      }
    }
  }
  return { failure: null, refusals: [...refusals] };
}

/** Whether the program may be refused with this code: for what it does, not for how it is written. */
function isAllowed(refusal: string | undefined): refusal is string {
  return refusal !== undefined && allowed.has(refusal);
}

/** A variable that starts as a whole number, say, and is a float32 or int32 tensor after one branch or the other. */
const allowed = new Set(['branch-dtypes-differ', 'loop-dtype-changes', 'undefined-in-branch']);
