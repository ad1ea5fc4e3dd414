import { StagingError } from '../../errors.js';
import { currentLocation } from '../../trace/session.js';
import { classInstanceOf } from '../values/classInstances.js';
import { quoted, subject } from '../values/describeValue.js';
import { compositeLabels, nodeOf, noteCyclic } from '../values/structure.js';
import { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';

/* What a state cannot hold, since reading it element by element would not end, or take for ever. */

/** How many objects may be in each other. */
export const deepest = 100;

/** Objects that tensors choose, each with all that it may hold: more than these take for ever. */
export const mostChoices = 4_000;

const inArrays = 'the parts of such nodes in arrays, one each, and refer to a node by its index.';

/** An array contains itself, or so many others are in each other; `what` tells where, if that is known. */
export class CyclicState extends StagingError {
  constructor(
    what = `A variable that a staged branch or loop may change holds more than ${deepest} arrays and objects in each other`,
  ) {
    const instead = `Keep the tensors of it in variables of their own, or ${inArrays}`;
    super('cyclic-state', `${what}.`, currentLocation(), instead);
  }

  /** The same of what the program calls `name`. */
  static of(value: unknown, name: string): CyclicState {
    const cycle = findCycle(value, name);
    if (cycle === null) return new CyclicState();
    const [outer, inner] = [cycle.objects[0]!.path, cycle.path];
    return new CyclicState(
      `${subject(name)}, which a staged branch or loop may change, holds what contains itself, if only through others: ` +
        `${quoted(inner)} is ${quoted(outer)} again`,
    );
  }
}

/** Of nodes that branches have linked with each other in one way or the other, each of them may be behind each. */
export class TooManyChoices extends StagingError {
  constructor() {
    super(
      'cyclic-state',
      `A variable that a staged branch or loop may change holds ${mostChoices} objects and more that tensors choose, each ` +
        'behind others, such as nodes of a linked list that branches have put in another order.',
      currentLocation(),
      `Keep ${inArrays}`,
    );
  }
}

/** Has plain objects that contain themselves count as objects of a class from now on. False where there are none. */
export function noteCycles(value: unknown): boolean {
  return objectsInCycles(value).map(noteCyclic).some(Boolean);
}

/** The strongly connected components of more than one object, and objects that hold themselves (Tarjan 1972). */
function objectsInCycles(root: unknown): object[] {
  const lowest = new Map<object, number>();
  const open: object[] = [];
  const found: object[] = [];
  const visit = (object: object): number => {
    const order = lowest.size;
    lowest.set(object, order);
    open.push(object);
    let low = order;
    let holdsItself = false;
    for (const child of partsOf(object).children) {
      if (typeof child !== 'object' || child === null) continue;
      holdsItself ||= child === object;
      const known = lowest.get(child);
      // Of a component that is complete no other one is a part.
      low = Math.min(low, known ?? visit(child));
    }
    if (low < order) return low;
    const component = open.splice(open.indexOf(object));
    for (const one of component) lowest.set(one, Infinity);
    if (component.length > 1 || holdsItself) found.push(...component);
    return Infinity;
  };
  if (typeof root === 'object' && root !== null) visit(root);
  return found;
}

interface Cycle {
  /** What contains each other, from the one that is reached again on. */
  readonly objects: readonly { readonly object: object; readonly path: string }[];
  /** Where it is reached again. */
  readonly path: string;
}

/** The first cycle of plain objects and arrays, since one of a class is itself wherever it is found again. */
function findCycle(value: unknown, name: string): Cycle | null {
  const instances = new Set<object>();
  const visit = (value: unknown, path: string, around: Map<object, string>): Cycle | null => {
    if (typeof value !== 'object' || value === null || instances.has(value)) return null;
    if (around.has(value)) {
      const objects = [...around].map(([object, path]) => ({ object, path }));
      return { objects: objects.slice(objects.findIndex(({ object }) => object === value)), path };
    }
    const { children, labels, isInstance } = partsOf(value);
    if (around.size > deepest) return null;
    if (isInstance) instances.add(value);
    const inside = isInstance ? new Map() : around.set(value, path);
    for (const [index, child] of children.entries()) {
      const found = visit(child, path + (labels[index] ?? ''), inside);
      if (found !== null) return found;
    }
    around.delete(value);
    return null;
  };
  return visit(value, name, new Map());
}

interface Parts {
  readonly children: readonly unknown[];
  readonly labels: readonly string[];
  readonly isInstance?: true;
}

function partsOf(value: object): Parts {
  const variant = variantOf(value);
  if (variant instanceof Variant) return { children: [variant.one, variant.other], labels: [] };
  const node = nodeOf(value);
  if (node !== null) return node;
  const instance = classInstanceOf(value);
  if (instance === null) return { children: [], labels: [] };
  return { children: instance.values, labels: instance[compositeLabels], isInstance: true };
}
