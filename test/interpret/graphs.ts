import { ifNode, whileNode } from '../../runtime/graph/builder.js';
import type { Graph, Value } from '../../runtime/graph/graph.js';
import { type GraphBuilder, graph, parameter } from '../graph/build.js';

/** `n` numbers from one parameter: `while (x < limit) x = x * 2`. */
export function doubling(
  bounds: { tripCount?: number; maximumIterations?: number } = {},
  location = 'model.ts:3:5',
): Graph {
  const shape: number[] = [];
  const test = graph('test', [parameter(shape), parameter(shape)], (b, x, limit) => [
    b.call('Less', { a: x!, b: limit! }),
  ]);
  const body = graph('body', [parameter(shape), parameter(shape)], (b, x) => [
    b.call('Multiply', { a: x!, b: b.scalar(2) }),
  ]);
  return graph('double', [parameter(shape, 'float32', 'x'), parameter(shape)], (b, x, limit) => [
    b.add(whileNode([x!, limit!], test, body, 1, bounds, location)).outputs[0]!,
  ]);
}

/** `if (x > 0) y = x + 1; else y = x - 1` with a copy of `x` beside. */
export function branching(location = 'model.ts:7:3'): Graph {
  const branch = (name: string, kernel: string) =>
    graph(name, [parameter([])], (b, x) => [b.call(kernel, { a: x!, b: b.scalar(1) }), x!]);
  return graph('branch', [parameter([])], (b, x) => {
    const positive = b.call('Greater', { a: x!, b: b.scalar(0) });
    const node = ifNode(positive, [x!], branch('then', 'Add'), branch('else', 'Sub'), location);
    return [...b.add(node).outputs];
  });
}

/** A graph of one parameter of the shape [2, 2] and what `body` makes of it. */
export function onMatrix(body: (builder: GraphBuilder, x: Value) => Value[], name = 'f'): Graph {
  return graph(name, [parameter([2, 2], 'float32', 'x')], (b, x) => body(b, x!));
}
