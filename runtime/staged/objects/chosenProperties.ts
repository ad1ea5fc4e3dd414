import { enterStaged } from '../../trace/unstagedCalls.js';
import { choose } from '../branches/ifStatement.js';
import { choiceOfObject } from '../branches/stageWhere.js';
import { propertyEntry } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import { aligned } from '../values/entries.js';
import { Keys, markPropertiesUnordered, setPropertyPresence } from '../values/propertyPresence.js';
import { isPlainObject } from '../values/structure.js';
import { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { ownProperties } from './ownProperties.js';
import { ownPresence } from './properties.js';
import { eitherOf, sidesOf, whether } from './variantTests.js';

/** An object with the properties of one that a tensor chooses, or that may be left out: of the one chosen, those that it has. */
export function propertiesOf(value: unknown): object {
  const variant = variantOf(value);
  if (variant === undefined)
    return isMissing(value) ? {} : (ownProperties(Object(value)) as object);
  const sides = sidesOf(variant);
  if (sides.length === 1) return propertiesOf(sides[0]);
  const [one, other] = sides.map(propertiesOf) as [object, object];
  const flat = new Variant(variant.predicate, one, other);
  const { rows, isOrdered } = aligned(new Keys(one).rows, new Keys(other).rows);
  const result = {};
  if (!isOrdered) markPropertiesUnordered(result);
  for (const [inOne, inOther] of rows) {
    const key = (inOne ?? inOther)![0] as PropertyKey;
    const [read, readOther] = [one, other].map((side) => () => Reflect.get(side, key) as unknown);
    const entry = propertyEntry(String(key));
    const value = choose(variant.predicate, read!, readOther!, choiceOfObject, entry);
    Object.defineProperty(result, key, {
      configurable: true,
      enumerable: true,
      writable: true,
      value,
    });
    const presence = whether(flat, (side) => ownPresence(side as object, key));
    setPropertyPresence(result, key, presence as boolean);
  }
  return result;
}

/** Of an object that a tensor chooses, the properties of the one chosen; any other value as it is. */
export function flattened(value: unknown): unknown {
  const variant = eitherOf(value);
  if (variant === undefined || !isPlainChoice(variant)) return value;
  enterStaged();
  return propertiesOf(value);
}

function isPlainChoice({ one, other }: Variant): boolean {
  return [one, other].every((side) => {
    const inner = variantOf(side);
    return inner === undefined ? isPlainObject(side) : isPlainChoice(inner);
  });
}
