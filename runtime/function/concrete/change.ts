import { sameShape } from '../../graph/types.js';
import type { Argument } from '../signature/argument.js';
import { nameOf, pathOf } from '../signature/changedArguments.js';
import { formatParameters } from '../signature/formatSignature.js';
import type { Concrete } from './concreteFunction.js';

/** In what two traces of a function differ, and what to do that there is one for both. */
export interface Change {
  readonly text: string;
  readonly advice: string;
}

/** What may be another in an argument than before, and what helps then. */
const advices = {
  shape:
    'tensors have ever new shapes (give an inputSignature with null sizes, or reduceRetracing: true)',
  rank: 'tensors have ever other ranks (reshape them, give an inputSignature with tensorSpec(null), or reduceRetracing: true)',
  dtype: 'tensors have other dtypes (cast them to one)',
  length:
    'arrays have ever other lengths (stack their elements into one tensor, whose size an inputSignature may leave open)',
  keys: 'objects, Maps or Sets have other keys (give them the same ones at each call)',
  kind: 'arguments are of several kinds (pass the same at each call: a tensor, a number, an array)',
  count:
    'calls have ever other numbers of arguments (pass one tensor of all, whose size an inputSignature may leave open)',
  text: 'arguments are texts that differ from call to call (do what depends on them outside)',
  value:
    'arguments are host values that differ from call to call (pass tensors, such as tf.scalar(n))',
  object:
    'arguments are functions or objects of classes that are made for each call (make them once, and pass the same)',
} as const;

const otherThings =
  'where a setting of an optimizer, other than its learning rate, changes at every call, or where a ' +
  'graph function is made in a loop (make it once, outside)';

export const unknownChange: Change = {
  text: '',
  advice: `It happens where ${advices.value}, where ${advices.shape}, where ${advices.object}, ${otherThings}.`,
};

interface Difference {
  readonly kind: keyof typeof advices;
  readonly path: string;
  /** How many elements there are now, and were before, where that differs. */
  readonly lengths?: readonly [latest: number, before: number];
}

/** Tells which arguments differ, by what they are or by which objects they are. */
export function describeChange(before: Concrete, latest: Concrete): Change {
  const count = Math.max(before.args.length, latest.args.length);
  const differing = Array.from({ length: count }, (_, index) => ({
    index,
    found: differences(before.args[index], latest.args[index], nameOf(index, latest.names)),
  })).filter(({ found }) => found.length > 0);
  const all = differing.flatMap(({ found }) => found);
  if (all.length === 0) return { text: '', advice: `It happens ${otherThings}.` };
  const advice = `It happens where ${advices[all[0]!.kind]}.`;
  if (all.every(({ kind }) => kind === 'object')) {
    const others = all.map(({ path }) => path).join(' and another ');
    return { text: ` The latest was for another ${others} than the one before.`, advice };
  }
  const [is, was] = [latest, before].map(({ args, names }, side) => {
    const texts = formatParameters(args, names);
    return differing.flatMap(({ index, found }) =>
      found.every(({ lengths }) => lengths !== undefined)
        ? found.map(({ path, lengths }) => `${path} of ${counted(lengths![side]!)}`)
        : (texts[index] ?? 'none'),
    );
  });
  return {
    text: ` The latest was for ${is!.join(', ')}, and the one before for ${was!.join(', ')}.`,
    advice,
  };
}

function counted(count: number): string {
  return count === 1 ? '1 element' : `${count} elements`;
}

function differences(
  before: Argument | undefined,
  latest: Argument | undefined,
  path: string,
): Difference[] {
  if (before === undefined || latest === undefined) return [{ kind: 'count', path }];
  if (before.kind !== latest.kind) return [{ kind: 'kind', path }];
  const kind = differingIn(before, latest);
  if (kind !== null) {
    const isLength = kind === 'length' && 'items' in before && 'items' in latest;
    return isLength
      ? [{ kind, path, lengths: [latest.items.length, before.items.length] }]
      : [{ kind, path }];
  }
  if (!('items' in latest) || !('items' in before)) return [];
  return latest.items.flatMap((item, index) => {
    const key = latest.kind === 'record' ? latest.keys[index] : index;
    return differences(before.items[index], item, pathOf(path, key));
  });
}

/** In what two arguments of a kind differ, besides the parts that both have. */
function differingIn(before: Argument, latest: Argument): Difference['kind'] | null {
  if (before.kind === 'reference' && latest.kind === 'reference')
    return before.reference.deref() === latest.reference.deref() ? null : 'object';
  if (before.kind === 'value' && latest.kind === 'value')
    return Object.is(before.value, latest.value)
      ? null
      : typeof latest.value === 'string'
        ? 'text'
        : 'value';
  if ('dtype' in before && 'dtype' in latest) {
    if (before.dtype !== latest.dtype) return 'dtype';
    if (before.shape?.length !== latest.shape?.length) return 'rank';
    if (!sameShape(before.shape, latest.shape)) return 'shape';
  }
  if (before.kind === 'array' && latest.kind === 'array')
    return before.items.length === latest.items.length ? null : 'length';
  if (!('items' in before) || !('items' in latest)) return null;
  if (before.items.length !== latest.items.length) return 'keys';
  if (before.kind !== 'record' || latest.kind !== 'record') return null;
  return before.keys.every((key, index) => key === latest.keys[index]) ? null : 'keys';
}
