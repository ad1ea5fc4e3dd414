import { describe, expect, it } from 'vitest';
import {
  assertNode,
  constantNode,
  ifNode,
  printNode,
  whileNode,
} from '../../runtime/graph/builder.js';
import { type Graph, PrintHole, type Value } from '../../runtime/graph/graph.js';
import { printGraph } from '../../runtime/graph/printer.js';
import { verifyGraph } from '../../runtime/graph/verifier.js';
import { decideConstantConditions } from '../../runtime/optimize/constantConditions.js';
import { foldConstants } from '../../runtime/optimize/foldConstants.js';
import { hoistInvariants } from '../../runtime/optimize/hoistInvariants.js';
import { reduceLoopState } from '../../runtime/optimize/loopState.js';
import { prune } from '../../runtime/optimize/prune.js';
import { simplify } from '../../runtime/optimize/simplify.js';
import { type GraphBuilder, graph, parameter } from '../graph/build.js';

/** The graph after some passes, each of which gives a valid one. */
function passed(input: Graph, ...passes: ((graph: Graph) => Graph)[]): string {
  verifyGraph(input);
  const output = passes.reduce((current, pass) => {
    const next = pass(current);
    verifyGraph(next);
    return next;
  }, input);
  return `\n${printGraph(output)}\n`;
}

const counter = (name: string, ...more: Value[]) =>
  [parameter([], 'int32', name), ...more] as const;

describe('fold-constants', () => {
  it('computes what depends on constants only', () => {
    const f = graph('f', [parameter([2])], (b, x) => {
      const sum = b.call('Add', { a: b.scalar(1), b: b.scalar(2) });
      const row = b.add(
        constantNode({ values: Float32Array.of(1, 2) }, { dtype: 'float32', shape: [2] }),
      ).outputs[0]!;
      const scaled = b.call('Multiply', { a: sum, b: row });
      const shaped = b.call('Reshape', { x: scaled }, { shape: [2] });
      return [b.call('Add', { a: x!, b: shaped })];
    });
    expect(passed(f, foldConstants, prune)).toMatchInlineSnapshot(`
      "
      graph f(%0: float32[2]) {
        %1: float32[2] = constant [3, 6]
        %2: float32[2] = Add(a=%0, b=%1)
        return %2
      }
      "
    `);
  });

  it('rounds as the dtype does, and leaves functions alone that backends compute differently', () => {
    const f = graph('f', [], (b) => {
      const third = b.call('RealDiv', { a: b.scalar(1), b: b.scalar(3) });
      const whole = b.call('FloorDiv', { a: b.scalar(-7, 'int32'), b: b.scalar(2, 'int32') });
      const wrapped = b.call('Add', { a: b.scalar(2147483647, 'int32'), b: b.scalar(1, 'int32') });
      const cast = b.call('Cast', { x: b.scalar(-1.5) }, { dtype: 'int32' });
      return [third, whole, wrapped, cast, b.call('Exp', { x: b.scalar(1) })];
    });
    expect(passed(f, foldConstants, prune)).toMatchInlineSnapshot(`
      "
      graph f() {
        %0: float32[] = constant 0.3333333432674408
        %1: int32[] = constant -4
        %2: int32[] = constant -2147483648
        %3: int32[] = constant -1
        %4: float32[] = constant 1
        %5: float32[] = Exp(x=%4)
        return %0, %1, %2, %3, %5
      }
      "
    `);
  });

  it('goes into branches, and comes out where both give the same', () => {
    const branch = (name: string, kernel: string) =>
      graph(name, [parameter([]), parameter([])], (b, x, two) => [
        b.call(kernel, { a: two!, b: two! }),
        b.call('Add', { a: x!, b: b.call('Multiply', { a: two!, b: two! }) }),
      ]);
    const f = graph('f', [parameter([], 'bool'), parameter([])], (b, condition, x) => {
      const node = ifNode(
        condition!,
        [x!, b.scalar(2)],
        branch('then', 'Add'),
        branch('else', 'Multiply'),
      );
      b.add(node);
      return [...node.outputs];
    });
    expect(passed(f, foldConstants, prune)).toMatchInlineSnapshot(`
      "
      graph f(%0: bool[], %1: float32[]) {
        %2: float32[] = if %0 (%1)
          then then(%3: float32[]) {
            %4: float32[] = constant 4
            %5: float32[] = Add(a=%3, b=%4)
            return %5
          }
          else else(%6: float32[]) {
            %7: float32[] = constant 4
            %8: float32[] = Add(a=%6, b=%7)
            return %8
          }
        %9: float32[] = constant 4
        return %9, %2
      }
      "
    `);
  });

  it('knows in loops only what no iteration changes, and drops assertions that hold', () => {
    const f = graph('f', [parameter([], 'int32')], (b, n) => {
      const variables = () => [
        ...counter('i', parameter([], 'int32', 'limit'), parameter([], 'int32', 'step')),
      ];
      const test = graph('test', variables(), (inner, i, limit) => [
        inner.call('Less', { a: i!, b: limit! }),
      ]);
      const body = graph('body', variables(), (inner, i, _, step) => {
        const positive = inner.call('Greater', { a: step!, b: inner.scalar(0, 'int32') });
        inner.add(assertNode(positive, 'the step is positive'));
        return [inner.call('Add', { a: i!, b: inner.call('Add', { a: step!, b: step! }) })];
      });
      return [
        ...b.add(whileNode([b.scalar(0, 'int32'), n!, b.scalar(1, 'int32')], test, body, 1))
          .outputs,
      ];
    });
    expect(passed(f, foldConstants, prune)).toMatchInlineSnapshot(`
      "
      graph f(%0: int32[]) {
        %1: int32[] = constant 0
        %2 "i": int32[] = while (%1; %0)
          test test(%3 "i": int32[], %4 "limit": int32[]) {
            %5: bool[] = Less(a=%3, b=%4)
            return %5
          }
          body body(%6 "i": int32[], %7 "limit": int32[]) {
            %8: int32[] = constant 2
            %9: int32[] = Add(a=%6, b=%8)
            return %9
          }
        return %2
      }
      "
    `);
  });
});

