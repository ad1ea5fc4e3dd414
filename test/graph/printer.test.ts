import { describe, expect, it } from 'vitest';
import {
  assertNode,
  constantNode,
  ifNode,
  printNode,
  randomNode,
  whileNode,
} from '../../runtime/graph/builder.js';
import { PrintHole } from '../../runtime/graph/graph.js';
import { printGraph } from '../../runtime/graph/printer.js';
import { verifyGraph } from '../../runtime/graph/verifier.js';
import { graph, parameter } from './build.js';

describe('printGraph', () => {
  it('shows kernels, constants and effects, one a line', () => {
    const example = graph('step', [parameter([null, 3], 'float32', 'x')], (b, x) => {
      const sum = b.call('Sum', { x: x! }, { axis: [1], keepDims: false }, 'model.js:3:9');
      b.add(printNode(['sum is', new PrintHole(0), { deep: [new PrintHole(0)] }], [sum]));
      const noise = b.add(
        randomNode({ kind: 'normal', mean: 0, deviation: 1 }, { dtype: 'float32', shape: [3] }),
      ).outputs[0]!;
      const long = b.add(
        constantNode(
          { values: Int32Array.from({ length: 20 }, (_, i) => i) },
          { dtype: 'int32', shape: [20] },
        ),
      ).outputs[0]!;
      const tenth = b.add(
        constantNode({ values: new Float32Array([0.1, -0]) }, { dtype: 'float32', shape: [2] }),
      ).outputs[0]!;
      const text = b.add(
        constantNode({ values: [new TextEncoder().encode('hé')] }, { dtype: 'string', shape: [1] }),
      ).outputs[0]!;
      const positive = b.call('Greater', { a: sum, b: b.scalar(0) });
      b.add(assertNode(positive, 'must be "positive"', 'model.js:9:1'));
      return [
        b.call('Add', { a: x!, b: noise }),
        b.call('Concat', [sum, sum], { axis: 0 }),
        long,
        tenth,
        text,
      ];
    });
    verifyGraph(example);
    expect(printGraph(example)).toMatchInlineSnapshot(`
      "graph step(%0 "x": float32[?,3]) {
        %1: float32[?] = Sum(x=%0) {axis: [1], keepDims: false}
        print("sum is", %1, {deep: [%1]})
        %2: float32[3] = random normal {mean: 0, deviation: 1}
        %3: int32[20] = constant [0, 1, 2, 3, 4, 5, … 14 more]
        %4: float32[2] = constant [0.1, -0]
        %5: string[1] = constant ["hé"]
        %6: float32[] = constant 0
        %7: bool[?] = Greater(a=%1, b=%6)
        assert(%7, "must be \\"positive\\"")
        %8: float32[?,3] = Add(a=%0, b=%2)
        %9: float32[?] = Concat([%1, %1]) {axis: 0}
        return %8, %9, %3, %4, %5
      }"
    `);
    expect(printGraph(example)).toBe(printGraph(example));
    expect(printGraph(example, { locations: true })).toContain('keepDims: false}  // model.js:3:9');
  });

  it('indents branches and bodies', () => {
    const x = (): ReturnType<typeof parameter> => parameter([], 'float32', 'x');
    const half = graph('half', [x()], (b, x) => [b.call('Multiply', { a: x!, b: b.scalar(0.5) })]);
    const same = graph('same', [x()], (_, x) => [x!]);
    const test = graph('settled', [x()], (b, x) => [b.call('Greater', { a: x!, b: b.scalar(1) })]);
    const body = graph('settle', [x()], (b, x) => {
      const large = b.call('Greater', { a: x!, b: b.scalar(8) });
      return [b.add(ifNode(large, [x!], half, same)).outputs[0]!];
    });
    const example = graph('f', [x()], (b, x) => [
      b.add(whileNode([x!], test, body, 1, { maximumIterations: 5 })).outputs[0]!,
    ]);
    verifyGraph(example);
    expect(printGraph(example)).toMatchInlineSnapshot(`
      "graph f(%0 "x": float32[]) {
        %1 "x": float32[] = while (%0) {maximumIterations: 5}
          test settled(%2 "x": float32[]) {
            %3: float32[] = constant 1
            %4: bool[] = Greater(a=%2, b=%3)
            return %4
          }
          body settle(%5 "x": float32[]) {
            %6: float32[] = constant 8
            %7: bool[] = Greater(a=%5, b=%6)
            %8: float32[] = if %7 (%5)
              then half(%9 "x": float32[]) {
                %10: float32[] = constant 0.5
                %11: float32[] = Multiply(a=%9, b=%10)
                return %11
              }
              else same(%12 "x": float32[]) {
                return %12
              }
            return %8
          }
        return %1
      }"
    `);
  });
});
