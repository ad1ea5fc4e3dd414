import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { TensorArray } from '../../runtime/staged/arrays/tensorArray.js';
import { caseOf, cond, switchCase, whileLoop } from '../../runtime/staged/calls/functional.js';
import * as ug from '../../runtime/staged/index.js';
import { range } from '../../runtime/staged/loops/range.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';
import { AT, bool, both, float, int, runAsGraph } from './program.js';

beforeAll(useCpu);

describe('TensorArray', () => {
  const digits = (n1: unknown, n2: unknown) => {
    let i: unknown = 0;
    let l: unknown = new TensorArray('int32', 0, { dynamicSize: true, elementShape: [] });
    ug.while_stmt(
      () => ug.lt(i, n1, AT),
      () => {
        let j: unknown = 0;
        let s: unknown = 0;
        ug.while_stmt(
          () => ug.lt(j, n2, AT),
          () => {
            s = ug.add(ug.mul(s, 10, AT), ug.mul(i, j, AT), AT);
            j = ug.add(j, 1, AT);
          },
          ug.state(
            ['j', 's'],
            () => [j, s],
            ($) => {
              [j, s] = $;
            },
          ),
          AT,
        );
        l = ug.call_method(l, 'write', [i, s], AT);
        i = ug.add(i, 1, AT);
      },
      ug.state(
        ['i', 'l'],
        () => [i, l],
        ($) => {
          [i, l] = $;
        },
      ),
      AT,
    );
    return ug.call_method(l, 'stack', [], AT);
  };

  it('grows in a loop', () => {
    expect(both(digits, int(3), int(4))).toBe('int32 [0,123,246]');
    expect(both(digits, int(0), int(2))).toBe('int32 []');
    expect(both(digits, 3, 4)).toBe('int32 [0,123,246]');
  });

  const scan = (options: object) => (x: unknown) => {
    let state: unknown = tf.zeros([2]);
    let all: unknown = new TensorArray('float32', 3, options);
    ug.for_stmt(
      range((x as tf.Tensor).shape[0]!),
      (i) => {
        state = ug.add(ug.get_item(x, i, AT), state, AT);
        all = ug.call_method(all, 'write', [i, state], AT);
      },
      null,
      ug.state(
        ['state', 'all'],
        () => [state, all],
        ($) => {
          [state, all] = $;
        },
      ),
      AT,
    );
    return (all as TensorArray).stack();
  };

  it('finds the shape of its elements in a loop', () => {
    const x = float([
      [1, 10],
      [2, 20],
      [3, 30],
    ]);
    expect(both(scan({}), x)).toBe('float32 [[1,10],[3,30],[6,60]]');
    expect(both(scan({ elementShape: [2] }), x)).toBe('float32 [[1,10],[3,30],[6,60]]');
  });

  it('lets gradients flow', () => {
    const program = (x: unknown) => tf.grad((t) => tf.sum(scan({})(t)))(x as tf.Tensor);
    expect(
      both(
        program,
        float([
          [1, 10],
          [2, 20],
          [3, 30],
        ]),
      ),
    ).toBe('float32 [[3,3],[2,2],[1,1]]');
  });

  it('is left as it was where the written array is not kept', () => {
    const program = (n: unknown) => {
      const all = new TensorArray('int32', 0, { dynamicSize: true });
      ug.for_stmt(
        range(n as tf.Tensor),
        (i) => {
          ug.call_method(all, 'write', [0, i], AT);
        },
        null,
        ug.state(
          [],
          () => [],
          () => {},
        ),
        AT,
      );
      return all.stack();
    };
    expect(both(program, int(2))).toBe('int32 []');
  });

  it('is written in branches', () => {
    const program = (c: unknown) => {
      let all = new TensorArray('int32', 2);
      ug.if_stmt(
        c,
        () => {
          all = all.write(1, 7);
        },
        () => {},
        ug.state(
          ['all'],
          () => [all],
          ($) => {
            [all] = $ as [TensorArray];
          },
        ),
        AT,
      );
      return all.stack();
    };
    expect(runAsGraph(program, [bool(true)]).result).toBe('int32 [0,7]');
    expect(runAsGraph(program, [bool(false)]).result).toBe('int32 [0,0]');
  });

  it('refuses what does not fit', () => {
    const array = new TensorArray('int32', 2, { elementShape: [2] });
    expect(() => array.write(0, float([1, 2]))).toThrow(
      /dtype float32 is written to a TensorArray whose elements have dtype int32.*tf.cast/s,
    );
    expect(() => array.write(0, int(1))).toThrow(
      /shape \[\] is written to a TensorArray whose elements have shape \[2\]/,
    );
    expect(() => array.write(2, int([1, 2]))).toThrow(/index 2 is out of range/);
    expect(() => new TensorArray('int32', 1).stack()).toThrow(/no shape yet/);
    const growing = new TensorArray('int32', 0, { dynamicSize: true });
    expect(() => growing.write(2, int(1))).toThrow(/written in order/);
    expect(() =>
      runAsGraph((i: unknown) => growing.write(i as tf.Tensor, 1).stack(), [int(2)]),
    ).toThrow(/written in order/);
  });

  it.each([
    ['a number', 1, false],
    ['a tensor', 1, true],
  ] as const)('is not written or read in brackets, at %s', (_, index, isTraced) => {
    const at = (i: unknown) => (isTraced ? i : index);
    const write = (i: unknown) => ug.set_item(new TensorArray('float32', 2), at(i), 5, AT);
    const read = (i: unknown) => ug.get_item(new TensorArray('float32', 2), at(i), AT);
    for (const [program, instead] of [
      [write, 'array = array.write(i, value)'],
      [read, 'array.read(i)'],
    ] as const)
      expect(() => runAsGraph(program, [int(index)])).toThrow(instead);
  });

  it('has zeros where nothing was written, and what was written last', () => {
    const { result } = runAsGraph(
      (x: tf.Tensor) => {
        const array = new TensorArray('float32', 3).write(1, x).write(1, tf.mul(x, 2));
        return [array.stack(), array.read(0), array.read(1), array.read(1)];
      },
      [float(4)],
    );
    expect(result).toEqual(['float32 [0,8,0]', 'float32 0', 'float32 8', 'float32 8']);
  });

  it('refuses rows of another dtype', () => {
    const array = new TensorArray('float32', 2);
    for (const write of [
      () => array.unstack(int([1, 2])),
      () => array.scatter([0, 1], int([1, 2])),
      () => array.split(int([1, 2]), [1, 1]),
    ])
      expect(write).toThrow(/dtype int32 .* have dtype float32.*tf\.cast\(value, 'float32'\)/s);
  });

  it('reads, gathers and concatenates its elements', () => {
    const program = (x: unknown) => {
      const all = new TensorArray('float32').unstack(x as tf.Tensor);
      return [all.read(1), all.gather([1, 0]), all.concat(), all.size()];
    };
    expect(
      both(
        program,
        float([
          [1, 2],
          [3, 4],
        ]),
      ),
    ).toEqual(['float32 [3,4]', 'float32 [[3,4],[1,2]]', 'float32 [1,2,3,4]', 2]);
  });

  it('stays what it was when another is made of it, outside of a graph too', async () => {
    const array = new TensorArray('float32', 3).unstack(tf.tensor1d([1, 2, 3]));
    const scattered = array.scatter([2, 0], tf.tensor1d([7, 8]));
    expect(await scattered.stack().array()).toEqual([8, 2, 7]);
    expect(await array.stack().array()).toEqual([1, 2, 3]);
  });

  it('scatters the rows of a tensor, and splits it', () => {
    const program = (x: unknown, places: unknown) => {
      const value = x as tf.Tensor;
      const scattered = new TensorArray('float32', 3).scatter(places as tf.Tensor, value);
      const parts = new TensorArray('float32').split(value, [1, 1]);
      const grown = new TensorArray('float32', 0, { dynamicSize: true }).scatter([0, 1], value);
      return [scattered.stack(), parts.read(1), parts.size(), grown.read(1)];
    };
    const rows = [
      [1, 2],
      [3, 4],
    ];
    expect(both(program, float(rows), int([2, 0]))).toEqual([
      'float32 [[3,4],[0,0],[1,2]]',
      'float32 [[3,4]]',
      2,
      'float32 [3,4]',
    ]);
    const array = new TensorArray('int32', 2, { elementShape: [2] });
    expect(() => array.scatter([0, 1], float(rows))).toThrow(/dtype float32 is written/);
    expect(() => array.scatter([0], int([1]))).toThrow(/shape \[\] is written .* have shape \[2\]/);
    expect(() => array.split(int([1, 2, 3]), [1, 2])).toThrow(/lengths 1, 2 .* have one shape/);
  });
});

