import type { StagingError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { describeValue } from '../values/describeValue.js';
import { hasUncertainEntries, keyArraysOf } from '../values/entryPresence.js';

/** For what has to know which entries there are. */
export function uncertainUse(collection: object): StagingError {
  if (!hasUncertainEntries(collection)) return orderUnknown(collection);
  const why =
    keyArraysOf(collection) === undefined
      ? 'a branch or loop that a tensor decides about adds to it or deletes from it'
      : 'tensors are among its keys';
  return errorHere(
    'branch-sizes-differ',
    `A tensor decides which entries ${describeValue(collection)} has, since ${why}: no graph can return it, and no code that is ` +
      'not staged can go through it.',
    'It can be asked (`has`, `get`, `size`), looped over, copied (`new Map(m)`) and spread (`[...m.values()]`): return what you need of it.',
  );
}

/** For an array of the entries, of which the rows of tensors would have to hold all. */
export function entriesUnlike(collection: object): StagingError {
  return errorHere(
    'list-element',
    `A tensor decides which entries ${describeValue(collection)} has, which are not alike: an array of them, whose length it decides, ` +
      'holds them as the rows of one tensor.',
    'Give it values of one kind, tensors of one dtype and shape or numbers, or loop over it: for (const [key, value] of map).',
  );
}

/** For what visits the entries in their order. */
export function orderUnknown(collection: object): StagingError {
  return errorHere(
    'branch-sizes-differ',
    `The order of the entries of ${describeValue(collection)} is asked for, but a tensor decides about it.`,
    'Add all keys before the branch or loop, or loop over an array of the keys and ask has() and get().',
  );
}

/** For a worklist to which each entry adds another one, as long as a tensor says so. */
export function growsEndlessly(collection: object, most: number): StagingError {
  const kind = collection instanceof Set ? 'Set' : 'Map';
  const tensor = "tf.scalar(1, 'int32')";
  const first = kind === 'Set' ? `[${tensor}]` : `[[${tensor}, …]]`;
  return errorHere(
    'endless-iteration',
    `A tensor decides how long ${describeValue(collection)} grows while it is gone through: more than ${most} entries were added.`,
    `Begin it with a tensor (\`new ${kind}(${first})\`), or keep the worklist in an array.`,
  );
}

/** For one that cannot be given what answers in its place. */
export function frozenOutside(collection: object): StagingError {
  return errorHere(
    'branch-sizes-differ',
    `A tensor decides which entries ${describeValue(collection)} has, which was frozen outside of the function.`,
    `Change a copy of it (\`new ${collection.constructor.name}(given)\`), or do not freeze it, which keeps no entry out.`,
  );
}
