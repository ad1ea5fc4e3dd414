import { StagingError } from '../../errors.js';
import { currentLocation } from '../../trace/session.js';
import { quoted, subject } from '../values/describeValue.js';
import { nodeOf } from '../values/structure.js';

/* What a state cannot hold, since reading it element by element would not end, or take for ever. */

/** How many objects may be in each other. */
export const deepest = 100;

/** Objects that tensors choose, each with all that it may hold: more than these take for ever. */
export const mostChoices = 4_000;

const inArrays =
  'the parts of such nodes in arrays, one for each part, and refer to a node by its index.';

/** An object contains itself, or so many others in each other; `what` is where, if that is known. */
export class CyclicState extends StagingError {
  constructor(
    what = `A variable that a staged branch or loop may change holds an object that contains itself, if only through others, as nodes with a \`prev\` or \`parent\` do and nodes that a tensor may have swapped, or more than ${deepest} objects in each other`,
  ) {
    const instead = `Keep the tensors of it in variables of their own, or ${inArrays}`;
    super('cyclic-state', `${what}.`, currentLocation(), instead);
  }

  /** The same of what the program calls `name`. */
  static of(value: unknown, name: string): CyclicState {
    const cycle = cycleIn(value, name, new Map());
    if (cycle === null) return new CyclicState();
    return new CyclicState(
      `${subject(name)}, which a staged branch or loop may change, holds an object that contains itself, if only through others: ` +
        `${quoted(cycle.inner)} is ${quoted(cycle.outer)} again`,
    );
  }
}

/** Of nodes that branches have linked with each other in one way or the other, each of them may be behind each. */
export class TooManyChoices extends StagingError {
  constructor() {
    super(
      'cyclic-state',
      `What a variable holds that a staged branch or loop may change are objects of which tensors choose ${mostChoices} and more in all, each ` +
        'behind others, as nodes of a linked list are that branches have put in another order.',
      currentLocation(),
      `Keep ${inArrays}`,
    );
  }
}

interface Cycle {
  readonly outer: string;
  readonly inner: string;
}

/** Where a value holds what it is in; null where it does not, but for objects that a tensor chooses. */
function cycleIn(value: unknown, path: string, around: Map<unknown, string>): Cycle | null {
  const outer = around.get(value);
  if (outer !== undefined) return { outer, inner: path };
  const node = nodeOf(value);
  if (node === null || around.size > deepest) return null;
  around.set(value, path);
  for (const [index, child] of node.children.entries()) {
    const found = cycleIn(child, path + node.labels[index]!, around);
    if (found !== null) return found;
  }
  around.delete(value);
  return null;
}