describe('control flow as functions', () => {
  it('cond chooses', () => {
    const program = (c: unknown, x: unknown) =>
      cond(
        c,
        () => tf.neg(x as tf.Tensor),
        () => x,
      );
    expect(both(program, bool(true), int(2))).toBe('int32 -2');
    expect(both(program, bool(false), int(2))).toBe('int32 2');
  });

  it('whileLoop loops', () => {
    const program = (n: unknown) =>
      whileLoop(
        (i) => tf.less(i, n as tf.Tensor),
        (i, s) => [
          tf.add(i as tf.Tensor, tf.scalar(1, 'int32')),
          tf.add(s as tf.Tensor, i as tf.Tensor),
        ],
        [int(0), int(0)],
      );
    expect(both(program, int(4))).toEqual(['int32 4', 'int32 6']);
    const bounded = (n: unknown) =>
      whileLoop(
        (i) => tf.less(i, n as tf.Tensor),
        (i) => [tf.add(i, tf.scalar(1, 'int32'))],
        [int(0)],
        {
          maximumIterations: 2,
        },
      );
    expect(both(bounded, int(4))).toEqual(['int32 2']);
  });

  it('switchCase and caseOf choose among many', () => {
    const bySwitch = (i: unknown) => switchCase(i as tf.Tensor, [() => 10, () => 20, () => 30]);
    expect([0, 1, 2, 7].map((i) => both(bySwitch, int(i)))).toEqual([
      'int32 10',
      'int32 20',
      'int32 30',
      'int32 30',
    ]);
    const withDefault = (i: unknown) => switchCase(i as tf.Tensor, [() => 10], () => -1);
    expect([0, 1].map((i) => both(withDefault, int(i)))).toEqual(['int32 10', 'int32 -1']);
    const byCase = (x: unknown) =>
      caseOf(
        [
          [tf.less(x as tf.Tensor, 0), () => -1],
          [tf.greater(x as tf.Tensor, 0), () => 1],
        ],
        () => 0,
      );
    expect([-5, 5, 0].map((x) => both(byCase, float(x)))).toEqual([
      'int32 -1',
      'int32 1',
      'int32 0',
    ]);
  });
});

