import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import * as ug from '../../runtime/staged/index.js';
import { setLoopOptions } from '../../runtime/staged/loops/loopOptions.js';
import { range } from '../../runtime/staged/loops/range.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';
import { AT, both, count, float, int, runAsGraph } from './program.js';

beforeAll(useCpu);

type Values = Record<string, unknown>;

/** The state of a construct that assigns these properties. */
function stateOf(values: Values, names: readonly string[], options = {}) {
  return ug.state(
    names,
    () => names.map((name) => values[name]),
    ($) => {
      names.forEach((name, index) => {
        values[name] = $[index];
      });
    },
    options,
  );
}

interface LoopProgram {
  readonly start: () => Values;
  readonly test: (v: Values) => unknown;
  readonly body: (v: Values) => void;
  readonly flags?: number[];
}

/** `while (test) body`, all of whose variables are its state. */
const looping =
  ({ start, test, body, flags = [] }: LoopProgram) =>
  (n: unknown) => {
    const v: Values = { n, ...start() };
    const names = Object.keys(v);
    ug.while_stmt(
      () => test(v),
      () => body(v),
      stateOf(v, names, { flags }),
      AT,
    );
    return v;
  };

/** `for (item of iterable) body(item)`. */
const iterating =
  (
    start: () => Values,
    body: (v: Values, item: unknown) => void,
    extra: ((v: Values) => unknown) | null = null,
  ) =>
  (iterable: unknown) => {
    const v = start();
    ug.for_stmt(
      iterable,
      (item) => body(v, item),
      extra && (() => extra(v)),
      stateOf(v, Object.keys(v)),
      AT,
    );
    return v;
  };

