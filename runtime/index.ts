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
export type { ConcreteFunction } from './function/concrete/concreteFunction.js';
export { functionsRunEagerly, runFunctionsEagerly } from './function/eagerMode.js';
export {
  type GraphFunction,
  type GraphFunctionProperties,
  graph,
  graphOf,
} from './function/graphFunction.js';
export type { AnyFunction, GraphOptions, NestedTensorSpec } from './function/signature/options.js';
export { type TensorSpec, tensorSpec } from './function/signature/tensorSpec.js';
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
export { TensorArray } from './staged/arrays/tensorArray.js';
export { caseOf, cond, switchCase, whileLoop } from './staged/calls/functional.js';
export { graphModel } from './staged/calls/graphModel/graphModel.js';
export { initScope } from './staged/calls/initScope.js';
export { jsFunction } from './staged/calls/jsFunction.js';
export { assert } from './staged/exceptions/assert.js';
export { setLoopOptions } from './staged/loops/loopOptions.js';
export { type Range, range } from './staged/loops/range.js';
export { shapeOf } from './staged/values/shapeOf.js';
export { enableFloat16Execution, float16ExecutionEnabled } from './webgpu/float16.js';