describe('fold-constants, of arrangements', () => {
  it('counts short ranges, and rearranges what is the same everywhere', () => {
    const f = graph('f', [parameter([3, 2])], (b, x) => {
      const range = b.call('Range', {}, { start: 1, stop: 7, step: 2, dtype: 'float32' });
      const column = b.call('Reshape', { x: range }, { shape: [3, 1] });
      const ones = b.call('Fill', {}, { shape: [2, 3], value: 1, dtype: 'float32' });
      const turned = b.call('Transpose', { x: ones }, { perm: [1, 0] });
      const long = b.call('Range', {}, { start: 0, stop: 100_000, step: 1, dtype: 'float32' });
      return [b.call('Add', { a: b.call('Multiply', { a: x!, b: column }), b: turned }), long];
    });
    expect(passed(f, foldConstants, prune)).toMatchInlineSnapshot(`
      "
      graph f(%0: float32[3,2]) {
        %1: float32[3,1] = constant [1, 3, 5]
        %2: float32[3,2] = constant all 1
        %3: float32[100000] = Range() {start: 0, stop: 100000, step: 1, dtype: "float32"}
        %4: float32[3,2] = Multiply(a=%0, b=%1)
        %5: float32[3,2] = Add(a=%4, b=%2)
        return %5, %3
      }
      "
    `);
  });
});

