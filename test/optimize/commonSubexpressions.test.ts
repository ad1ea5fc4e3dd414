import { describe, expect, it } from 'vitest';
import { constantNode, ifNode, kernelNode, randomNode } from '../../runtime/graph/builder.js';
import { isEqualData } from '../../runtime/graph/equalData.js';
import type { Graph } from '../../runtime/graph/graph.js';
import { printGraph } from '../../runtime/graph/printer.js';
import { verifyGraph } from '../../runtime/graph/verifier.js';
import { shareCommonSubexpressions } from '../../runtime/optimize/commonSubexpressions.js';
import { graph, parameter } from '../graph/build.js';

function shared(input: Graph): string {
  verifyGraph(input);
  const output = shareCommonSubexpressions(input);
  verifyGraph(output);
  return `\n${printGraph(output)}\n`;
}

describe('common subexpressions', () => {
  it('are computed once, also where their inputs became the same', () => {
    const f = graph('f', [parameter([2])], (b, x) => {
      const sums = [0, 1].map(() => {
        const two = b.add(
          constantNode({ values: Float32Array.of(1, 2) }, { dtype: 'float32', shape: [2] }),
        ).outputs[0]!;
        const product = b.call('Multiply', { a: x!, b: two });
        return b.call('Sum', { x: product }, { axis: [0], keepDims: false });
      });
      return sums;
    });
    expect(shared(f)).toMatchInlineSnapshot(`
      "
      graph f(%0: float32[2]) {
        %1: float32[2] = constant [1, 2]
        %2: float32[2] = Multiply(a=%0, b=%1)
        %3: float32[] = Sum(x=%2) {axis: [0], keepDims: false}
        return %3, %3
      }
      "
    `);
  });

  it('stay apart where attributes, element bits, dtypes or input names differ', () => {
    const f = graph('f', [parameter([2, 2])], (b, x) => [
      b.call('Sum', { x: x! }, { axis: [0], keepDims: false }),
      b.call('Sum', { x: x! }, { axis: [1], keepDims: false }),
      b.call('Sub', { a: x!, b: x! }),
      b.call('Sub', { b: x!, a: x! }),
      b.scalar(0),
      b.scalar(-0),
      b.scalar(0, 'int32'),
    ]);
    expect(shareCommonSubexpressions(f).nodes).toHaveLength(f.nodes.length);
  });

  it('never merge random numbers', () => {
    const f = graph('f', [parameter([1, 3])], (b, logits) => {
      const draw = () =>
        b.add(
          randomNode({ kind: 'normal', mean: 0, deviation: 1 }, { dtype: 'float32', shape: [2] }),
        ).outputs[0]!;
      const sample = () =>
        b.add(
          kernelNode('Multinomial', [logits!], ['logits'], {
            numSamples: 2,
            seed: 7,
            normalized: false,
          }),
        ).outputs[0]!;
      return [draw(), draw(), sample(), sample()];
    });
    const { nodes, outputs } = shareCommonSubexpressions(f);
    expect(nodes).toHaveLength(3);
    expect(outputs[2]).toBe(outputs[3]);
  });

  it('are found inside branches, but not between them', () => {
    const branch = (name: string) =>
      graph(name, [parameter([])], (b, x) => [
        b.call('Add', { a: b.call('Exp', { x: x! }), b: b.call('Exp', { x: x! }) }),
      ]);
    const f = graph('f', [parameter([], 'bool'), parameter([])], (b, condition, x) => [
      b.call('Exp', { x: x! }),
      b.add(ifNode(condition!, [x!], branch('then'), branch('else'))).outputs[0]!,
    ]);
    expect(shared(f)).toMatchInlineSnapshot(`
      "
      graph f(%0: bool[], %1: float32[]) {
        %2: float32[] = Exp(x=%1)
        %3: float32[] = if %0 (%1)
          then then(%4: float32[]) {
            %5: float32[] = Exp(x=%4)
            %6: float32[] = Add(a=%5, b=%5)
            return %6
          }
          else else(%7: float32[]) {
            %8: float32[] = Exp(x=%7)
            %9: float32[] = Add(a=%8, b=%8)
            return %9
          }
        return %2, %3
      }
      "
    `);
  });
});

describe('equality of data', () => {
  it('looks into arrays and plain objects and tells zeros apart', () => {
    expect(isEqualData({ a: [1, Number.NaN] }, { a: [1, Number.NaN] })).toBe(true);
    expect(isEqualData(Float32Array.of(0), Float32Array.of(-0))).toBe(false);
    expect(isEqualData(Float32Array.of(1), Int32Array.of(1))).toBe(false);
    expect(isEqualData([1], [1, 2])).toBe(false);
    expect(isEqualData({ a: 1 }, { b: 1 })).toBe(false);
    expect(isEqualData(new Date(0), new Date(0))).toBe(false);
  });
});
