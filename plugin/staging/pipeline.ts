import type * as t from '@babel/types';
import { liftAssignments } from './assignments.js';
import { replaceAwaits } from './awaits.js';
import { useBlocks } from './blocks.js';
import type { Staging } from './context.js';
import { makeFunctional } from './controlFlow.js';
import { dumpPass } from './dump.js';
import { stageExpressions } from './expressions.js';
import type { FunctionWithBody } from './functions.js';
import { lowerJumps } from './jumps.js';
import { lowerLoops } from './loops.js';
import { renameShadows } from './shadows.js';
import { markTests } from './tests.js';
import { hoistVariables } from './variables.js';
import { markWrites } from './writes.js';

type Pass = (root: FunctionWithBody, staging: Staging) => void;

/** The passes in their order. Each leaves a valid program behind; `USE_GRAPH_DUMP=<name>` prints it. */
export const passes: readonly [name: string, pass: Pass][] = [
  ['blocks', useBlocks],
  ['variables', hoistVariables],
  ['shadows', renameShadows],
  ['awaits', replaceAwaits],
  ['loops', lowerLoops],
  ['assignments', liftAssignments],
  ['jumps', lowerJumps],
  ['tests', markTests],
  ['writes', markWrites],
  ['control-flow', makeFunctional],
  ['expressions', stageExpressions],
];

export function runPasses(root: t.ArrowFunctionExpression, staging: Staging): void {
  const { line, column } = root.loc?.start ?? { line: 1, column: 0 };
  const place = `${staging.file}:${line}:${column + 1}`;
  dumpPass('source', root, place);
  for (const [name, pass] of passes) {
    pass(root, staging);
    dumpPass(name, root, place);
  }
}
