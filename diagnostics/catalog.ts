import { branches } from './entries/branches.js';
import { build } from './entries/build.js';
import { call } from './entries/call.js';
import { functions } from './entries/functions.js';
import { lists } from './entries/lists.js';
import { loops } from './entries/loops.js';
import { operators } from './entries/operators.js';
import { run } from './entries/run.js';
import { tensors } from './entries/tensors.js';
import type { Entry, Phase } from './entry.js';

const trace = { ...branches, ...loops, ...lists, ...operators, ...tensors, ...functions } as const;

/** Every diagnostic there is, by its code. docs/diagnostics.md is made from it. */
export const catalog = { build, trace, call, run } as const satisfies Record<
  Phase,
  Readonly<Record<string, Entry>>
>;

export type BuildCode = keyof typeof build;

/** Those that the runtime raises. It knows them as types only: the texts stay out of the user's bundle. */
export type RuntimeCode = keyof typeof trace | keyof typeof call | keyof typeof run;

export type DiagnosticCode = BuildCode | RuntimeCode;
