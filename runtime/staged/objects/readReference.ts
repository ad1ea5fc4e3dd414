import { equal, type Tensor } from '@tensorflow/tfjs-core';
import { choose } from '../branches/ifStatement.js';
import { placesOf, type Reference } from '../lists/references.js';
import { textAmong } from '../operators/chosenText.js';
import { variableEntry } from '../state/state.js';
import { branching } from '../values/construct.js';
import { isTensor } from '../values/tensors.js';
import { constant } from '../values/weak.js';
import { elementWithin } from './arrayElements.js';

type Things = readonly (readonly [number: number, thing: unknown])[];

/** The thing that an array whose length a tensor decides holds by its number. */
export function readReference({ which, things }: Reference): unknown {
  if (!isTensor(which)) return things.get(which as number);
  return thingAt(which, [...things]);
}

function thingAt(which: Tensor, things: Things): unknown {
  const [first, ...others] = things;
  if (others.length === 0) return first![1];
  if (things.every(([, thing]) => typeof thing === 'string')) {
    return textAmong(
      things.map(([number, text]) => {
        return { object: text as string, predicate: isNumber(which, number), holds: true };
      }),
    );
  }
  const unlike = things.find(([, thing]) => thing === null || thing === undefined) ?? first!;
  const isMixed = things.some(([, thing]) => typeof thing !== typeof unlike[1] || thing === null);
  if (!isMixed)
    return elementWithin(
      things.map(([, thing]) => thing),
      placesOf(
        which,
        things.map(([number]) => number),
      ),
    );
  return choose(
    isNumber(which, unlike[0]),
    () => unlike[1],
    () =>
      thingAt(
        which,
        things.filter((one) => one !== unlike),
      ),
    branching('the choice of an element'),
    variableEntry('an element of the array'),
  );
}

function isNumber(which: Tensor, number: number): Tensor {
  return equal(which, constant(number, 'int32'));
}
