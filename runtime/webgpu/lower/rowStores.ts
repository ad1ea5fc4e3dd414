import type { KernelNode, Node, Value } from '../../graph/graph.js';
import { Index } from '../wgsl/index.js';
import type { LoweringRule, LoweringRules } from './lowering.js';
import { sizesOf } from './operation.js';

/**
 * A loop variable that each iteration writes a row of, and whose other rows stay what they are. `rowStore(x, index, row)`
 * gives what is `x` but for that row. It stands only where nothing else in the iteration has to do with `x`, and what it
 * gives is the variable's next value, so that the row alone is written, to where `x` is.
 */
const rowStoreKernel = '_RowStore';

export interface RowStoreAttributes {
  /** How many rows there are. */
  readonly rows: number;
  /** Whether rows may be read that no iteration has written: they are zeros then. */
  readonly mayReadUnwritten: boolean;
}

export function rowStore(
  [rows, index, row]: readonly [rows: Value, index: Value, row: Value],
  output: Value,
  mayReadUnwritten: boolean,
): KernelNode {
  const attributes: RowStoreAttributes = { rows: sizesOf(output)[0]!, mayReadUnwritten };
  return {
    kind: 'kernel',
    kernel: rowStoreKernel,
    inputs: [rows, index, row],
    inputNames: ['x', 'index', 'row'],
    attributes: { ...attributes },
    outputs: [output],
    location: null,
  };
}

export function isRowStore(node: Node): node is KernelNode {
  return node.kind === 'kernel' && node.kernel === rowStoreKernel;
}

export function rowStoreAttributes({ attributes }: KernelNode): RowStoreAttributes {
  return attributes as unknown as RowStoreAttributes;
}

/** The output of the node to lower is the row; where that is written to, the plan of memory knows. */
const lowerRowStore: LoweringRule = (node, lowering) => {
  const [, index, row] = node.inputs as [Value, Value, Value];
  const { rows } = rowStoreAttributes(node);
  lowering.add({
    kind: 'map',
    output: node.outputs[0]!,
    inputs: [index, row],
    cost: 1,
    takesVectors: true,
    store: { index, rows },
    emit(reader, at) {
      reader.read(index, Index.ofFlat(reader.emitter, sizesOf(index), '0'));
      return reader.read(row, at.reshape(sizesOf(row)));
    },
  });
};

export const rowStoreRules: LoweringRules = { [rowStoreKernel]: lowerRowStore };
