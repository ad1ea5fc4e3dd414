import { ifNode, whileNode } from '../../../runtime/graph/builder.js';
import type { Graph, Value } from '../../../runtime/graph/graph.js';
import { type GraphBuilder, graph, parameter } from '../../graph/build.js';

const matrix = [2, 2];

/** Multiplies a matrix with itself while its squares sum to more than a limit, and counts; then one of two branches. */
export function iterated(): Graph {
  const variables = () => [parameter(matrix), parameter([], 'int32'), parameter([])];
  const squares = (b: GraphBuilder, x: Value) =>
    b.call('Sum', { x: b.call('Square', { x }) }, { axis: [0, 1], keepDims: false });
  const test = graph('test', variables(), (b, x, _count, limit) => [
    b.call('Greater', { a: squares(b, x!), b: limit! }),
  ]);
  const body = graph('body', variables(), (b, x, count) => [
    b.call('BatchMatMul', { a: x!, b: x! }, { transposeA: false, transposeB: false }),
    b.call('Add', { a: count!, b: b.scalar(1, 'int32') }),
  ]);
  const branch = (kernel: string) =>
    graph(kernel, [parameter(matrix)], (b, x) => [b.call(kernel, { x: x! })]);
  return graph('iterated', [parameter(matrix), parameter([])], (b, x, limit) => {
    const loop = b.add(whileNode([x!, b.scalar(0, 'int32'), limit!], test, body, 2));
    const [last, count] = loop.outputs as [Value, Value];
    const many = b.call('Greater', { a: count, b: b.scalar(1, 'int32') });
    return [b.add(ifNode(many, [last], branch('Tanh'), branch('Exp'))).outputs[0]!, count];
  });
}
