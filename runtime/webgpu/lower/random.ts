import type { RandomNode } from '../../graph/graph.js';
import { Index } from '../wgsl/index.js';
import { convert, scalarTypeOf } from '../wgsl/scalar.js';
import type { Lowering } from './lowering.js';
import { sizesOf } from './operation.js';

/** Ten rounds of Philox, in additions. */
const drawCost = 100;

/** Each element is a function of where it is drawn. */
export function lowerRandom(node: RandomNode, lowering: Lowering): void {
  const [output] = node.outputs as [RandomNode['outputs'][number]];
  const type = scalarTypeOf(output.dtype);
  lowering.map(output, node.inputs, drawCost, (reader, index) => {
    const iterations = node.inputs.map((input) =>
      reader.read(input, Index.ofFlat(reader.emitter, sizesOf(input), '0')),
    );
    return convert(reader.draw(node, index, iterations), type);
  });
}
