import { linkedLike, originalOf } from '../values/originals.js';
import {
  arePropertiesOrdered,
  isIndexKey,
  noteProperties,
  ownKeys,
  propertyInState,
  uncertainKeys,
} from '../values/propertyPresence.js';
import { accessorsOf, isPlainObject, isSameKind, nodeOf } from '../values/structure.js';

/*
 * A variable that iterations give objects of which a tensor decides which keys they have (`o = { ...o, [key]: x }`) holds an
 * object with all of these keys: whether each is there is a variable of the loop. In which order they are, iterations may
 * decide, too.
 */

type Plain = Record<PropertyKey, unknown>;

/** `initial`, with the keys and the order that an iteration may leave; itself where it has them. */
export function withUncertainKeys(initial: unknown, end: unknown): unknown {
  if (!isPlain(initial) || !isPlain(end) || isOneObject(initial, end)) return initial;
  if (isSameKind(nodeOf(initial)!, nodeOf(end)!)) {
    const isKnown = !arePropertiesOrdered(initial) || isInOrderOf(initial, end);
    return isKnown ? initial : withKeys(initial, ownKeys(initial), uncertainKeys(initial), false);
  }
  const uncertain = [...uncertainKeys(initial), ...uncertainKeys(end)];
  if (uncertain.length === 0) return initial;
  const [before, after] = [ownKeys(initial), ownKeys(end)];
  const added = after.filter((key) => !before.includes(key));
  const all = [...before, ...added];
  const open = all.filter(
    (key) => uncertain.includes(key) || !before.includes(key) || !after.includes(key),
  );
  const isOrdered = open.length < 2 && isInOrderOf(initial, end);
  return withKeys(initial, all, open, isOrdered);
}

/** `value`, where the keys of an object are uncertain in the loop's plan, as one whose keys are. */
export function likeKeys(planned: unknown, value: unknown): unknown {
  if (!isPlain(planned) || !isPlain(value)) return value;
  if (isSameKind(nodeOf(planned)!, nodeOf(value)!)) return value;
  const [all, open] = [ownKeys(planned), uncertainKeys(planned)];
  const [keys, uncertain] = [ownKeys(value), uncertainKeys(value)];
  const isCertain = (key: PropertyKey) => keys.includes(key) && !uncertain.includes(key);
  const fits =
    keys.every((key) => all.includes(key)) &&
    all.every((key) => open.includes(key) || isCertain(key)) &&
    (!arePropertiesOrdered(planned) || isInOrderOf(planned, value));
  return fits ? withKeys(value, all, open, arePropertiesOrdered(planned)) : value;
}

/** What has no value yet must not be asked for its properties. */
function isPlain(value: unknown): value is Plain {
  return (
    nodeOf(value) !== null && isPlainObject(value) && accessorsOf(value, ownKeys(value)).size === 0
  );
}

/** Of one that is changed in place the keys are a place of their own. */
function isOneObject(one: Plain, other: Plain): boolean {
  return originalOf(one) !== undefined && originalOf(one) === originalOf(other);
}

/** Whether the keys of `other` are known to be in the order of those of `object`, and new ones behind them. */
function isInOrderOf(object: Plain, other: Plain): boolean {
  if (!arePropertiesOrdered(object) || !arePropertiesOrdered(other)) return false;
  const known = ownKeys(object).filter((key) => !isIndexKey(key));
  const keys = ownKeys(other).filter((key) => !isIndexKey(key));
  const common = known.filter((key) => keys.includes(key));
  return common.every((key, index) => key === keys[index]);
}

function withKeys(
  object: Plain,
  keys: readonly PropertyKey[],
  uncertain: readonly PropertyKey[],
  isOrdered: boolean,
): unknown {
  const copy = Object.fromEntries(keys.map((key) => [key, object[key]]));
  const presences = uncertain.map((key) => propertyInState(object, key));
  noteProperties(copy, isOrdered, uncertain, presences);
  return linkedLike(copy, object);
}
