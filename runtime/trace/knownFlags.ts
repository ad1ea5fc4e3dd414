import { logicalNot, type Tensor } from '@tensorflow/tfjs-core';
import { isTensor } from './isTensor.js';

/*
 * After `if (!done) { done = true }` the flag is true whichever branch ran: in the other one it was true before. Knowing
 * that keeps the flags of early returns host values.
 */

const negations = new WeakMap<Tensor, Tensor>();

/** Its negation, which is remembered to be that. */
export function negated(flag: Tensor): Tensor {
  const result = logicalNot(flag);
  negations.set(result, flag);
  return result;
}

/** Whether one of two flags is known to hold where the other one does not. */
export function areOpposite(a: unknown, b: unknown): boolean {
  if (typeof a === 'boolean' || typeof b === 'boolean') return typeof a === 'boolean' && b === !a;
  return negations.get(a as Tensor) === b || negations.get(b as Tensor) === a;
}

/** What is known of a predicate. */
export interface Fact {
  readonly predicate: Tensor;
  readonly holds: boolean;
}

/** The same of what the predicate is the negation of. */
export function plain(fact: Fact): Fact {
  const flag = negations.get(fact.predicate);
  return flag === undefined ? fact : plain({ predicate: flag, holds: !fact.holds });
}

/** That something follows from facts together. */
interface Rule {
  readonly from: readonly Fact[];
  readonly fact: Fact;
  /** Where alone it is known to be so; null of one that is always so. */
  readonly branch: Branch | null;
}

/** A branch or body, which is being traced or has been. */
interface Branch {
  isOver: boolean;
}

/** By each of the predicates that they follow from. */
const rules = new WeakMap<Tensor, Rule[]>();

/** Tells what else is known where the predicate holds, or where it does not; all that is `given` has to be known too. */
export function implies(
  predicate: Tensor,
  holds: boolean,
  fact: Fact,
  ...given: readonly Fact[]
): void {
  addRules([{ predicate, holds }, ...given], fact, null);
}

/** The same of what may follow only with what the branches around have decided. */
export function impliesHere(
  predicate: Tensor,
  holds: boolean,
  fact: Fact,
  ...given: readonly Fact[]
): void {
  addRules([{ predicate, holds }, ...given], fact, branch);
}

/** And that the one cause does not hold where the fact does not. */
function addRules(from: readonly Fact[], fact: Fact, branch: Branch | null): void {
  addRule({ from: from.map(plain), fact: plain(fact), branch });
  const [cause, ...given] = from;
  if (given.length === 0)
    addRule({ from: [plain(opposite(fact))], fact: plain(opposite(cause!)), branch });
}

function addRule(rule: Rule): void {
  for (const { predicate } of rule.from) {
    const others = rules.get(predicate);
    if (others === undefined) rules.set(predicate, [rule]);
    else others.push(rule);
  }
  if (known !== null) follow([rule], known);
}

function opposite({ predicate, holds }: Fact): Fact {
  return { predicate, holds: !holds };
}

/** What the branches around have decided. */
const decided = new Map<Tensor, boolean>();
/** That, and all that follows from it; null until somebody asks. */
let known: Map<Tensor, boolean> | null = null;
let branch: Branch | null = null;
let depth = 0;

/** Traces a branch in which the predicate is known to hold, or not to. */
export function where<T>(predicate: Tensor, holds: boolean, body: () => T): T {
  depth++;
  try {
    return knowing({ predicate, holds }, body);
  } finally {
    depth--;
  }
}

/** Traces what runs only where the predicate holds, and is no branch. */
export function whereKnown<T>(predicate: Tensor, body: () => T): T {
  return knowing({ predicate, holds: true }, body);
}

function knowing<T>(fact: Fact, body: () => T): T {
  const { predicate: flag, holds: truth } = plain(fact);
  const before = decided.get(flag);
  const outer = branch;
  const own = { isOver: false };
  decided.set(flag, truth);
  branch = own;
  known = null;
  try {
    return body();
  } finally {
    own.isOver = true;
    branch = outer;
    if (before === undefined) decided.delete(flag);
    else decided.set(flag, before);
    known = null;
  }
}

/** Grows with each branch around. */
export function branchDepth(): number {
  return depth;
}

/** Whether what is traced runs only where a tensor has decided so. */
export function isInBranch(): boolean {
  return depth > 0;
}

const settled = new WeakMap<Tensor, boolean>();

/** Tells that the predicate holds, or does not, wherever it is asked for. */
export function settle(predicate: Tensor, holds: boolean): void {
  settled.set(predicate, holds);
}

/** Whether it is a tensor that has been told to hold wherever it is asked for. */
export function isSettled(flag: unknown): boolean {
  return settled.get(flag as Tensor) === true;
}

/** What the branches around say about a predicate, or about what it is the negation of; undefined where they do not. */
export function knownToHold(predicate: unknown): boolean | undefined {
  if (typeof predicate === 'boolean') return predicate;
  if (!isTensor(predicate)) return undefined;
  const { predicate: flag, holds } = plain({ predicate, holds: true });
  if (decided.size > 0) known ??= withConsequences(decided);
  const truth = known?.get(flag) ?? settled.get(flag);
  return truth === undefined ? undefined : truth === holds;
}

function withConsequences(facts: ReadonlyMap<Tensor, boolean>): Map<Tensor, boolean> {
  const all = new Map(facts);
  for (const predicate of facts.keys()) follow(rules.get(predicate) ?? [], all);
  return all;
}

/** Adds what follows by these rules, and all that follows from that. */
function follow(first: readonly Rule[], all: Map<Tensor, boolean>): void {
  const open = [...first];
  for (let rule = open.pop(); rule !== undefined; rule = open.pop()) {
    const { predicate, holds } = rule.fact;
    if (all.has(predicate) || !applies(rule, all)) continue;
    all.set(predicate, holds);
    open.push(...(rules.get(predicate) ?? []));
  }
}

function applies({ branch, from }: Rule, all: ReadonlyMap<Tensor, boolean>): boolean {
  if (branch?.isOver) return false;
  return from.every(({ predicate, holds }) => all.get(predicate) === holds);
}

/** The value, or the boolean that it must be in the branch in which the predicate holds, or does not. */
export function knownWhere(predicate: Tensor, holds: boolean, value: unknown): unknown {
  return isTensor(value) ? (where(predicate, holds, () => knownToHold(value)) ?? value) : value;
}
