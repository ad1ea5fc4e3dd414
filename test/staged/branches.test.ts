import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import * as ug from '../../runtime/staged/index.js';
import { useCpu } from '../support/index.js';
import { AT, bool, both, count, float, int, runAsGraph, runEagerly } from './program.js';

beforeAll(useCpu);

describe('if_stmt', () => {
  it('stages on a tensor and runs one branch on a host value', () => {
    const seen: string[] = [];
    const program = (c: unknown) => {
      let r: unknown;
      ug.if_stmt(
        c,
        () => {
          seen.push('true');
          r = 1;
        },
        () => {
          seen.push('false');
          r = 2;
        },
        ug.state(
          ['r'],
          () => [r],
          ($) => {
            [r] = $;
          },
        ),
        AT,
      );
      return r;
    };
    const { result, graph } = runAsGraph(program, [bool(true)]);
    expect(result).toBe('int32 1');
    expect(seen).toEqual(['true', 'false']);
    expect(count(graph, 'if')).toBe(1);
    seen.length = 0;
    expect(runAsGraph(program, [true]).result).toBe(1);
    expect(seen).toEqual(['true']);
    expect(runAsGraph(program, [bool([[false]])]).result).toBe('int32 2');
  });

  const assigning =
    (main: () => unknown, other: () => unknown, start: unknown = 0, flags: number[] = []) =>
    (c: unknown) => {
      let x = start;
      ug.if_stmt(
        c,
        () => {
          x = main();
        },
        () => {
          x = other();
        },
        ug.state(
          ['x'],
          () => [x],
          ($) => {
            [x] = $;
          },
          { flags },
        ),
        AT,
      );
      return x;
    };

  it('gives a host number the dtype of the other side', () => {
    const run = (main: unknown, other: unknown) =>
      runAsGraph(
        assigning(
          () => main,
          () => other,
        ),
        [bool(true)],
      ).result;
    expect(run(1, 2)).toBe('int32 1');
    expect(run(1, 0.5)).toBe('float32 1');
    expect(run(1, tf.scalar(0.5))).toBe('float32 1');
    expect(run(1, tf.scalar(5, 'int32'))).toBe('int32 1');
    expect(run(true, false)).toBe('bool 1');
    expect(run([1, { a: true }], [2, { a: bool(false) }])).toEqual(['int32 1', { a: 'bool 1' }]);
    expect(run('a', 'a')).toBe('a');
    expect(run(5, 5)).toBe(5);
  });

  it('names variable, branch and dtypes in its errors', () => {
    const fail = (main: unknown, other: unknown) => () =>
      runAsGraph(
        assigning(
          () => main,
          () => other,
        ),
        [bool(true)],
      );
    expect(fail(1, undefined)).toThrow(
      /'x' must also be initialized in the else branch.*src\/model.ts:12:5/s,
    );
    expect(fail(undefined, 1)).toThrow(/'x' must also be initialized in the main branch/);
    expect(fail(null, 1)).toThrow(/'x' is null at the end of the main branch/);
    expect(fail(1, null)).toThrow(/'x' is null at the end of the else branch/);
    expect(fail(int(1), float(1))).toThrow(
      /'x' has dtype int32 in the main branch, but dtype float32 in the else branch/,
    );
    expect(fail(int(1), true)).toThrow(/dtype int32 in the main branch, but dtype bool \(true\)/);
    expect(fail([int(1)], { x: int(1) })).toThrow(
      /'x' must have the same nested structure in the main and else branches/,
    );
    expect(fail(() => 1, int(1))).toThrow(/'x' is a function in the main branch/);
    expect(fail('a', true)).toThrow(/'x' is the string "a" or true, and no tensor holds both/);
  });

  it('refuses a condition that is not one bool', () => {
    const program = assigning(
      () => 1,
      () => 2,
    );
    for (const run of [runAsGraph, runEagerly]) {
      expect(() => run(program, [int(1)])).toThrow(
        /condition of an if statement must be a bool tensor of one element, but is int32\[\].*null/s,
      );
      expect(() => run(program, [bool([true, false])])).toThrow(/is bool\[2\].*tf.all or tf.any/s);
    }
  });

  it('lets sizes differ', () => {
    const shapes: unknown[] = [];
    const program = (c: unknown) => {
      const x = assigning(
        () => tf.zeros([2, 3]),
        () => tf.ones([5, 3]),
      )(c) as tf.Tensor;
      shapes.push(x.shape);
      return tf.sum(x);
    };
    expect(runAsGraph(program, [bool(false)]).result).toBe('float32 15');
    expect(shapes).toEqual([[null, 3]]);
  });

  it('fills in what a flag guards, and keeps flags that agree', () => {
    expect(
      runAsGraph(
        assigning(
          () => undefined,
          () => float([1, 2]),
          undefined,
          [0],
        ),
        [bool(true)],
      ).result,
    ).toBe('float32 [0,0]');
    expect(
      runAsGraph(
        assigning(
          () => true,
          () => true,
        ),
        [bool(true)],
      ).result,
    ).toBe(true);
  });

  it('makes no node where nothing differs', () => {
    const outer = float([1]);
    const { graph, result } = runAsGraph(
      assigning(
        () => outer,
        () => outer,
      ),
      [bool(true)],
    );
    expect(result).toBe('float32 [1]');
    expect(count(graph, 'if')).toBe(0);
  });

  it('knows a flag that the guarded code sets', () => {
    const program = (c: unknown, x: unknown) => {
      let done: unknown = false;
      let value: unknown;
      const state = ug.state(
        ['done', 'return value'],
        () => [done, value],
        ($) => {
          [done, value] = $;
        },
        { flags: [0, 1] },
      );
      ug.if_stmt(
        c,
        () => {
          done = true;
          value = ug.neg(x, AT);
        },
        () => {},
        state,
        AT,
      );
      ug.if_stmt(
        ug.not(done, AT),
        () => {
          done = true;
          value = ug.add(x, 100, AT);
        },
        () => {},
        state,
        AT,
      );
      return ug.function_result(done, value, AT);
    };
    expect(both(program, bool(true), int(3))).toBe('int32 -3');
    expect(both(program, bool(false), int(3))).toBe('int32 103');
  });

  it('restores arrays that a branch changes in place', () => {
    const program = (c: unknown) => {
      const list: unknown[] = [1, 2];
      const alias = list;
      ug.if_stmt(
        c,
        () => {
          list[0] = 5;
        },
        () => {
          list[1] = 7;
        },
        ug.state(
          ['list'],
          () => [list],
          () => {},
        ),
        AT,
      );
      return alias;
    };
    expect(both(program, bool(true))).toEqual(['int32 5', 'int32 2']);
  });

  it('puts the state back when a branch throws', () => {
    let x: unknown = 1;
    const program = (c: unknown) => {
      ug.if_stmt(
        c,
        () => {
          x = 2;
          throw new RangeError('mine');
        },
        () => {},
        ug.state(
          ['x'],
          () => [x],
          ($) => {
            [x] = $;
          },
        ),
        AT,
      );
    };
    expect(() => runAsGraph(program, [bool(true)])).toThrow(RangeError);
    expect(x).toBe(1);
  });

  it('merges containers that it changes in place, and names one that grows by another kind', () => {
    const program = (body: (list: unknown[]) => void) => (c: unknown) => {
      const list: unknown[] = [1, 2];
      ug.if_stmt(
        c,
        () => body(list),
        () => {},
        ug.state(
          ['list'],
          () => [list],
          () => {},
          { mutated: [0] },
        ),
        AT,
      );
      return list;
    };
    const replaceOne = program((list) => {
      list[1] = 7;
    });
    expect(runAsGraph(replaceOne, [bool(true)]).result).toEqual([1, 'int32 7']);
    expect(() =>
      runAsGraph(
        program((list) => list.push('three')),
        [bool(true)],
      ),
    ).toThrow(
      /The branches leave 'list' with different lengths, and with elements that are not alike/,
    );
  });

  it('assigns variables in branches', () => {
    const v = tf.variable(tf.scalar(1));
    const program = (c: unknown) => {
      ug.if_stmt(
        c,
        () => v.assign(tf.add(v, 10)),
        () => {},
        ug.state(
          [],
          () => [],
          () => {},
        ),
        AT,
      );
      return tf.mul(v, 2);
    };
    expect(runAsGraph(program, [bool(true)]).result).toBe('float32 22');
    expect(v.dataSync()[0]).toBe(11);
    v.dispose();
  });
});

