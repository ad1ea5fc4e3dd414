import type { Concrete } from './concrete/concreteFunction.js';
import { type Argument, leafArguments } from './signature/argument.js';
import { hasUnknownSizes, isMoreSpecific, sameArguments } from './signature/generalize.js';
import { type Leaf, matchArguments } from './signature/match.js';
import { variablesAmong } from './signature/variableArguments.js';

/** So many traces one function keeps; beyond it the one that was not used for the longest time goes. */
const traceLimit = 128;

/** The traces of one function. Those for fully known shapes come before more general ones. */
export class TraceCache {
  /** The traces for known sizes, the one used last first. */
  readonly #exact: Concrete[] = [];
  readonly #general: Concrete[] = [];
  readonly #inOrder: Concrete[] = [];
  /** The signatures that were traced only as parts of other graphs. */
  readonly #inlined: (readonly Argument[])[] = [];

  /** The most specific trace that the arguments fit, whose tensors are then in `leaves`. */
  find(args: ArrayLike<unknown>, leaves: Leaf[]): Concrete | null {
    for (let index = 0; index < this.#exact.length; index++) {
      const concrete = this.#exact[index]!;
      leaves.length = 0;
      if (!matchArguments(concrete.args, args, leaves) || !isOfUse(concrete, leaves)) continue;
      if (index > 0) moveToFront(this.#exact, index);
      return concrete;
    }
    return this.#findGeneral(args, leaves);
  }

  #findGeneral(args: ArrayLike<unknown>, leaves: Leaf[]): Concrete | null {
    let best = -1;
    for (const [index, concrete] of this.#general.entries()) {
      leaves.length = 0;
      if (!matchArguments(concrete.args, args, leaves) || !isOfUse(concrete, leaves)) continue;
      if (best < 0 || isMoreSpecific(concrete.args, this.#general[best]!.args)) best = index;
    }
    if (best < 0) return null;
    const concrete = this.#general[best]!;
    moveToFront(this.#general, best);
    leaves.length = 0;
    matchArguments(concrete.args, args, leaves);
    return concrete;
  }

  findEqual(args: readonly Argument[]): Concrete | null {
    const leaves = variablesAmong(leafArguments(args), null) as object[];
    return (
      this.#inOrder.findLast(
        (concrete) => isOfUse(concrete, leaves) && sameArguments(concrete.args, args),
      ) ?? null
    );
  }

  /** The trace of a function whose signature was declared, for a call with these tensors. */
  only(leaves: readonly object[]): Concrete | null {
    return this.#inOrder.findLast((concrete) => isOfUse(concrete, leaves)) ?? null;
  }

  /** All traces, the oldest first. */
  all(): readonly Concrete[] {
    return [...this.#inOrder];
  }

  add(concrete: Concrete): void {
    for (const outlived of this.#inOrder.filter(({ isOutlived }) => isOutlived)) {
      this.#remove(outlived);
    }
    if (this.#inOrder.length >= traceLimit) {
      this.#remove(this.#exact.at(-1) ?? this.#general.at(-1)!);
    }
    const list = hasUnknownSizes(concrete.args) ? this.#general : this.#exact;
    list.unshift(concrete);
    this.#inOrder.push(concrete);
  }

  /** Whether a call inside of another trace has a signature that was traced neither so nor on its own before. */
  isNewInline(described: readonly Argument[], args: ArrayLike<unknown>): boolean {
    const isKnown =
      this.#inlined.some((known) => matchArguments(known, args, [])) ||
      this.#inOrder.some((concrete) => matchArguments(concrete.args, args, []));
    if (isKnown) return false;
    if (this.#inlined.length >= traceLimit) this.#inlined.shift();
    this.#inlined.push(described);
    return true;
  }

  dispose(): void {
    for (const concrete of this.#inOrder) concrete.dispose();
    for (const list of [this.#exact, this.#general, this.#inOrder]) list.length = 0;
  }

  #remove(concrete: Concrete): void {
    concrete.dispose();
    for (const list of [this.#exact, this.#general, this.#inOrder]) {
      const index = list.indexOf(concrete);
      if (index >= 0) list.splice(index, 1);
    }
  }
}

function isOfUse(concrete: Concrete, leaves: readonly object[]): boolean {
  return concrete.isCurrent && concrete.accepts(leaves);
}

function moveToFront<T>(list: T[], index: number): void {
  const [item] = list.splice(index, 1);
  list.unshift(item!);
}
