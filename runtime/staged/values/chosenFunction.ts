import type { StagingError } from '../../errors.js';
import { refuseAsResult } from '../../function/signature/refusedResult.js';
import { errorHere } from '../../trace/errorHere.js';
import { isTracing } from '../../trace/session.js';
import { currentTracer, type Tracer } from '../../trace/tracer.js';
import { numberOf } from './numbered.js';
import {
  type Composite,
  compositeKind,
  compositeLabels,
  compositeParts,
  withParts,
} from './structure.js';
import { variantOf } from './variantObjects.js';

/*
 * A function that a tensor chooses (`x > 0 ? up : down`) is known by its number: each function that may be chosen has one
 * in its trace, and which of them it is is an int32 tensor, a value of the program like any other. A call of it is a
 * conditional for each of them (`functionUses.ts`).
 */

// biome-ignore lint/complexity/noBannedTypes: any function, or class
export type AnyFunction = Function;

/** As a branch or loop leaves it. */
export class ChosenFunction implements Composite {
  readonly [compositeKind] = 'one of several functions';
  readonly [compositeLabels] = [' (the choice)'];

  constructor(
    /** The number of the one chosen; a number of the host's where nothing decides. */
    readonly which: unknown,
    readonly candidates: ReadonlyMap<number, AnyFunction>,
  ) {}

  [compositeParts](): readonly unknown[] {
    return [this.which];
  }

  [withParts]([which]: readonly unknown[]): ChosenFunction {
    return new ChosenFunction(which, this.candidates);
  }

  /** What the program sees. */
  asFunction(): AnyFunction {
    return this.candidates.get(this.which as number) ?? functionOf(this);
  }
}

interface Chosen {
  readonly function: ChosenFunction;
  readonly root: Tracer;
}

const chosen = new WeakMap<object, Chosen>();

/** What the function may be; undefined where it is only itself, as it is to a trace that has not chosen it. */
export function chosenFunctionOf(value: unknown): ChosenFunction | undefined {
  if (typeof value !== 'function') return undefined;
  const known = chosen.get(value);
  const isOfTrace = known !== undefined && isTracing() && known.root === currentTracer().root;
  return isOfTrace ? known.function : undefined;
}

/** Whether it is one that is known by its number, or may be. */
export function isFunction(value: unknown): value is AnyFunction | ChosenFunction {
  if (variantOf(value) !== undefined) return false;
  return typeof value === 'function' || value instanceof ChosenFunction;
}

/** The function, or copy of one, as one that may be chosen. */
export function asChosen(value: AnyFunction | ChosenFunction): ChosenFunction {
  if (value instanceof ChosenFunction) return value;
  const number = numberOf(value);
  return chosenFunctionOf(value) ?? new ChosenFunction(number, new Map([[number, value]]));
}

/** What a use of such a function does, which conditionals of the graph decide. */
export interface FunctionUses {
  call(chosen: ChosenFunction, self: unknown, args: readonly unknown[]): unknown;
  construct(chosen: ChosenFunction, args: readonly unknown[]): unknown;
  get(chosen: ChosenFunction, key: PropertyKey): unknown;
}

let uses: FunctionUses | null = null;

/** Called once, by the module that knows conditionals. */
export function setFunctionUses(known: FunctionUses): void {
  uses = known;
}

function functionOf(which: ChosenFunction): AnyFunction {
  const refuse = (): never => {
    throw unknownFunction(which, 'what it has is not known while tracing');
  };
  const made: AnyFunction = new Proxy(function chosenFunction() {}, {
    apply: (_, self, args) => uses!.call(which, self, args),
    construct(_, args, target) {
      // A class that extends it.
      if (target !== made) refuse();
      return uses!.construct(which, args) as object;
    },
    get: (_, key) => uses!.get(which, key),
    set: refuse,
    has: refuse,
    ownKeys: refuse,
    deleteProperty: refuse,
    defineProperty: refuse,
  });
  chosen.set(made, { function: which, root: currentTracer().root });
  refuseAsResult(made, () => unknownFunction(which, 'no graph can return which of them it is'));
  return made;
}

function unknownFunction({ candidates }: ChosenFunction, why: string): StagingError {
  const names = [...candidates.values()].map(({ name }) => name).filter((name) => name !== '');
  const list = names.length === 0 ? '' : ` (${names.join(', ')})`;
  return errorHere(
    'chosen-function',
    `This is one of several functions${list}, as a tensor chooses: ${why}.`,
    'Call it in the graph function, or return a number that stands for the choice.',
  );
}
