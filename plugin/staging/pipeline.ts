import type * as t from '@babel/types';
import { forEachNode } from '../syntax/nodes.js';
import { dumpedPasses, dumpPass } from './dump.js';
import { liftAssignments } from './expressions/assignments.js';
import { replaceAwaits, settlePromises } from './expressions/awaits.js';
import { stageExpressions } from './expressions/expressions.js';
import { handOverParts } from './expressions/patterns.js';
import { guardPrivateNames } from './expressions/privateNames.js';
import { markTests } from './expressions/tests.js';
import { guardDeadZones } from './jumps/deadZones.js';
import { lowerJumps } from './jumps/jumps.js';
import { joinSuperCalls } from './jumps/superCalls.js';
import { lowerLoops } from './loops/loops.js';
import { findMadeFunctions, makeFunctions } from './loops/madeFunctions.js';
import { pushFromGenerators, returnFromPushed } from './loops/pushedGenerators.js';
import { useSteps } from './loops/steppedLoops.js';
import { useBlocks } from './state/blocks.js';
import { makeFunctional } from './state/controlFlow.js';
import { openPrivateFields } from './state/privateFields.js';
import { guardSetters } from './state/setters.js';
import { renameShadows } from './state/shadows.js';
import { useFunctionsInClasses } from './state/staticBlocks.js';
import { hoistVariables } from './state/variables.js';
import { flattenBodies } from './tree/bodies.js';
import type { Staging } from './tree/context.js';
import { turnEmptyBranches } from './tree/emptyBranches.js';
import type { FunctionWithBody } from './tree/functions.js';
import { giveWaitingBodies } from './waiting.js';

type Pass = (root: FunctionWithBody, staging: Staging) => void;

/**
 * The passes in their order, with the nodes that each is for, where it has nothing to do without such a one. Each leaves a valid
 * program behind; `USE_GRAPH_DUMP=<name>` prints it.
 */
export const passes: readonly [name: string, pass: Pass, nodes?: readonly t.Node['type'][]][] = [
  ['static-blocks', useFunctionsInClasses, ['StaticBlock']],
  ['blocks', useBlocks],
  ['steps', useSteps, ['WhileStatement', 'ForStatement', 'DoWhileStatement']],
  ['generators', pushFromGenerators, ['YieldExpression']],
  ['waiting', giveWaitingBodies],
  ['variables', hoistVariables],
  ['patterns', handOverParts, ['ArrayPattern', 'ObjectPattern', 'AssignmentPattern']],
  ['shadows', renameShadows],
  ['dead-zones', guardDeadZones],
  ['awaits', replaceAwaits],
  ['found-functions', findMadeFunctions],
  ['loops', lowerLoops],
  ['assignments', liftAssignments],
  ['private-names', guardPrivateNames, ['PrivateName']],
  ['jumps', lowerJumps],
  ['super-calls', joinSuperCalls, ['Super']],
  ['tests', markTests],
  ['control-flow', makeFunctional],
  ['expressions', stageExpressions],
  ['promises', settlePromises],
  ['setters', guardSetters, ['ClassMethod', 'ClassPrivateMethod', 'ObjectMethod']],
  ['private-fields', openPrivateFields, ['ClassPrivateProperty', 'ClassPrivateMethod']],
  ['pushed', returnFromPushed, ['YieldExpression']],
  ['made-functions', makeFunctions],
  ['empty-branches', turnEmptyBranches, ['IfStatement']],
  ['bodies', flattenBodies],
];

export function runPasses(root: t.ArrowFunctionExpression, staging: Staging): void {
  const { line, column } = root.loc?.start ?? { line: 1, column: 0 };
  const place = `${staging.file}:${line}:${column + 1}`;
  const dumped = dumpedPasses();
  const present = new Set<string>();
  forEachNode(root, ({ type }) => present.add(type));
  dumpPass('source', root, place, dumped);
  for (const [name, pass, nodes] of passes) {
    if (nodes === undefined || nodes.some((type) => present.has(type))) pass(root, staging);
    dumpPass(name, root, place, dumped);
  }
}