describe('if_exp and logical operators', () => {
  it('choose lazily', () => {
    const v = tf.variable(tf.scalar(0));
    const touch = (x: unknown) => {
      v.assign(tf.add(v, 1));
      return x;
    };
    const and = (a: unknown, b: unknown) => ug.and(a, () => touch(b), AT);
    const or = (a: unknown, b: unknown) => ug.or(a, () => touch(b), AT);
    const run = (program: (a: unknown, b: unknown) => unknown, a: unknown, b: unknown) => {
      v.assign(tf.scalar(0));
      return [runAsGraph(program, [a, b]).result, v.dataSync()[0]];
    };
    expect(run(and, bool(false), bool(true))).toEqual(['bool 0', 0]);
    expect(run(and, bool(true), bool(true))).toEqual(['bool 1', 1]);
    expect(run(or, bool(true), bool(false))).toEqual(['bool 1', 0]);
    expect(run(or, bool(false), bool(false))).toEqual(['bool 0', 1]);
    expect(run(and, false, bool(true))).toEqual([false, 0]);
    expect(run(and, true, bool(true))).toEqual(['bool 1', 1]);
    v.dispose();
  });

  it('compute a cheap right side in any case', () => {
    const program = (a: unknown, x: unknown) => ug.and(a, () => ug.gt(x, 3, AT), AT);
    const { graph, result } = runAsGraph(program, [bool(true), float(4)]);
    expect(result).toBe('bool 1');
    expect(count(graph, 'if')).toBe(0);
    expect(count(graph, 'LogicalAnd')).toBe(1);
  });

  it('guard an index', () => {
    const program = (i: unknown, x: unknown) =>
      ug.and(ug.lt(i, 2, AT), () => ug.gt(ug.get_item(x, i, AT), 0, AT), AT);
    expect(both(program, int(5), float([1, 2]))).toBe('bool 0');
    expect(both(program, int(1), float([1, 2]))).toBe('bool 1');
  });

  it('?: names a dtype mismatch and null', () => {
    const program = (a: unknown, b: unknown) => (c: unknown) =>
      ug.if_exp(
        c,
        () => a,
        () => b,
        AT,
      );
    expect(both(program(1, 2), bool(false))).toBe('int32 2');
    expect(() => runAsGraph(program(int(1), float(1)), [bool(true)])).toThrow(
      /The value of \?: has dtype int32 in the main branch, but dtype float32/,
    );
    expect(() => runAsGraph(program(int(1), null), [bool(true)])).toThrow(
      /is null at the end of the else branch/,
    );
    expect(runAsGraph(program(int(1), null), [false]).result).toBe(null);
  });
});
