import { equal } from '@tensorflow/tfjs-core';
import { whereChosen } from '../../trace/heirs.js';
import { enterStaged } from '../../trace/unstagedCalls.js';
import { choose } from '../branches/ifStatement.js';
import { extraEntry, variableEntry } from '../state/state.js';
import {
  type AnyFunction,
  asChosen,
  type ChosenFunction,
  chosenFunctionOf,
  setFunctionUses,
} from '../values/chosenFunction.js';
import type { Construct } from '../values/construct.js';
import { describeValue } from '../values/describeValue.js';
import { isTensor } from '../values/tensors.js';
import { constant } from '../values/weak.js';

type Call = (f: AnyFunction, self: unknown, args: readonly unknown[]) => unknown;

/** Called once, by the module that knows how staged code calls functions. */
export function setFunctionCall(call: Call, construct: Call): void {
  setFunctionUses({
    call: (chosen, self, args) =>
      ofChosenFunction(chosen, (f) => call(f, self, args), extraEntry('the result of the call')),
    construct: (chosen, args) =>
      ofChosenFunction(
        chosen,
        (C) => construct(C, undefined, args),
        variableEntry('the new object'),
      ),
    get(chosen, key) {
      const values = [...chosen.candidates.values()].map((f) => Reflect.get(f, key) as unknown);
      if (values.every((value) => Object.is(value, values[0]))) return values[0];
      const entry = variableEntry(`the property ${String(key)}`);
      return ofChosenFunction(chosen, (f) => Reflect.get(f, key), entry);
    },
  });
}

/** What `use` gives for the function chosen. */
export function ofChosenFunction(
  { which, candidates }: ChosenFunction,
  use: (f: AnyFunction) => unknown,
  entry: ReturnType<typeof variableEntry>,
): unknown {
  const functions = [...candidates];
  const last = functions.length - 1;
  const from = (index: number): unknown => {
    const [number, f] = functions[index]!;
    if (index === last) return use(f);
    return choose(
      isSameNumber(which, number),
      () => use(f),
      () => from(index + 1),
      choiceOf(
        f,
        functions.slice(index + 1).map(([, other]) => other),
      ),
      entry,
    );
  };
  enterStaged();
  return whereChosen(() => from(0));
}

function choiceOf(f: AnyFunction, others: readonly AnyFunction[]): Construct {
  const isOnlyOther = others.length === 1;
  const rest = isOnlyOther ? describeValue(others[0]) : 'the other functions';
  const one = describeValue(f);
  const names = one === rest ? ['one function', 'the other function'] : [one, rest];
  const [main, other] = names.map((short) => ({ short, long: `${short}, which a tensor chooses` }));
  return {
    name: 'the choice of a function',
    main: main!,
    other: isOnlyOther ? other! : { short: rest, long: null },
  };
}

/** `a === b`, where one of them is a function that a tensor chooses; undefined where none is. */
export function isSameFunction(a: unknown, b: unknown): unknown {
  if (chosenFunctionOf(a) === undefined && chosenFunctionOf(b) === undefined) return undefined;
  if (typeof a !== 'function' || typeof b !== 'function') return false;
  const [one, other] = [asChosen(a), asChosen(b)];
  const isPossible = [...one.candidates.keys()].some((number) => other.candidates.has(number));
  return isPossible && isSameNumber(one.which, other.which);
}

function isSameNumber(a: unknown, b: unknown): unknown {
  if (!isTensor(a) && !isTensor(b)) return a === b;
  const [x, y] = [a, b].map((which) => (isTensor(which) ? which : constant(which as number)));
  return equal(x!, y!);
}
