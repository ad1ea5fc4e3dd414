import { isMissing } from '../values/absent.js';
import { fillerLike } from '../values/filler.js';
import { either } from '../values/flags.js';
import { Instance } from '../values/instance.js';
import {
  type Alternative,
  allOf,
  alternativesOf,
  isAligned,
  isAsDeep,
  isOfKind,
  isOfKinds,
  primitiveKind,
} from '../values/kinds.js';
import { uncertainKeys } from '../values/propertyPresence.js';
import { isPlainObject, mapLeaves, nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { Variant } from '../values/variant.js';
import { newFunctions } from './loopErrors.js';

/*
 * A variable that iterations give objects of other kinds (`state = state.next(x)`) holds one of each kind all along: which of
 * them it is are variables of the loop, too.
 */

/** `initial`, which may be an object of one of the kinds, too, that an iteration leaves; itself where there are no others. */
export function withKinds(name: string, initial: unknown, end: unknown): unknown {
  const isChoice = initial instanceof Variant || end instanceof Variant;
  if (!(isChoice || areOtherKinds(initial, end)) || isMissing(initial)) return initial;
  if (mayBeOutside(initial) && isOfKind(initial.one, end)) return initial;
  const [known, ended] = [alternativesOf(initial), alternativesOf(end)];
  const isSeen = ({ object }: Alternative) =>
    isMissing(object) ||
    primitiveKind(object) !== undefined ||
    (nodeOf(object) !== null && !hasUncertainKeys(object));
  if (![...known, ...ended].every(isSeen)) return initial;
  const more: unknown[] = [];
  for (const { object } of ended) {
    const isKnown = [...known.map((one) => one.object), ...more].some((one) =>
      isOfKind(one, object),
    );
    if (!isKnown) more.push(object);
  }
  const all = [...known, ...ended].map(({ object }) => object);
  const isList = all.some((one) => all.some((two) => isOfKind(one, two) && !isAsDeep(one, two)));
  if (isList || (initial instanceof Variant && known.length > 2 && !isOfKinds(initial)))
    return initial;
  if (more.length > 0 && mostAlike(all) > mostAccessors) throw newFunctions(name);
  return withLast(initial, more.map(anyLike));
}

/** Objects with accessors are of one kind only where these are the same functions, and each iteration that is traced makes its own. */
const mostAccessors = 3;

/** How many of the objects have the same keys. */
function mostAlike(objects: readonly unknown[]): number {
  const keys = objects.filter(isPlainObject).map((object) => Object.keys(object).join());
  return Math.max(0, ...keys.map((text) => keys.filter((other) => other === text).length));
}

/** Which keys such an object has is no matter of its kind. */
function hasUncertainKeys(object: unknown): boolean {
  return isPlainObject(object) && uncertainKeys(object).length > 0;
}

/** An element that an array may not have is one of its kind all the same. */
export function mayBeOutside(initial: unknown): initial is Variant {
  return initial instanceof Variant && initial.isThereMessage !== undefined;
}

/** An iteration leaves an object of another class, or with other keys, or a number where there was a text. */
function areOtherKinds(initial: unknown, end: unknown): boolean {
  const [kind, endKind] = [initial, end].map(primitiveKind);
  if (kind !== undefined && endKind !== undefined)
    return (kind === 'string') !== (endKind === 'string');
  const areObjects = [initial, end].every(
    (object) => isPlainObject(object) || object instanceof Instance,
  );
  return areObjects && !isOfKind(initial, end);
}

/** What is missing stays the last one. */
function withLast(initial: unknown, more: readonly unknown[]): unknown {
  if (more.length === 0) return initial;
  if (initial instanceof Variant)
    return new Variant(initial.predicate, initial.one, withLast(initial.other, more));
  return isMissing(initial)
    ? chain([...more, initial], false)
    : chain(
        [initial, ...more.toSorted((a, b) => Number(isMissing(a)) - Number(isMissing(b)))],
        true,
      );
}

function chain([first, ...rest]: readonly unknown[], isFirst: boolean): unknown {
  return rest.length === 0 ? first : new Variant(isFirst, first, chain(rest, isFirst));
}

function anyLike(object: unknown): unknown {
  return mapLeaves(object, '', (leaf) => (isTensor(leaf) ? fillerLike(leaf) : leaf));
}

/** `end`, where an object is of one of several kinds in the loop's plan, as one that may be of any of them. */
export function likeKinds(planned: unknown, end: unknown): unknown {
  if (!isOfKinds(planned) || isAligned(planned, end)) return end;
  const rest = alternativesOf(end);
  const build = (part: unknown): { object: unknown; condition: unknown } => {
    if (part instanceof Variant) {
      const [one, other] = [part.one, part.other].map(build);
      const object = new Variant(one!.condition, one!.object, other!.object);
      return { object, condition: either(one!.condition, other!.condition) };
    }
    const index = rest.findIndex(({ object }) => isOfKind(part, object));
    if (index === -1) return { object: part, condition: false };
    const [{ object, when }] = rest.splice(index, 1) as [Alternative];
    return { object, condition: allOf(when) };
  };
  const { object } = build(planned);
  return rest.length === 0 ? object : end;
}
