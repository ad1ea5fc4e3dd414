import { assignment, declaration, record } from './assignments.js';
import { branch, chain, switchStatement } from './branches.js';
import { classDeclaration } from './classes.js';
import { callbacks, mapUse, optional, setUse } from './collections.js';
import {
  aliased,
  arrayDeclaration,
  gridDeclaration,
  grow,
  growingDeclaration,
  objectDeclaration,
  push,
  recordsDeclaration,
} from './containers.js';
import { throwStatement, tryStatement } from './exceptions.js';
import { filledArray } from './filled.js';
import {
  callStatement,
  chosenFunction,
  functionDeclaration,
  laterCalls,
  waiting,
} from './functions.js';
import { jump } from './jumps.js';
import { labelledBlock, loop } from './loops.js';
import { maybeStatement } from './missing.js';
import { numberKeys, searching } from './numberKeys.js';
import { destructuring } from './patterns.js';
import { inBlock, mostRuns, type Surroundings } from './surroundings.js';
import { chain as chainOfObjects, chosenArray, replace } from './unions.js';

/** The statements of a block, each on a line. `around.scope` is the block's own. */
export function block(around: Surroundings, most = 3): string {
  const { random } = around;
  const lines: string[] = [];
  if (random.chance(0.1)) lines.push(shadowing(around));
  const { hoisted, call } = random.chance(0.06)
    ? hoistedFunction(around)
    : { hoisted: '', call: '' };
  lines.push(call);
  const count = 1 + random.below(most);
  for (let index = 0; index < count; index++) lines.push(statement(around));
  lines.push(hoisted);
  return lines.filter((line) => line !== '').join('\n');
}

/** A block of statements in braces, one deeper than what is around. */
export function braced(around: Surroundings, more: Partial<Surroundings> = {}, most = 3): string {
  return `{\n${block(inBlock(around, more), most)}\n}`;
}

function statement(around: Surroundings): string {
  const { random, depth, weight, budget } = around;
  const simple: [number, () => string][] = [
    [6, () => assignment(around)],
    [2, () => record(around)],
    [1.5, () => jump(around)],
    [1.5, () => declaration(around)],
    [1, () => destructuring(around)],
    [1, () => callStatement(around)],
    [0.5, () => push(around)],
    [0.4, () => optional(around)],
    [around.scope.maybes.length > 0 ? 1.5 : 0.3, () => maybeStatement(around)],
    [around.scope.replaced.length > 0 ? 1.2 : 0.2, () => replace(around)],
    [0.2, () => chosenArray(around)],
    [around.canAwait ? 1.5 : 0, () => waiting(around)],
    [around.scope.growing.length > 0 ? 2 : 0.2, () => growth(around)],
    [around.isGuarded ? 1.5 : 0.12, () => throwStatement(around)],
  ];
  if (depth <= 0 || budget.left <= 0) return random.weighted(simple)();
  const nested: [number, () => string][] = [
    [3, () => branch(around)],
    [1, () => chain(around)],
    [1.2, () => switchStatement(around)],
    [0.7, () => labelledBlock(around)],
    [1, () => tryStatement(around)],
    [1, () => functionDeclaration(around)],
    [0.5, () => chosenFunction(around)],
    [0.4, () => classDeclaration(around)],
    [0.5, () => objectDeclaration(around)],
    [0.5, () => arrayDeclaration(around)],
    [0.4, () => recordsDeclaration(around)],
    [0.2, () => gridDeclaration(around)],
    [0.3, () => aliased(around)],
    [0.3, () => braced(around)],
    [0.4, () => mapUse(around)],
    [0.2, () => numberKeys(around)],
    [0.3, () => searching(around)],
    [0.6, () => callbacks(around)],
  ];
  if (weight * 3 <= mostRuns) {
    nested.push(
      [4, () => loop(around)],
      [0.25, () => setUse(around)],
      [0.15, () => chainOfObjects(around)],
      [0.4, () => filledArray(around)],
      [0.5, () => laterCalls(around)],
    );
  }
  const kind = random.weighted([...simple, ...nested]);
  if (nested.some(([, construct]) => construct === kind)) budget.left--;
  return kind();
}

function growth(around: Surroundings): string {
  return around.scope.growing.length > 0 && around.random.chance(0.9)
    ? grow(around)
    : growingDeclaration(around);
}

/** A function that is called above the place where it is declared. */
function hoistedFunction(around: Surroundings): { hoisted: string; call: string } {
  if (around.depth <= 0) return { hoisted: '', call: '' };
  const hoisted = functionDeclaration(around, 'declaration');
  return { hoisted, call: callStatement(around) };
}

/** Declares a variable of an outer block anew. */
function shadowing(around: Surroundings): string {
  const { random, scope } = around;
  const free = scope.variables.filter(
    ({ text, type }) => (type === 'float' || type === 'int') && !scope.declares(text),
  );
  if (free.length === 0) return '';
  const { text } = random.pick(free);
  return declaration({ ...around, scope }, text);
}