describe('constant-conditions', () => {
  it('puts the body of a loop that runs once in its place', () => {
    const variables = () => [parameter([], 'float32', 'x')];
    const loop = (x: Value, maximumIterations: number | null) => {
      const test = graph('test', variables(), (b, y) => [b.call('Less', { a: y!, b: y! })]);
      const body = graph('body', variables(), (b, y) => [b.call('Neg', { x: y! })]);
      return whileNode([x], test, body, 1, { tripCount: 1, maximumIterations });
    };
    const f = graph('f', [parameter([])], (b, x) => [
      ...b.add(loop(x!, null)).outputs,
      ...b.add(loop(x!, 0)).outputs,
    ]);
    expect(passed(f, decideConstantConditions)).toMatchInlineSnapshot(`
      "
      graph f(%0: float32[]) {
        %1: float32[] = Neg(x=%0)
        return %1, %0
      }
      "
    `);
  });

  it('puts the branch that runs in the place of the conditional, with its effects in order', () => {
    const loud = graph('then', [parameter([])], (b, x) => {
      b.add(printNode(['inside', new PrintHole(0)], [x!]));
      const inner = ifNode(
        b.call('Greater', { a: x!, b: x! }),
        [x!],
        graph('one', [parameter([])], (c, y) => [c.call('Neg', { x: y! })]),
        graph('other', [parameter([])], (_, y) => [y!]),
      );
      return [b.add(inner).outputs[0]!];
    });
    const silent = graph('else', [parameter([])], (_, x) => [x!]);
    const f = graph('f', [parameter([])], (b, x) => {
      b.add(printNode(['before'], []));
      const [y] = b.add(ifNode(b.scalar(1, 'bool'), [x!], loud, silent)).outputs;
      b.add(printNode(['after'], []));
      return [b.call('Abs', { x: y! })];
    });
    expect(passed(f, decideConstantConditions, prune)).toMatchInlineSnapshot(`
      "
      graph f(%0: float32[]) {
        print("before")
        print("inside", %0)
        %1: bool[] = Greater(a=%0, b=%0)
        %2: float32[] = if %1 (%0)
          then one(%3: float32[]) {
            %4: float32[] = Neg(x=%3)
            return %4
          }
          else other(%5: float32[]) {
            return %5
          }
        print("after")
        %6: float32[] = Abs(x=%2)
        return %6
      }
      "
    `);
  });

  it('leaves out loops that never run', () => {
    const loop = (trips: number | null, holds: number) => {
      const test = graph('test', [parameter([])], (b) => [b.scalar(holds, 'bool')]);
      const body = graph('body', [parameter([])], (b, x) => [b.call('Neg', { x: x! })]);
      return (x: Value) => whileNode([x], test, body, 1, { tripCount: trips });
    };
    const f = graph('f', [parameter([])], (b, x) => [
      ...b.add(loop(0, 1)(x!)).outputs,
      ...b.add(loop(null, 0)(x!)).outputs,
      ...b.add(loop(2, 0)(x!)).outputs,
    ]);
    expect(passed(f, decideConstantConditions)).toMatchInlineSnapshot(`
      "
      graph f(%0: float32[]) {
        %1: float32[] = while (%0) {tripCount: 2}
          test test(%2: float32[]) {
            %3: bool[] = constant 0
            return %3
          }
          body body(%4: float32[]) {
            %5: float32[] = Neg(x=%4)
            return %5
          }
        return %0, %0, %1
      }
      "
    `);
  });
});

describe('loop-state', () => {
  it('makes invariants of variables that no iteration changes', () => {
    const variables = () => [
      parameter([], 'int32', 'i'),
      parameter([], 'float32', 'scale'),
      parameter([], 'float32', 'x'),
    ];
    const test = graph('test', variables(), (b, i) => [
      b.call('Less', { a: i!, b: b.scalar(3, 'int32') }),
    ]);
    const body = graph('body', variables(), (b, i, scale, x) => [
      b.call('Add', { a: i!, b: b.scalar(1, 'int32') }),
      scale!,
      b.call('Multiply', { a: x!, b: scale! }),
    ]);
    const f = graph('f', [parameter([]), parameter([])], (b, scale, x) => [
      ...b.add(whileNode([b.scalar(0, 'int32'), scale!, x!], test, body, 3)).outputs,
    ]);
    expect(passed(f, reduceLoopState)).toMatchInlineSnapshot(`
      "
      graph f(%0: float32[], %1: float32[]) {
        %2: int32[] = constant 0
        %3 "i": int32[], %4 "x": float32[] = while (%2, %1; %0)
          test test(%5 "i": int32[], %6 "x": float32[], %7 "scale": float32[]) {
            %8: int32[] = constant 3
            %9: bool[] = Less(a=%5, b=%8)
            return %9
          }
          body body(%10 "i": int32[], %11 "x": float32[], %12 "scale": float32[]) {
            %13: int32[] = constant 1
            %14: int32[] = Add(a=%10, b=%13)
            %15: float32[] = Multiply(a=%11, b=%12)
            return %14, %15
          }
        return %3, %0, %4
      }
      "
    `);
  });
});

