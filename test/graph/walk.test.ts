import { describe, expect, it } from 'vitest';
import { ifNode } from '../../runtime/graph/builder.js';
import type { Graph } from '../../runtime/graph/graph.js';
import { printGraph } from '../../runtime/graph/printer.js';
import { verifyGraph } from '../../runtime/graph/verifier.js';
import { allNodes, replaceUses, useCounts, withSubgraphs } from '../../runtime/graph/walk.js';
import { graph, parameter } from './build.js';

const branch = (name: string, kernel: string): Graph =>
  graph(name, [parameter([])], (b, x) => [b.call(kernel, { x: x! })]);

function example(): Graph {
  return graph('f', [parameter([], 'bool'), parameter([])], (b, predicate, x) => {
    const relu = b.call('Relu', { x: x! });
    const chosen = b.add(ifNode(predicate!, [relu], branch('then', 'Exp'), branch('else', 'Log')))
      .outputs[0]!;
    return [b.call('Add', { a: chosen, b: relu }), relu];
  });
}

describe('walking a graph', () => {
  it('meets every node, inner ones after the node that holds them', () => {
    const names = [...allNodes(example())].map((node) =>
      node.kind === 'kernel' ? node.kernel : node.kind,
    );
    expect(names).toEqual(['Relu', 'if', 'Exp', 'Log', 'Add']);
  });

  it('counts uses by nodes and outputs', () => {
    const f = example();
    const counts = useCounts(f);
    expect(counts.get(f.nodes[0]!.outputs[0]!)).toBe(3);
    expect(counts.get(f.parameters[0]!)).toBe(1);
    expect(counts.has(f.outputs[0]!)).toBe(true);
    expect(counts.get(parameter([]))).toBeUndefined();
  });

  it('replaces uses everywhere, through chains, and leaves other nodes as they are', () => {
    const f = example();
    const [, x] = f.parameters;
    const relu = f.outputs[1]!;
    const sum = f.outputs[0]!;
    const replaced = replaceUses(
      f,
      new Map([
        [sum, relu],
        [relu, x!],
      ]),
    );
    expect(replaced.nodes[0]).toBe(f.nodes[0]);
    expect(replaced.nodes[1]!.inputs[1]).toBe(x);
    expect(replaced.outputs).toEqual([x, x]);
    expect(() => verifyGraph(replaced)).not.toThrow();
    expect(replaceUses(f, new Map())).toBe(f);
  });

  it('replaces the graphs inside a node', () => {
    const f = example();
    const node = f.nodes[1]!;
    expect(withSubgraphs(node, (inner) => inner)).toBe(node);
    const renamed = withSubgraphs(node, (inner) => ({ ...inner, name: `${inner.name} again` }));
    const nodes = f.nodes.map((other) => (other === node ? renamed : other));
    expect(printGraph({ ...f, nodes })).toContain('else else again');
  });
});
