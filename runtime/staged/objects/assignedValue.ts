import { logicalAnd, logicalOr, type Tensor } from '@tensorflow/tfjs-core';
import { emitAssert } from '../../trace/effects.js';
import { isGone } from '../../trace/heirs.js';
import { type Fact, knownToHold, negated, where } from '../../trace/knownFlags.js';
import { stagedListOf } from '../lists/heldList.js';
import { isMissing } from '../values/absent.js';
import { type Candidate, candidatesOf, hasAliases, markChosen, rowOf } from '../values/choice.js';
import { elementNode } from '../values/classInstances.js';
import { isTensor } from '../values/tensors.js';
import { Variant, variantObject } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { counterparts } from './counterparts.js';

/*
 * `p.next = { x, next: p.next }`, where `p` is one of several objects: each of these gets an object whose `next` is its own,
 * and not a choice of the `next` of all of them, in which it may be itself. So the new object becomes several ones, of which
 * it is the one that belongs to the object chosen.
 */

/** What each of the objects that `object` may be gets where `value` is assigned to it. */
export function assignedValues(object: object, value: unknown): (base: object) => unknown {
  const own = (candidatesOf(object) ?? []).filter(
    (candidate) => candidate.object !== object && isUsable(candidate),
  );
  if (own.length === 0 || !mayHold(value)) return () => value;
  const given = own.map((candidate) => ({ candidate, values: new GivenValue(object, candidate) }));
  const found = new Map(
    given.map(({ candidate, values }) => [candidate.object, values.of(value)] as const),
  );
  divide(given);
  return (base) => (found.has(base) ? found.get(base) : value);
}

/** Makes each object of which some bases have got one of their own the one of the base that is chosen. */
function divide(given: readonly { candidate: Candidate; values: GivenValue }[]): void {
  const divided = new Set(given.flatMap(({ values }) => [...values.divided.keys()]));
  for (const object of divided) {
    const parts = given.flatMap(({ candidate: { predicate, holds }, values }): Candidate[] => {
      const part = values.divided.get(object);
      return part === undefined ? [] : [{ object: part, predicate, holds }];
    });
    const isPart = parts.map(({ predicate, holds }) => (holds ? predicate! : negated(predicate!)));
    const isAny = isPart.reduce((one, other) => logicalOr(one, other));
    markChosen(object, [...parts, { object, predicate: isAny, holds: false }]);
  }
}

/** There is no such value where the base is the object chosen. */
const impossible = Symbol('impossible');

/** What one base is given. */
class GivenValue {
  /** What has become another object. */
  readonly divided = new Map<object, object>();
  readonly #base: object;
  readonly #isBase: Fact;
  readonly #known: ReadonlyMap<object, unknown>;
  /** What does not hold the base, or is being looked at. */
  readonly #without = new Set<object>();

  constructor(object: object, { object: base, predicate, holds }: Candidate) {
    this.#base = base;
    this.#isBase = { predicate: predicate!, holds };
    this.#known = counterparts(object, base);
  }

  of(value: unknown): unknown {
    const { predicate, holds } = this.#isBase;
    const given = where(predicate, holds, () => this.#visit(value, []));
    return given === impossible ? value : given;
  }

  #visit(value: unknown, when: readonly Fact[]): unknown {
    if (typeof value !== 'object' || value === null || isTensor(value)) return value;
    if (this.#known.has(value)) return this.#known.get(value);
    if (value === this.#base) return when.length === 0 ? value : this.#excluded(when);
    const variant = variantOf(value);
    if (variant !== undefined) return this.#variant(value, variant, when);
    if (this.#without.has(value)) return value;
    this.#without.add(value);
    const candidates = candidatesOf(value);
    const given =
      candidates === undefined ? this.#itself(value, when) : this.#chosen(value, candidates, when);
    // Without any condition what is the base itself stays there.
    if (given !== value || when.length === 0) this.#without.delete(value);
    return given;
  }

  #variant(value: object, variant: Variant, when: readonly Fact[]): unknown {
    const { predicate, one, other, isThereMessage, origin } = variant;
    const known = knownToHold(predicate);
    if (known !== undefined) return this.#visit(known ? one : other, when);
    const [inOne, inOther] = [true, false].map((holds) =>
      this.#visit(holds ? one : other, [...when, { predicate: predicate as Tensor, holds }]),
    );
    if (inOne === impossible) return inOther;
    if (inOther === impossible || Object.is(inOne, inOther)) return inOne;
    if (Object.is(inOne, one) && Object.is(inOther, other)) return value;
    if (isMissing(inOne) && isMissing(inOther)) return inOther;
    return variantObject(new Variant(predicate, inOne, inOther, isThereMessage, origin));
  }

  #chosen(value: object, candidates: readonly Candidate[], when: readonly Fact[]): unknown {
    const left = candidates.filter((candidate) => {
      const holds = holdsFor(candidate);
      if (holds === false) return false;
      if (candidate.object !== this.#base || !isUsable(candidate)) return true;
      const { predicate, holds: isIt } = candidate;
      this.#excluded([...when, { predicate: predicate!, holds: isIt }]);
      return false;
    });
    const certain = left.find((candidate) => holdsFor(candidate) === true) ?? left[0];
    if (certain === undefined) return impossible;
    const isCertain = holdsFor(certain) === true || (left.length === 1 && isUsable(certain));
    if (isCertain && certain.object !== value) return this.#visit(certain.object, when);
    const copy = this.#rebuilt(value, when);
    if (copy === impossible || (copy === value && left.length === candidates.length)) return copy;
    const made = copy === value ? elementNode(value)!.rebuild(elementNode(value)!.children) : copy;
    markChosen(made as object, left);
    return made;
  }

  #itself(value: object, when: readonly Fact[]): unknown {
    if (stagedListOf(value) !== undefined || rowOf(value) !== undefined) return value;
    const copy = this.#rebuilt(value, when);
    if (copy === value || copy === impossible) return copy;
    if (hasAliases(value)) return value;
    const known = this.divided.get(value) ?? (copy as object);
    this.divided.set(value, known);
    return known;
  }

  #rebuilt(value: object, when: readonly Fact[]): unknown {
    const node = elementNode(value);
    if (node === null) return value;
    const children = node.children.map((child) => this.#visit(child, when));
    if (children.includes(impossible)) return impossible;
    const isSame = children.every((child, index) => Object.is(child, node.children[index]));
    return isSame ? value : node.rebuild(children);
  }

  /** No object holds itself: an error where the graph finds it otherwise. */
  #excluded(when: readonly Fact[]): typeof impossible {
    const all = [this.#isBase, ...when].map(({ predicate, holds }) =>
      holds ? predicate : negated(predicate),
    );
    emitAssert(
      negated(all.reduce((one, other) => logicalAnd(one, other))),
      'an object that a tensor has chosen is assigned to itself, or to what it holds',
    );
    return impossible;
  }
}

function holdsFor({ predicate, holds }: Candidate): boolean | undefined {
  if (predicate === null) return undefined;
  const truth = knownToHold(predicate);
  return truth === undefined ? undefined : truth === holds;
}

function isUsable({ predicate }: Candidate): boolean {
  return predicate !== null && !isGone(predicate);
}

/** Whether it refers to other objects. */
function mayHold(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || isTensor(value)) return false;
  if (variantOf(value) !== undefined || candidatesOf(value) !== undefined) return true;
  return (
    elementNode(value)?.children.some(
      (child) => typeof child === 'object' && child !== null && !isTensor(child),
    ) === true
  );
}