describe('hoist-invariants', () => {
  it('computes before the loop what is the same in each iteration, but nothing that may fail or is random', () => {
    const variables = () => [
      parameter([2], 'float32', 'x'),
      parameter([2], 'float32', 'w'),
      parameter([1], 'int32', 'k'),
    ];
    const test = graph('test', variables(), (b, x, w) => {
      const limit = b.call('Sum', { x: w! }, { axis: [0], keepDims: false });
      return [
        b.call('Less', { a: b.call('Sum', { x: x! }, { axis: [0], keepDims: false }), b: limit }),
      ];
    });
    const body = graph('body', variables(), (b, x, w, k) => {
      const doubled = b.call('Multiply', { a: w!, b: b.scalar(2) });
      const chosen = b.call('GatherV2', { x: w!, indices: k! }, { axis: 0, batchDims: 0 });
      return [
        b.call('Add', {
          a: b.call('Multiply', { a: x!, b: b.call('Exp', { x: doubled }) }),
          b: chosen,
        }),
      ];
    });
    const f = graph(
      'f',
      [parameter([2]), parameter([2]), parameter([1], 'int32')],
      (b, x, w, k) => [...b.add(whileNode([x!, w!, k!], test, body, 1)).outputs],
    );
    expect(passed(f, hoistInvariants, prune)).toMatchInlineSnapshot(`
      "
      graph f(%0: float32[2], %1: float32[2], %2: int32[1]) {
        %3: float32[] = Sum(x=%1) {axis: [0], keepDims: false}
        %4: float32[] = constant 2
        %5: float32[2] = Multiply(a=%1, b=%4)
        %6: float32[2] = Exp(x=%5)
        %7 "x": float32[2] = while (%0; %1, %2, %3, %6)
          test test(%8 "x": float32[2], %9 "w": float32[2], %10 "k": int32[1], %11: float32[], %12: float32[2]) {
            %13: float32[] = Sum(x=%8) {axis: [0], keepDims: false}
            %14: bool[] = Less(a=%13, b=%11)
            return %14
          }
          body body(%15 "x": float32[2], %16 "w": float32[2], %17 "k": int32[1], %18: float32[], %19: float32[2]) {
            %20: float32[1] = GatherV2(x=%16, indices=%17) {axis: 0, batchDims: 0}
            %21: float32[2] = Multiply(a=%15, b=%19)
            %22: float32[2] = Add(a=%21, b=%20)
            return %22
          }
        return %7
      }
      "
    `);
  });

  it('moves what several loops do not change out of all of them', () => {
    const inner = () => {
      const variables = () => [parameter([], 'float32', 'y'), parameter([], 'float32', 'w')];
      return whileBody(
        graph('test', variables(), (b, y) => [b.call('Less', { a: y!, b: b.scalar(5) })]),
        graph('body', variables(), (b, y, w) => [
          b.call('Add', { a: y!, b: b.call('Exp', { x: w! }) }),
        ]),
      );
    };
    const whileBody = (test: Graph, body: Graph) => ({ test, body });
    const outerVariables = () => [parameter([], 'float32', 'x'), parameter([], 'float32', 'w')];
    const outerTest = graph('outer test', outerVariables(), (b, x) => [
      b.call('Less', { a: x!, b: b.scalar(9) }),
    ]);
    const outerBody = graph('outer body', outerVariables(), (b, x, w) => {
      const { test, body } = inner();
      return [...b.add(whileNode([x!, w!], test, body, 1)).outputs];
    });
    const f = graph('f', [parameter([]), parameter([])], (b, x, w) => [
      ...b.add(whileNode([x!, w!], outerTest, outerBody, 1)).outputs,
    ]);
    expect(passed(f, hoistInvariants, prune)).toMatchInlineSnapshot(`
      "
      graph f(%0: float32[], %1: float32[]) {
        %2: float32[] = Exp(x=%1)
        %3 "x": float32[] = while (%0; %2)
          test outer test(%4 "x": float32[], %5: float32[]) {
            %6: float32[] = constant 9
            %7: bool[] = Less(a=%4, b=%6)
            return %7
          }
          body outer body(%8 "x": float32[], %9: float32[]) {
            %10 "y": float32[] = while (%8; %9)
              test test(%11 "y": float32[], %12: float32[]) {
                %13: float32[] = constant 5
                %14: bool[] = Less(a=%11, b=%13)
                return %14
              }
              body body(%15 "y": float32[], %16: float32[]) {
                %17: float32[] = Add(a=%15, b=%16)
                return %17
              }
            return %10
          }
        return %3
      }
      "
    `);
  });
});

