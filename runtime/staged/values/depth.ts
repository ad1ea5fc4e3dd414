import { errorHere } from '../../trace/errorHere.js';
import { recursionOf } from '../../trace/overflow.js';
import { currentCaller } from '../../trace/tracer.js';

/** Deeper than any program nests its conditionals, and shallow enough for the stack of code that JavaScript has not compiled yet. */
const deepest = 110;
let depth = 0;

/**
 * Counts how deeply staged branches and loops lie in each other. A function that calls itself in a branch that a tensor
 * decides would be traced without end, since both branches are always traced.
 */
export function nested<T>(body: () => T): T {
  if (depth >= deepest) {
    throw errorHere(
      'recursion-on-tensors',
      `Conditionals and loops that tensors decide about are nested more than ${deepest} deep here, since ` +
        `${recursionOf(currentCaller())}. Under such a condition that cannot become a graph: both branches are traced, each time anew.`,
      'Write it as a loop, or let a host value decide when the recursion ends.',
    );
  }
  depth++;
  try {
    return body();
  } finally {
    depth--;
  }
}