describe('while_stmt', () => {
  const digits = looping({
    start: () => ({ s: 0, i: 0 }),
    test: (v) => ug.lt(v.i, v.n, AT),
    body: (v) => {
      v.s = ug.add(ug.mul(v.s, 10, AT), v.i, AT);
      v.i = ug.add(v.i, 1, AT);
    },
  });

  it('is staged by a tensor in its test, and unrolled otherwise', () => {
    expect(both(digits, int(5))).toEqual({ n: 'int32 5', s: 'int32 1234', i: 'int32 5' });
    expect(both(digits, int(0))).toMatchObject({ s: 'int32 0', i: 'int32 0' });
    expect(count(runAsGraph(digits, [int(5)]).graph, 'while')).toBe(1);
    const unrolled = runAsGraph(digits, [5]);
    expect(unrolled.result).toEqual({ n: 5, s: 1234, i: 5 });
    expect(unrolled.graph.nodes).toEqual([]);
  });

  it('finds the dtype of a variable that starts as a number', () => {
    const half = looping({
      start: () => ({ s: 0 }),
      test: (v) => ug.gt(v.n, 0, AT),
      body: (v) => {
        v.s = ug.add(v.s, 0.5, AT);
        v.n = ug.sub(v.n, 1, AT);
      },
    });
    expect(both(half, int(3))).toEqual({ n: 'int32 0', s: 'float32 1.5' });
    const traces: number[] = [];
    const total = looping({
      start: () => ({ s: 0 }),
      test: (v) => ug.gt(v.n, 0, AT),
      body: (v) => {
        traces.push(1);
        v.s = ug.add(v.s, v.n, AT);
        v.n = ug.sub(v.n, 0.5, AT);
      },
    });
    expect(runAsGraph(total, [float(1.5)]).result).toEqual({ n: 'float32 0', s: 'float32 3' });
    expect(traces.length).toBe(1);
    const swap = looping({
      start: () => ({ a: 0, b: 1 }),
      test: (v) => ug.gt(v.n, 0, AT),
      body: (v) => {
        [v.a, v.b] = [v.b, ug.mul(ug.add(v.a, v.b, AT), 0.5, AT)];
        v.n = ug.sub(v.n, 1, AT);
      },
    });
    expect(both(swap, int(4))).toEqual({ n: 'int32 0', a: 'float32 0.625', b: 'float32 0.6875' });
    const conditional = looping({
      start: () => ({ s: 0 }),
      test: (v) => ug.gt(v.n, 0, AT),
      body: (v) => {
        ug.if_stmt(
          ug.gt(v.n, 1, AT),
          () => {
            v.s = ug.add(v.s, tf.scalar(0.25), AT);
          },
          () => {},
          stateOf(v, ['s']),
          AT,
        );
        v.n = ug.sub(v.n, 1, AT);
      },
    });
    expect(both(conditional, int(3))).toEqual({ n: 'int32 0', s: 'float32 0.5' });
    expect(both(conditional, float(3))).toEqual({ n: 'float32 0', s: 'float32 0.5' });
  });

  it('stages from the iteration in which its test becomes a tensor', () => {
    const program = looping({
      start: () => ({ i: 0 }),
      test: (v) => ug.lt(v.i, 10, AT),
      body: (v) => {
        v.i = ug.add(v.n, v.i, AT);
      },
    });
    const { result, graph } = runAsGraph(program, [int(3)]);
    expect(result).toMatchObject({ i: 'int32 12' });
    expect(count(graph, 'while')).toBe(1);
  });

  it('gives a variable that it defines a first value, and fails without an iteration', () => {
    const traces: number[] = [];
    const program = looping({
      start: () => ({ y: undefined }),
      test: (v) => ug.gt(v.n, 0, AT),
      body: (v) => {
        traces.push(1);
        v.y = { a: v.n, b: [ug.add(v.n, 1, AT), 7] };
        v.n = ug.sub(v.n, 1, AT);
      },
    });
    expect(both(program, int(2))).toMatchObject({ y: { a: 'int32 1', b: ['int32 2', 'int32 7'] } });
    expect(() => runAsGraph(program, [int(0)])).toThrow(
      /loop must iterate at least once to initialize y/,
    );
    traces.length = 0;
    runAsGraph(program, [int(2)]);
    expect(traces.length).toBe(1);
  });

  it('refuses to read a variable that is not defined before it', () => {
    const program = (original: unknown, body: (v: Values) => void) =>
      looping({
        start: () => ({ x: original }),
        test: (v) => ug.gt(v.n, 0, AT),
        body: (v) => {
          body(v);
          v.n = ug.sub(v.n, 1, AT);
        },
      });
    const increment = (v: Values) => {
      v.x = ug.add(v.x, 1, AT);
    };
    expect(() => runAsGraph(program(undefined, increment), [int(2)])).toThrow(
      /'x' must be defined before the loop/,
    );
    expect(() => runAsGraph(program(null, increment), [int(2)])).toThrow(
      /'x' is not allowed to be null before the loop/,
    );
    const property = (v: Values) => {
      v.x = ug.get_item(v.x, 'shape', AT);
    };
    expect(() => runAsGraph(program(undefined, property), [int(2)])).toThrow(
      /'x' must be defined before the loop/,
    );
    const toNull = (v: Values) => {
      v.x = null;
    };
    expect(() => runAsGraph(program(1, toNull), [int(2)])).toThrow(
      /'x' is null at the end of the iteration/,
    );
  });

  it('runs the first iteration apart where the body asks whether a variable has a value', () => {
    const largest = looping({
      start: () => ({ best: null }),
      test: (v) => ug.gt(v.n, 0, AT),
      body: (v) => {
        ug.if_stmt(
          ug.eq(v.best, null, AT),
          () => {
            v.best = ug.neg(v.n, AT);
          },
          () => {
            v.best = tf.maximum(v.best as tf.Tensor, tf.neg(v.n as tf.Tensor));
          },
          stateOf(v, ['best']),
          AT,
        );
        v.n = ug.sub(v.n, 1, AT);
      },
    });
    expect(both(largest, float(3))).toEqual({ n: 'float32 0', best: 'float32 -1' });
    expect(() => runAsGraph(largest, [float(0)])).toThrow(
      /loop must iterate at least once to initialize best/,
    );
    const first = looping({
      start: () => ({ first: undefined }),
      test: (v) => ug.gt(v.n, 0, AT),
      body: (v) => {
        v.first = ug.nullish(v.first, () => v.n, AT);
        v.n = ug.sub(v.n, 1, AT);
      },
    });
    expect(both(first, int(4))).toEqual({ n: 'int32 0', first: 'int32 4' });
  });

  it('names changes of dtype, shape and structure', () => {
    const changing = (before: unknown, after: unknown) =>
      looping({
        start: () => ({ t: before }),
        test: (v) => ug.gt(v.n, 0, AT),
        body: (v) => {
          v.t = after;
          v.n = ug.sub(v.n, 1, AT);
        },
      });
    const fail = (before: unknown, after: unknown) => () =>
      runAsGraph(changing(before, after), [int(2)]);
    expect(fail(int(0), float(0))).toThrow(
      /'t' has dtype int32 before the loop, but dtype float32 after one iteration.*src\/model/s,
    );
    expect(fail(int(0), true)).toThrow(/dtype bool \(true\) after/);
    expect(fail(int([1]), int([1, 1]))).toThrow(
      /'t' has shape \[1\] before the loop, but shape \[2\] after one iteration.*setLoopOptions\({ shapeInvariants: \[\[t, \[null\]\]\]/s,
    );
    expect(fail(float(0), float([1, 1]))).toThrow(/'t' has shape \[\] before.*tf.zeros\(\[2\]\)/s);
    expect(fail([1], { x: 1 })).toThrow(/'t' must keep its nested structure/);
    expect(fail(/a/, new Date(0))).toThrow(/'t' is a RegExp before the loop and a Date after/);
    expect(runAsGraph(changing('a', 'a'), [int(2)]).result).toMatchObject({ t: 'a' });
  });

  it('returns and breaks out of itself', () => {
    const program = (n: unknown) => {
      const v: Values = { i: 0, s: 0, didReturn: false, value: undefined };
      ug.while_stmt(
        () => ug.and(ug.not(v.didReturn, AT), () => ug.lt(v.i, n, AT), AT),
        () => {
          v.i = ug.add(v.i, 1, AT);
          v.s = ug.add(v.s, v.i, AT);
          ug.if_stmt(
            ug.gt(v.s, 4, AT),
            () => {
              v.didReturn = true;
              v.value = v.s;
            },
            () => {},
            stateOf(v, ['didReturn', 'value'], { flags: [0, 1] }),
            AT,
          );
        },
        stateOf(v, ['i', 's', 'didReturn', 'value'], { flags: [2, 3] }),
        AT,
      );
      ug.if_stmt(
        ug.not(v.didReturn, AT),
        () => {
          v.didReturn = true;
          v.value = -1;
        },
        () => {},
        stateOf(v, ['didReturn', 'value'], { flags: [0, 1] }),
        AT,
      );
      return ug.function_result(v.didReturn, v.value, AT);
    };
    expect([0, 2, 4].map((n) => both(program, int(n)))).toEqual([
      'int32 -1',
      'int32 -1',
      'int32 6',
    ]);
  });

  it('bounds its iterations', () => {
    const program = looping({
      start: () => ({ i: 0 }),
      test: (v) => ug.lt(v.i, v.n, AT),
      body: (v) => {
        ug.call(setLoopOptions, [{ maximumIterations: 3 }], AT);
        v.i = ug.add(v.i, 1, AT);
      },
    });
    expect(both(program, int(10))).toMatchObject({ i: 'int32 3' });
    expect(both(program, int(2))).toMatchObject({ i: 'int32 2' });
  });

  it('says of what form shape invariants are', async () => {
    const { f } = await compile<{ f: (x: tf.Tensor, given: unknown) => tf.Tensor }>(
      `export function f(x, given) {
         "use graph";
         while (x < 3) { setLoopOptions({ shapeInvariants: given }); x = x + 1; }
         return x;
       }`,
      { setLoopOptions },
    );
    for (const given of [{ x: [null] }, [[null]], ['x'], 3]) {
      expect(() => f(float(1), given)).toThrow(/array of pairs of a loop variable.*loop-options/s);
    }
    expect(f(float(1), []).dataSync()[0]).toBe(3);
  });

  it('says that there is no such option', async () => {
    const { f } = await compile<{ f: (x: tf.Tensor) => tf.Tensor }>(
      `export function f(x) {
         "use graph";
         while (x < 3) { setLoopOptions({ maximumIteration: 2 }); x = x + 1; }
         return x;
       }`,
      { setLoopOptions },
    );
    expect(() => f(float(1))).toThrow(
      /no option 'maximumIteration'.*maximumIterations and.*loop-options/s,
    );
  });

  it('says that its options stand outside of any loop', async () => {
    const { f } = await compile<{ f: (x: tf.Tensor) => tf.Tensor }>(
      `export function f(x) {
         "use graph";
         setLoopOptions({ maximumIterations: 9 });
         while (x < 3) x = x + 1;
         return x;
       }`,
      { setLoopOptions },
    );
    expect(() => f(float(1))).toThrow(/outside of a loop.*first statement.*loop-options/s);
  });

  it('lets a shape vary that setLoopOptions names', () => {
    const program = looping({
      start: () => ({
        m: int([
          [0, 0],
          [0, 0],
        ]),
        i: 0,
      }),
      test: (v) => ug.lt(v.i, v.n, AT),
      body: (v) => {
        setLoopOptions({ shapeInvariants: [[v.m, [null, null]]] });
        v.m = tf.pad(v.m as tf.Tensor, [
          [1, 1],
          [1, 1],
        ]);
        v.i = ug.add(v.i, 1, AT);
      },
    });
    expect(both(program, int(1))).toMatchObject({
      m: 'int32 [[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]',
    });
  });

  it('changes arrays and objects in place, which may get new properties', () => {
    const program = (change: (d: Values, n: unknown) => void) => (n: unknown) => {
      const d: Values = { a: 0, names: 'x' };
      const v: Values = { n, d };
      ug.while_stmt(
        () => ug.gt(v.n, 0, AT),
        () => {
          change(d, v.n);
          v.n = ug.sub(v.n, 1, AT);
        },
        ug.state(
          ['n', 'd'],
          () => [v.n, d],
          ($) => {
            v.n = $[0];
          },
          { mutated: [1] },
        ),
        AT,
      );
      return [d.a, d.b];
    };
    expect(
      runAsGraph(
        program((d, n) => {
          d.a = ug.add(d.a, n, AT);
        }),
        [int(4)],
      ).result,
    ).toEqual(['int32 10', undefined]);
    expect(
      runAsGraph(
        program((d, n) => {
          d.b = ug.written(n, d, 'b');
        }),
        [int(4)],
      ).result,
    ).toEqual([0, 'int32 1']);
  });

  it('assigns variables, and prints in order', () => {
    const v = tf.variable(tf.scalar(0, 'int32'));
    const program = looping({
      start: () => ({}),
      test: (values) => ug.gt(values.n, 0, AT),
      body: (values) => {
        v.assign(tf.add(v, values.n as tf.Tensor));
        values.n = ug.sub(values.n, 1, AT);
      },
    });
    runAsGraph(program, [int(4)]);
    expect(v.dataSync()[0]).toBe(10);
    v.dispose();
  });
});

describe('for_stmt', () => {
  const sums = iterating(
    () => ({ a: 0, b: 0 }),
    (v, e) => {
      v.a = ug.add(v.a, e, AT);
      v.b = ug.add(v.b, ug.mul(e, e, AT), AT);
    },
  );

  it('iterates tensors along the first axis, and unrolls arrays', () => {
    expect(both(sums, int([1, 3]))).toEqual({ a: 'int32 4', b: 'int32 10' });
    expect(both(sums, tf.zeros([0], 'int32'))).toEqual({ a: 'int32 0', b: 'int32 0' });
    expect(runAsGraph(sums, [[1, 3]]).result).toEqual({ a: 4, b: 10 });
    const loop = runAsGraph(sums, [int([1, 3])]).graph.nodes.find((node) => node.kind === 'while')!;
    expect(loop).toMatchObject({ tripCount: 2 });
    expect(
      both(
        sums,
        float([
          [1, 2],
          [3, 4],
        ]),
      ),
    ).toEqual({ a: 'float32 [4,6]', b: 'float32 [10,20]' });
    expect(() => runAsGraph(sums, [int(3)])).toThrow(/scalar int32\[\] has no rows/);
  });

  it('iterates ranges', () => {
    const program = (a: unknown, b: unknown, c: unknown) => {
      let s: unknown = 0;
      ug.for_stmt(
        range(a as number, b as number, c as number),
        (i) => {
          s = ug.add(ug.mul(s, 100, AT), i, AT);
        },
        null,
        ug.state(
          ['s'],
          () => [s],
          ($) => {
            [s] = $;
          },
        ),
        AT,
      );
      return s;
    };
    expect(both(program, 0, 5, 1)).toBe('int32 1020304');
    expect(both(program, -17, -3, 5)).toBe('int32 -171207');
    expect(both(program, 17, 3, -5)).toBe('int32 171207');
    expect(both(program, int(17), int(3), int(-5))).toBe('int32 171207');
    expect(both(program, int(-17), int(-3), int(5))).toBe('int32 -171207');
    expect(both(program, int(-17), -3, 5)).toBe('int32 -171207');
    expect(both(program, int(4), int(4), int(1))).toBe('int32 0');
    expect(both(program, 0, float(1.5), 0.5)).toBe('float32 51');
    expect(runAsGraph(program, [0, 0, 1]).result).toBe('int32 0');
    expect([...range(4, 0, -2)]).toEqual([4, 2]);
    expect(() => range(0, 5, 0)).toThrow(/step of a range must not be 0/);
  });

  it('stops at an extra test', () => {
    const program = iterating(
      () => ({ s: 0, stop: false }),
      (v, e) => {
        ug.if_stmt(
          ug.eq(ug.rem(e, 3, AT), 0, AT),
          () => {
            v.stop = true;
          },
          () => {
            v.s = ug.add(v.s, e, AT);
          },
          stateOf(v, ['s', 'stop'], { flags: [1] }),
          AT,
        );
      },
      (v) => ug.not(v.stop, AT),
    );
    expect(both(program, int([1, 2, 3, 4]))).toMatchObject({ s: 'int32 3' });
    expect(both(program, [int(1), int(2), int(3), int(4)])).toMatchObject({ s: 'int32 3' });
  });

  it('lets an accumulator start as a number', () => {
    const program = iterating(
      () => ({ s: 0 }),
      (v, row) => {
        v.s = ug.add(v.s, row, AT);
      },
    );
    expect(
      both(
        program,
        float([
          [1, 2],
          [3, 4],
          [5, 6],
        ]),
      ),
    ).toEqual({ s: 'float32 [9,12]' });
  });

  it('lets gradients flow', () => {
    const program = (x: unknown) => {
      let s: unknown = 0;
      const f = (t: tf.Tensor) => {
        s = 0;
        ug.for_stmt(
          t,
          (row) => {
            s = ug.add(ug.mul(s, 2, AT), ug.mul(row, row, AT), AT);
          },
          null,
          ug.state(
            ['s'],
            () => [s],
            ($) => {
              [s] = $;
            },
          ),
          AT,
        );
        return s as tf.Tensor;
      };
      return tf.grad(f)(x as tf.Tensor);
    };
    expect(both(program, float([1, 2, 3]))).toBe('float32 [8,8,6]');
  });

  it('lets gradients flow out of a loop that breaks', () => {
    const power = (x: unknown, n: unknown) => {
      const v: Values = { acc: tf.scalar(1), stop: false };
      ug.for_stmt(
        range(n as tf.Tensor),
        (i) => {
          ug.if_stmt(
            ug.eq(i, 3, AT),
            () => {
              v.stop = true;
            },
            () => {
              v.acc = ug.mul(v.acc, x, AT);
            },
            stateOf(v, ['acc', 'stop'], { flags: [1] }),
            AT,
          );
        },
        () => ug.not(v.stop, AT),
        stateOf(v, ['acc', 'stop'], { flags: [1] }),
        AT,
      );
      return v.acc as tf.Tensor;
    };
    const program = (x: unknown, n: unknown) => tf.grad((t) => power(t, n))(x as tf.Tensor);
    expect(both(program, float(2), int(10))).toBe('float32 12');
    expect(both(program, float(2), int(2))).toBe('float32 4');
    expect(runAsGraph(program, [float(2), int(0)]).result).toBe('float32 0');
  });

  it('iterates a tensor of unknown size', () => {
    for (const [x, shape] of [
      [int([1, 3, 5]), [null]],
      [
        int([
          [1, 2],
          [3, 4],
          [5, 6],
        ]),
        [null, 2],
      ],
      [
        int([
          [1, 2],
          [3, 4],
          [5, 6],
        ]),
        [null, null],
      ],
    ] as const) {
      const expected = runAsGraph(sums, [x]).result;
      const { result, graph } = runAsGraph(sums, [x], [shape]);
      expect(result).toEqual(expected);
      expect(count(graph, 'while')).toBe(1);
    }
    expect(runAsGraph(sums, [tf.zeros([0], 'int32')], [[null]]).result).toEqual({
      a: 'int32 0',
      b: 'int32 0',
    });
  });

  it('is nested', () => {
    const program = (n: unknown) => {
      const v: Values = { c: 0, stopInner: false, stopOuter: false };
      ug.for_stmt(
        range(n as tf.Tensor),
        (i) => {
          v.stopInner = false;
          ug.for_stmt(
            range(n as tf.Tensor),
            (j) => {
              v.c = ug.add(v.c, 1, AT);
              ug.if_stmt(
                ug.ge(j, i, AT),
                () => {
                  v.stopInner = true;
                },
                () => {},
                stateOf(v, ['stopInner'], { flags: [0] }),
                AT,
              );
            },
            () => ug.not(v.stopInner, AT),
            stateOf(v, ['c', 'stopInner'], { flags: [1] }),
            AT,
          );
          ug.if_stmt(
            ug.eq(i, 3, AT),
            () => {
              v.stopOuter = true;
            },
            () => {},
            stateOf(v, ['stopOuter'], { flags: [0] }),
            AT,
          );
        },
        () => ug.not(v.stopOuter, AT),
        stateOf(v, ['c', 'stopOuter'], { flags: [1] }),
        AT,
      );
      return v.c;
    };
    expect(both(program, int(6))).toBe('int32 10');
    expect(both(program, int(2))).toBe('int32 3');
  });
});
