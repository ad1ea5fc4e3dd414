/*
 * `use-graph`: graph functions, what they can use inside, and their errors.
 */
export {
  ExecutionError,
  SignatureError,
  StagingError,
  SymbolicTensorError,
  UseGraphError,
} from './errors.js';
export type { ConcreteFunction } from './function/concreteFunction.js';
export { functionsRunEagerly, runFunctionsEagerly } from './function/eagerMode.js';
export {
  type GraphFunction,
  type GraphFunctionProperties,
  graph,
  graphOf,
} from './function/graphFunction.js';
export type { AnyFunction, GraphOptions, NestedTensorSpec } from './function/options.js';
export { type TensorSpec, tensorSpec } from './function/tensorSpec.js';
export type { Graph, Node, Value } from './graph/graph.js';
export type { DataType, Dimension, Shape, SourceLocation, TensorType } from './graph/types.js';
export { explain } from './inspect/explain.js';
export { print } from './inspect/print.js';
export {
  type Profile,
  type ProfiledKernel,
  type ProfiledLine,
  profile,
} from './inspect/profile.js';
export { toCode } from './inspect/toCode.js';
export { assert } from './staged/assert.js';
export { caseOf, cond, switchCase, whileLoop } from './staged/functional.js';
export { graphModel } from './staged/graphModel/graphModel.js';
export { initScope } from './staged/initScope.js';
export { jsFunction } from './staged/jsFunction.js';
export { setLoopOptions } from './staged/loopOptions.js';
export { type Range, range } from './staged/range.js';
export { shapeOf } from './staged/shapeOf.js';
export { TensorArray } from './staged/tensorArray.js';
