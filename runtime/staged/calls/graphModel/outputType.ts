import type { DataType, TensorType } from '../../../graph/types.js';
import { errorHere } from '../../../trace/errorHere.js';
import { type ModelGraph, type ModelNode, outputOf } from './nodes.js';

/** Of what is computed from tensors of any size the sizes are not known, whatever a signature says of them. */
export function outputType(output: string, graph: ModelGraph): TensorType {
  const { node, index } = outputOf(output, graph);
  const declared = Object.values(graph.signature?.outputs ?? {}).find(({ name }) => {
    const other = outputOf(name, graph);
    return other.node === node && other.index === index;
  });
  const dtype = dtypeNamed(declared?.dtype) ?? dtypeOf(graph.nodes[node]!, index);
  const sizes = declared?.tensorShape?.dim;
  if (dtype !== null) return { dtype, shape: sizes === undefined ? null : sizes.map(() => null) };
  throw errorHere(
    'dynamic-graph-model',
    `The model cannot be traced as a whole: what dtype the output '${output}' has, whose size depends on what tensors hold, ` +
      'the model does not say.',
    'Call model.executeAsync() outside of graph functions.',
  );
}

const integers = new Set(['Where', 'Shape', 'Size', 'Rank', 'ArgMax', 'ArgMin']);
const booleans = new Set([
  ...['Equal', 'NotEqual', 'Less', 'LessEqual', 'Greater', 'GreaterEqual'],
  ...['LogicalAnd', 'LogicalOr', 'LogicalNot', 'All', 'Any'],
]);

function dtypeOf({ op, rawAttrs = {} }: ModelNode, index: number): DataType | null {
  if (op.startsWith('NonMaxSuppression')) {
    return op.endsWith('V5') && index === 1 ? 'float32' : 'int32';
  }
  if (integers.has(op)) return 'int32';
  if (booleans.has(op)) return 'bool';
  // The second output of TopK, Unique and ListDiff are indices.
  if (index === 1 && ['TopKV2', 'Unique', 'UniqueV2', 'ListDiff'].includes(op)) return 'int32';
  const attribute = ['DstT', 'out_type', 'dtype', 'T', 'Tparams'].find((name) => name in rawAttrs);
  return attribute === undefined ? null : dtypeNamed(rawAttrs[attribute]!.type);
}

/** What TensorFlow.js makes of the types of TensorFlow (tfjs-converter/src/operations/operation_mapper.ts). */
function dtypeNamed(name: unknown): DataType | null {
  const text = typeof name === 'number' ? typeNumbers[name] : name;
  if (typeof text !== 'string') return null;
  return dtypes[text.replace(/^DT_/, '')] ?? null;
}

/** As files in binary form have them (tensorflow/core/framework/types.proto). */
const typeNumbers: Readonly<Record<number, string>> = {
  1: 'FLOAT',
  3: 'INT32',
  4: 'UINT8',
  6: 'INT8',
  7: 'STRING',
  9: 'INT64',
  10: 'BOOL',
  19: 'HALF',
};

const dtypes: Readonly<Record<string, DataType>> = {
  FLOAT: 'float32',
  HALF: 'float32',
  DOUBLE: 'float32',
  INT32: 'int32',
  INT64: 'int32',
  INT8: 'int32',
  UINT8: 'int32',
  BOOL: 'bool',
  STRING: 'string',
};
