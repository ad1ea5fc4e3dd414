import { UseGraphError } from '../errors.js';
import {
  type Concrete,
  type ConcreteFunction,
  concreteOf,
} from '../function/concrete/concreteFunction.js';
import { concretesOf } from '../function/graphFunction.js';
import type { AnyFunction } from '../function/signature/options.js';

/** The trace behind a concrete function, or all those of a graph function. `asker` is what was given it. */
export function concretesFor(
  fn: ConcreteFunction | AnyFunction,
  asker: string,
): readonly Concrete[] {
  const concrete = concreteOf(fn);
  if (concrete !== undefined) return [concrete];
  const concretes = typeof fn === 'function' ? concretesOf(fn as AnyFunction) : null;
  if (concretes !== null) return concretes;
  throw new UseGraphError(
    'not-a-graph-function',
    `${asker}() takes a graph function or a concrete function, and ${fn?.name || 'this'} is neither.`,
    null,
    'Mark it "use graph", with the use-graph plugin in the configuration of the bundler, or wrap it in graph().',
  );
}
