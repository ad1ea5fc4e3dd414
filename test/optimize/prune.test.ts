import { describe, expect, it } from 'vitest';
import { ifNode, printNode, randomNode, whileNode } from '../../runtime/graph/builder.js';
import { type Graph, PrintHole } from '../../runtime/graph/graph.js';
import { printGraph } from '../../runtime/graph/printer.js';
import { verifyGraph } from '../../runtime/graph/verifier.js';
import { prune } from '../../runtime/optimize/prune.js';
import { graph, parameter } from '../graph/build.js';

function pruned(input: Graph): string {
  verifyGraph(input);
  const output = prune(input);
  verifyGraph(output);
  return `\n${printGraph(output)}\n`;
}

describe('prune', () => {
  it('leaves out nodes without a use, random ones too, and keeps effects and parameters', () => {
    const f = graph('f', [parameter([2]), parameter([2])], (b, x) => {
      const unused = b.call('Exp', { x: x! });
      b.call('Neg', { x: unused });
      b.add(
        randomNode({ kind: 'uniform', minimum: 0, maximum: 1 }, { dtype: 'float32', shape: [2] }),
      );
      const printed = b.call('Square', { x: x! });
      b.add(printNode([new PrintHole(0)], [printed]));
      return [b.call('Relu', { x: x! })];
    });
    expect(pruned(f)).toMatchInlineSnapshot(`
      "
      graph f(%0: float32[2], %1: float32[2]) {
        %2: float32[2] = Square(x=%0)
        print(%2)
        %3: float32[2] = Relu(x=%0)
        return %3
      }
      "
    `);
  });

  it('leaves out unused results of a conditional, what made them, and inputs', () => {
    const branch = (name: string, kernel: string) =>
      graph(name, [parameter([]), parameter([]), parameter([])], (b, x, y, z) => [
        b.call(kernel, { x: x! }),
        b.call('Exp', { x: y! }),
        z!,
      ]);
    const f = graph('f', [parameter([], 'bool'), parameter([])], (b, condition, x) => {
      const y = b.call('Sin', { x: x! });
      const node = ifNode(condition!, [x!, y, x!], branch('then', 'Relu'), branch('else', 'Neg'));
      return [b.add(node).outputs[0]!];
    });
    expect(pruned(f)).toMatchInlineSnapshot(`
      "
      graph f(%0: bool[], %1: float32[]) {
        %2: float32[] = if %0 (%1)
          then then(%3: float32[]) {
            %4: float32[] = Relu(x=%3)
            return %4
          }
          else else(%5: float32[]) {
            %6: float32[] = Neg(x=%5)
            return %6
          }
        return %2
      }
      "
    `);
  });

  it('keeps a conditional for its effects alone', () => {
    const silent = graph('else', [parameter([])], (_, x) => [x!]);
    const loud = graph('then', [parameter([])], (b, x) => {
      b.add(printNode(['seen', new PrintHole(0)], [b.call('Abs', { x: x! })]));
      return [x!];
    });
    const f = graph('f', [parameter([], 'bool'), parameter([])], (b, condition, x) => {
      b.add(ifNode(condition!, [x!], loud, silent));
      return [];
    });
    expect(pruned(f)).toMatchInlineSnapshot(`
      "
      graph f(%0: bool[], %1: float32[]) {
        if %0 (%1)
          then then(%2: float32[]) {
            %3: float32[] = Abs(x=%2)
            print("seen", %3)
            return nothing
          }
          else else(%4: float32[]) {
            return nothing
          }
        return nothing
      }
      "
    `);
  });

  it('leaves out loop variables that neither the test nor a needed variable uses', () => {
    const variables = () =>
      ['i', 'sum', 'last', 'unused'].map((name) => parameter([], 'float32', name));
    const test = graph(
      'test',
      [...variables(), parameter([])],
      (b, i, _sum, _last, _unused, limit) => [b.call('Less', { a: i!, b: limit! })],
    );
    const body = graph('body', [...variables(), parameter([])], (b, i, sum, last, unused) => {
      const next = b.call('Add', { a: i!, b: b.scalar(1) });
      return [
        next,
        b.call('Add', { a: sum!, b: last! }),
        next,
        b.call('Add', { a: unused!, b: sum! }),
      ];
    });
    const f = graph('f', [parameter([]), parameter([])], (b, x, limit) => {
      const exp = b.call('Exp', { x: x! });
      return [b.add(whileNode([x!, x!, x!, exp, limit!], test, body, 4)).outputs[1]!];
    });
    expect(pruned(f)).toMatchInlineSnapshot(`
      "
      graph f(%0: float32[], %1: float32[]) {
        %2 "i": float32[], %3 "sum": float32[], %4 "last": float32[] = while (%0, %0, %0; %1)
          test test(%5 "i": float32[], %6 "sum": float32[], %7 "last": float32[], %8: float32[]) {
            %9: bool[] = Less(a=%5, b=%8)
            return %9
          }
          body body(%10 "i": float32[], %11 "sum": float32[], %12 "last": float32[], %13: float32[]) {
            %14: float32[] = constant 1
            %15: float32[] = Add(a=%10, b=%14)
            %16: float32[] = Add(a=%11, b=%12)
            return %15, %16, %15
          }
        return %3
      }
      "
    `);
  });

  it('leaves out a loop whose results nobody uses', () => {
    const test = graph('test', [parameter([])], (b, x) => [
      b.call('Less', { a: x!, b: b.scalar(3) }),
    ]);
    const body = graph('body', [parameter([])], (b, x) => [
      b.call('Add', { a: x!, b: b.scalar(1) }),
    ]);
    const f = graph('f', [parameter([])], (b, x) => {
      b.add(whileNode([x!], test, body, 1));
      return [x!];
    });
    expect(prune(f).nodes).toEqual([]);
  });
});
