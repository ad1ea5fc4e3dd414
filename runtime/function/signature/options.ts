import type { SourceLocation } from '../../graph/types.js';
import type { TensorSpec } from './tensorSpec.js';

/** What the plugin, or `graph`, knows about a function. */
export interface FunctionInfo {
  readonly name: string;
  /** The version of the contract that the plugin wrote it for; 1 where it is left out. */
  readonly version?: number;
  /** Where the function stands in the user's source. */
  readonly at?: SourceLocation | null;
  readonly length?: number;
  /** The names of its parameters; a rest parameter begins with `...`. */
  readonly parameters?: readonly string[];
  /** The function that callers see returns a promise. */
  readonly async?: boolean;
  /** It is no single graph: its code runs at each call, and enters graphs of its parts. */
  readonly hasParts?: boolean;
  /** Marked by a directive of its module, not by one of its own: calls without a tensor are plain JavaScript. */
  readonly module?: boolean;
  /** Asynchronous functions of its module wait where no tensor is near. */
  readonly waits?: boolean;
}

/** A `tensorSpec`, or arrays and object literals of them. */
export type NestedTensorSpec =
  | TensorSpec
  | readonly NestedTensorSpec[]
  | { readonly [key: string]: NestedTensorSpec };

/** Options of `graph`. */
export interface GraphOptions {
  /** One for each parameter: then there is a single trace, for all arguments that fit; others are refused. */
  readonly inputSignature?: readonly NestedTensorSpec[];
  /** Trace with unknown sizes (`null`) once a second shape of an argument comes. */
  readonly reduceRetracing?: boolean;
  /** `false` leaves the function as it is written: the plugin does not stage it. */
  readonly autograph?: boolean;
  /** The name in messages and signatures, instead of the function's own. */
  readonly name?: string;
}

/** A staged function, or an ordinary one that traces as it is. */
// biome-ignore lint/suspicious/noExplicitAny: user functions have any parameters.
export type AnyFunction = (...args: any[]) => unknown;