type Build = (b: GraphBuilder, x: Value) => Value;

describe('loop-state, in conditionals', () => {
  it('takes what both branches leave as it was for what it was', () => {
    const branch = (name: string, kernel: string) =>
      graph(name, [parameter([2], 'float32', 'x'), parameter([2], 'float32', 'y')], (b, x, y) => [
        x!,
        b.call(kernel, { x: y! }),
      ]);
    const f = graph(
      'f',
      [parameter([], 'bool'), parameter([2]), parameter([2])],
      (b, condition, x, y) => [
        ...b.add(ifNode(condition!, [x!, y!], branch('then', 'Neg'), branch('else', 'Abs')))
          .outputs,
      ],
    );
    expect(passed(f, reduceLoopState, prune)).toMatchInlineSnapshot(`
      "
      graph f(%0: bool[], %1: float32[2], %2: float32[2]) {
        %3: float32[2] = if %0 (%2)
          then then(%4 "y": float32[2]) {
            %5: float32[2] = Neg(x=%4)
            return %5
          }
          else else(%6 "y": float32[2]) {
            %7: float32[2] = Abs(x=%6)
            return %7
          }
        return %1, %3
      }
      "
    `);
  });
});

describe('simplify', () => {
  it.each<[string, Value, Build]>([
    ['x * 1', parameter([2]), (b, x) => b.call('Multiply', { a: b.scalar(1), b: x })],
    ['x / 1', parameter([2]), (b, x) => b.call('RealDiv', { a: x, b: b.scalar(1) })],
    ['x - 0', parameter([2]), (b, x) => b.call('Sub', { a: x, b: b.scalar(0) })],
    [
      'a whole x + 0',
      parameter([2], 'int32'),
      (b, x) => b.call('Add', { a: x, b: b.scalar(0, 'int32') }),
    ],
    ['-(-x)', parameter([2]), (b, x) => b.call('Neg', { x: b.call('Neg', { x }) })],
    [
      'x transposed twice',
      parameter([2, 3]),
      (b, x) =>
        b.call('Transpose', { x: b.call('Transpose', { x }, { perm: [1, 0] }) }, { perm: [1, 0] }),
    ],
    ['x cast to its dtype', parameter([2]), (b, x) => b.call('Cast', { x }, { dtype: 'float32' })],
    [
      'x in another shape and back',
      parameter([2, 3]),
      (b, x) =>
        b.call('Reshape', { x: b.call('Reshape', { x }, { shape: [6] }) }, { shape: [2, 3] }),
    ],
    ['all of x', parameter([2]), (b, x) => b.call('Slice', { x }, { begin: [0], size: [2] })],
    ['x tiled once', parameter([2]), (b, x) => b.call('Tile', { x }, { reps: [1] })],
    [
      'x reversed twice',
      parameter([2]),
      (b, x) => b.call('Reverse', { x: b.call('Reverse', { x }, { dims: [0] }) }, { dims: [0] }),
    ],
    ['the larger of x and x', parameter([2]), (b, x) => b.call('Maximum', { a: x, b: x })],
    [
      'x whatever a condition is',
      parameter([2]),
      (b, x) => b.call('Select', { condition: b.call('Greater', { a: x, b: x }), t: x, e: x }),
    ],
    [
      'a new axis of x taken away',
      parameter([2, 3]),
      (b, x) =>
        b.call('Reshape', { x: b.call('ExpandDims', { input: x }, { dim: 1 }) }, { shape: [2, 3] }),
    ],
  ])('takes %s for x', (_, x, build) => {
    const f = graph('f', [x], (b) => [build(b, x)]);
    const result = simplify(f);
    verifyGraph(result);
    expect(result.outputs).toEqual([x]);
  });

  it.each<[string, Value, Build]>([
    [
      'x + 0, which has no negative zero',
      parameter([2]),
      (b, x) => b.call('Add', { a: x, b: b.scalar(0) }),
    ],
    [
      'x * 0, which may be no number',
      parameter([2]),
      (b, x) => b.call('Multiply', { a: x, b: b.scalar(0) }),
    ],
    [
      'x * [1, 1] where that is wider',
      parameter([]),
      (b, x) =>
        b.call('Multiply', {
          a: x,
          b: b.add(constantNode({ splat: 1 }, { dtype: 'float32', shape: [2] })).outputs[0]!,
        }),
    ],
    [
      'x * 1 of an unknown size',
      parameter([null]),
      (b, x) => b.call('Multiply', { a: x, b: b.scalar(1) }),
    ],
  ])('leaves %s', (_, x, build) => {
    const f = graph('f', [x], (b) => [build(b, x)]);
    expect(simplify(f).outputs).toEqual(f.outputs);
  });

  it('moves signs and transposes into the kernels that read them', () => {
    const f = graph(
      'f',
      [parameter([3, 3]), parameter([3, 3]), parameter([1, 3, 1])],
      (b, x, y, z) => {
        const negative = b.call('Neg', { x: y! });
        const turned = b.call('Transpose', { x: y! }, { perm: [1, 0] });
        return [
          b.call('Add', { a: x!, b: negative }),
          b.call('Add', { a: negative, b: x! }),
          b.call('Sub', { a: x!, b: negative }),
          b.call('Multiply', { a: b.call('Neg', { x: x! }), b: negative }),
          b.call('Multiply', { a: y!, b: y! }),
          b.call('Square', { x: negative }),
          b.call('Pow', { a: x!, b: b.scalar(-1) }),
          b.call('BatchMatMul', { a: turned, b: x! }, { transposeA: false, transposeB: true }),
          b.call('BatchMatMul', { a: turned, b: turned }, { transposeA: true, transposeB: false }),
          b.call('Transpose', { x: z! }, { perm: [1, 0, 2] }),
        ];
      },
    );
    expect(passed(f, simplify, prune)).toMatchInlineSnapshot(`
      "
      graph f(%0: float32[3,3], %1: float32[3,3], %2: float32[1,3,1]) {
        %3: float32[3,3] = Sub(a=%0, b=%1)
        %4: float32[3,3] = Sub(a=%0, b=%1)
        %5: float32[3,3] = Add(a=%0, b=%1)
        %6: float32[3,3] = Multiply(a=%0, b=%1)
        %7: float32[3,3] = Square(x=%1)
        %8: float32[3,3] = Square(x=%1)
        %9: float32[3,3] = Reciprocal(x=%0)
        %10: float32[3,3] = BatchMatMul(a=%1, b=%0) {transposeA: true, transposeB: true}
        %11: float32[3,3] = BatchMatMul(a=%1, b=%1) {transposeA: false, transposeB: true}
        %12: float32[3,1,1] = Reshape(x=%2) {shape: [3, 1, 1]}
        return %3, %4, %5, %6, %7, %8, %9, %10, %11, %12
      }
      "
    `);
  });

  it('joins chains, and uses cheaper kernels', () => {
    const f = graph('f', [parameter([2, 3, 4]), parameter([2], 'bool')], (b, x, c) => [
      b.call(
        'Transpose',
        { x: b.call('Transpose', { x: x! }, { perm: [1, 2, 0] }) },
        { perm: [0, 2, 1] },
      ),
      b.call('Reshape', { x: b.call('Reshape', { x: x! }, { shape: [6, 4] }) }, { shape: [4, 6] }),
      b.call('Cast', { x: b.call('Cast', { x: c! }, { dtype: 'int32' }) }, { dtype: 'float32' }),
      b.call('Pow', { a: x!, b: b.scalar(2) }),
    ]);
    expect(passed(f, simplify, prune)).toMatchInlineSnapshot(`
      "
      graph f(%0: float32[2,3,4], %1: bool[2]) {
        %2: float32[3,2,4] = Transpose(x=%0) {perm: [1, 0, 2]}
        %3: float32[4,6] = Reshape(x=%0) {shape: [4, 6]}
        %4: float32[2] = Cast(x=%1) {dtype: "float32"}
        %5: float32[2,3,4] = Square(x=%0)
        return %2, %3, %4, %5
      }
      "
    `);
  });
});