describe('a TensorArray that a write returns', () => {
  const run = async (body: string) => {
    const { f } = await compile(
      `import * as tf from '@tensorflow/tfjs-core';
       import { TensorArray, range } from 'use-graph';
       export function f(x) {
         "use graph";
         let all = new TensorArray('float32', 1, { elementShape: [] });
         ${body}
       }`,
    );
    return Array.from((f!(tf.scalar(2)) as tf.Tensor).dataSync());
  };

  it.each([
    'all.write(0, x); return all.stack();',
    'if (x > 0) all.write(0, x); return all.stack();',
    'x > 0 && all.write(0, x); return all.stack();',
    'x > 0 ? all.write(0, x) : void all.write(0, -x); return all.stack();',
    'all?.write(0, x); return all.stack();',
    '[x].forEach((v, i) => all.write(i, v)); return all.stack();',
    '[x].forEach((v, i) => { all.write(i, v); }); return all.stack();',
    'for (const i of range(1)) { all.write(i, x); } return all.stack();',
    'all.unstack(tf.stack([x])); return all.stack();',
  ])('must not be ignored: %s', async (body) => {
    await expect(run(body)).rejects.toThrow(/is not used.*program\.js:.*tensor-array-ignored/s);
  });

  it.each([
    'all = all.write(0, x); return all.stack();',
    'const written = all.write(0, x); return written.stack();',
    '[x].forEach((v, i) => { all = all.write(i, v); }); return all.stack();',
    'const write = (i) => all.write(i, x); return write(0).stack();',
    'const log = []; const out = { write(v) { log.push(v); return this; } }; out.write([x]); return log[0][0];',
  ])('may be kept, and other objects may have such methods: %s', async (body) => {
    expect(await run(body)).toEqual([2]);
  });
});
