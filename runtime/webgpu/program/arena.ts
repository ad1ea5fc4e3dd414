/** What a tensor needs of the arena: so many elements, from one moment until before another. */
export interface Lifetime {
  readonly size: number;
  readonly start: number;
  readonly end: number;
}

export interface Placement {
  /** Where each begins. */
  readonly offsets: readonly number[];
  readonly size: number;
}

/** Up to so much more than the largest live set is not worth a second look. */
const goodEnough = 1.05;

/** More tensors than this are only placed in their order, since each is compared with all others otherwise. */
const mostCompared = 4096;

/**
 * Places tensors so that those that live at the same time do not overlap. Into holes as they come, which is best nearly
 * always; where that leaves too much unused, the largest first (the greedy-by-size order of Pisarchyk and Lee, "Efficient
 * Memory Management for Deep Neural Net Inference", 2020). No tensor lies across the end of a page.
 */
export function placeLifetimes(lifetimes: readonly Lifetime[], pageSize = Infinity): Placement {
  const inOrder = placeInOrder(lifetimes);
  const isPaged = inOrder.size > pageSize;
  if (!isPaged) {
    if (lifetimes.length > mostCompared) return inOrder;
    if (inOrder.size <= goodEnough * largestLiveSet(lifetimes)) return inOrder;
  }
  const best = placeLargestFirst(lifetimes, isPaged ? pageSize : Infinity);
  return isPaged || best.size < inOrder.size ? best : inOrder;
}

export function largestLiveSet(lifetimes: readonly Lifetime[]): number {
  let [live, largest] = [0, 0];
  for (const { size, isStart } of eventsOf(lifetimes)) {
    live += isStart ? size : -size;
    largest = Math.max(largest, live);
  }
  return largest;
}

interface Event {
  readonly time: number;
  readonly index: number;
  readonly size: number;
  readonly isStart: boolean;
}

/** What ends at a moment makes room for what starts then. */
function eventsOf(lifetimes: readonly Lifetime[]): Event[] {
  const events = lifetimes.flatMap(({ size, start, end }, index): Event[] => [
    { time: start, index, size, isStart: true },
    { time: end, index, size, isStart: false },
  ]);
  return events.sort((a, b) => a.time - b.time || Number(a.isStart) - Number(b.isStart));
}

function placeInOrder(lifetimes: readonly Lifetime[]): Placement {
  const holes = new Holes();
  const offsets = new Array<number>(lifetimes.length);
  for (const { index, size, isStart } of eventsOf(lifetimes)) {
    if (isStart) offsets[index] = holes.take(size);
    else holes.free(offsets[index]!, size);
  }
  return { offsets, size: holes.end };
}

/** So often the order is changed, where much is left unused. */
const mostAttempts = 24;

/** What ends up on top goes first in the next attempt. */
function placeLargestFirst(lifetimes: readonly Lifetime[], pageSize: number): Placement {
  const wanted = goodEnough * largestLiveSet(lifetimes);
  const order = [...lifetimes.keys()].sort((a, b) => lifetimes[b]!.size - lifetimes[a]!.size);
  // The smallest are all in the first page, where flags of control flow are looked for.
  const small = pageSize === Infinity ? [] : order.filter((one) => lifetimes[one]!.size <= 4);
  order.unshift(...small);
  order.length = lifetimes.length;
  let best = placeIn(order, lifetimes, pageSize);
  let latest = best;
  const attempts = lifetimes.length > mostCompared / 8 ? 1 : mostAttempts;
  for (let attempt = 1; attempt < attempts && best.size > wanted; attempt++) {
    const top = order.findIndex((index) => endOf(index, latest) === latest.size);
    order.splice(small.length, 0, ...order.splice(top, 1));
    latest = placeIn(order, lifetimes, pageSize);
    if (latest.size < best.size) best = latest;
  }
  return best;

  function endOf(index: number, { offsets }: Placement): number {
    return offsets[index]! + lifetimes[index]!.size;
  }
}

/** Each at the lowest place that nothing takes that was placed before and lives at the same time. */
function placeIn(
  order: readonly number[],
  lifetimes: readonly Lifetime[],
  pageSize: number,
): Placement {
  const offsets = new Array<number>(lifetimes.length).fill(0);
  const placed: number[] = [];
  let end = 0;
  for (const index of order) {
    const { size, start, end: until } = lifetimes[index]!;
    const taken = placed
      .filter((other) => lifetimes[other]!.start < until && start < lifetimes[other]!.end)
      .sort((a, b) => offsets[a]! - offsets[b]!);
    let offset = 0;
    for (const other of taken) {
      offset = withinPage(offset, size, pageSize);
      if (offset + size <= offsets[other]!) break;
      offset = Math.max(offset, offsets[other]! + lifetimes[other]!.size);
    }
    offset = withinPage(offset, size, pageSize);
    offsets[index] = offset;
    placed.push(index);
    end = Math.max(end, offset + size);
  }
  return { offsets, size: end };
}

function withinPage(offset: number, size: number, pageSize: number): number {
  const page = Math.floor(offset / pageSize) || 0;
  return offset + size > (page + 1) * pageSize ? (page + 1) * pageSize : offset;
}

/** The unused parts of memory that ends nowhere. */
class Holes {
  end = 0;
  readonly #holes: { offset: number; size: number }[] = [];

  /** Where it fits best. */
  take(length: number): number {
    let best = -1;
    for (const [index, hole] of this.#holes.entries()) {
      if (hole.size < length) continue;
      if (best < 0 || hole.size < this.#holes[best]!.size) best = index;
    }
    if (best >= 0) {
      const hole = this.#holes[best]!;
      const { offset } = hole;
      if (hole.size === length) this.#holes.splice(best, 1);
      else this.#holes[best] = { offset: offset + length, size: hole.size - length };
      return offset;
    }
    // The hole at the end, where there is one, grows.
    const last = this.#holes.findIndex((hole) => hole.offset + hole.size === this.end);
    const offset = last < 0 ? this.end : this.#holes.splice(last, 1)[0]!.offset;
    this.end = offset + length;
    return offset;
  }

  free(offset: number, size: number): void {
    let freed = { offset, size };
    for (let index = this.#holes.length - 1; index >= 0; index--) {
      const hole = this.#holes[index]!;
      if (hole.offset + hole.size === freed.offset) {
        freed = { offset: hole.offset, size: hole.size + freed.size };
      } else if (freed.offset + freed.size === hole.offset) {
        freed = { offset: freed.offset, size: freed.size + hole.size };
      } else continue;
      this.#holes.splice(index, 1);
    }
    this.#holes.push(freed);
  }
}
