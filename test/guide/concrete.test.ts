import * as tf from '@tensorflow/tfjs-core';
import { expect, it } from 'vitest';
import { toDot } from '../../runtime/export/index.js';
import { graph, graphOf, tensorSpec } from '../../runtime/index.js';
import { float, int, onEachExecutor, operations, program, read } from './support.js';

const double = () =>
  program('export function double(a) { "use graph"; console.log(a.shape); return a + a; }');

onEachExecutor((_, printed) => {
  it('G26 an input signature: one trace, and what does not fit is refused before it', async () => {
    const { collatz } = await program(`
      function next(x) { console.log('Tracing', JSON.stringify(x.shape)); return tf.where(x % 2 === 0, tf.floorDiv(x, 2), 3 * x + 1); }
      export const collatz = graph(next, { inputSignature: [tensorSpec([null], 'int32')] });
    `);
    expect(await read(collatz!(int([1, 2])))).toEqual([4, 1]);
    const fit = /shape=\[null\], dtype=int32/;
    for (const wrong of [int([[1, 2]]), float([1, 2])]) {
      expect(() => collatz!(wrong)).toThrow(fit);
      expect(() => collatz!(wrong)).toThrow(new RegExp(`dtype=${wrong.dtype}`));
    }
    expect(printed()).toEqual(['Tracing [null]']);
  });

  it('G27 other lengths need no trace of their own', async () => {
    const { g } = await program(`
      export const g = graph((x) => { console.log('Tracing'); return x; }, { inputSignature: [tensorSpec([null], 'int32')] });
    `);
    expect(await read([g!(int([1, 2, 3])), g!(int([1, 2, 3, 4, 5]))])).toEqual([
      [1, 2, 3],
      [1, 2, 3, 4, 5],
    ]);
    expect(printed()).toEqual(['Tracing']);
  });

  it('G28 and G29: several unknown sizes, and a wrong dtype', async () => {
    const { stable } = await program(`
      function resize(x, newHeight) {
        console.log('Tracing', JSON.stringify([x.shape, newHeight.shape]));
        print('height', newHeight);
        return [tf.sum(x), tf.mean(x, 1)];
      }
      export const stable = graph(resize, { inputSignature: [tensorSpec([null, null, null, 3]), tensorSpec([], 'int32')] });
    `);
    const results = (await read([
      stable!(tf.ones([1, 4, 5, 3]), int(50)),
      stable!(tf.ones([2, 3, 2, 3]), int(40)),
    ])) as [number, number[][][]][];
    expect(results.map(([sum, mean]) => [sum, mean.length, mean[0]!.length])).toEqual([
      [60, 1, 5],
      [36, 2, 2],
    ]);
    expect(printed()).toContain('Tracing [[null,null,null,3],[]]');
    expect(() => stable!(tf.ones([1, 4, 5, 3]), float(50))).toThrow(
      /newHeight[\s\S]*int32[\s\S]*float32/,
    );
    expect(graphOf(stable!).tracingCount).toBe(1);
  });

  it('G30 host numbers trace anew, tensors do not', async () => {
    const { train } = await program(`
      function trainOneStep() {}
      export function train({ numSteps }) {
        "use graph";
        console.log('tracing');
        print('Executing', numSteps);
        for (const _ of range(numSteps)) trainOneStep();
      }
    `);
    train!({ numSteps: 10 });
    train!({ numSteps: 20 });
    train!({ numSteps: int(10) });
    train!({ numSteps: int(20) });
    expect(printed().filter((line) => line === 'tracing')).toHaveLength(3);
    expect(graphOf(train!).tracingCount).toBe(3);
  });

  it('G31 separate graph functions share nothing', () => {
    const f = () => console.log('Tracing!');
    const [one, other] = [graph(f), graph(f)];
    one();
    other();
    one();
    expect(printed()).toEqual(['Tracing!', 'Tracing!']);
    expect([one.tracingCount, other.tracingCount]).toEqual([1, 1]);
  });

  it('G32 to G37: concrete functions from tensors and from specifications', async () => {
    const { double: f } = await double();
    f!(tf.complex(1, 2));
    const concrete = graphOf(f!).getConcreteFunction(tf.complex(1, 2));
    const same = graphOf(f!).getConcreteFunction(tensorSpec([], 'complex64'));
    expect(printed()).toEqual(['']);
    for (const each of [concrete, same]) {
      expect([...(await (each(tf.complex(1, 2)) as tf.Tensor).data())]).toEqual([2, 4]);
    }
    const anyRank = graphOf(f!).getConcreteFunction(tensorSpec(null, 'complex64'));
    expect(printed().length).toBeGreaterThan(1);
    expect([...(await (anyRank(tf.complex(1, 2)) as tf.Tensor).data())]).toEqual([2, 4]);
    expect([...(await (anyRank(tf.complex([1], [2])) as tf.Tensor).data())]).toEqual([2, 4]);
    expect(concrete.prettyPrintedSignature()).toMatch(
      /double[\s\S]*a: .*shape=\[\], dtype=complex64/,
    );
    expect(String(concrete)).toContain('double');
    expect(concrete.structuredInputSignature).toEqual([
      expect.objectContaining({ shape: [], dtype: 'complex64', name: 'a' }),
    ]);
    expect(concrete.structuredOutputs).toEqual(
      expect.objectContaining({ shape: [], dtype: 'complex64' }),
    );
    for (const each of [concrete, anyRank]) {
      expect(() => each(int(1))).toThrow(/complex64[\s\S]*int32|int32[\s\S]*complex64/);
    }
    const { named } = await program('export function named({ a }) { "use graph"; return a + a; }');
    const byName = graphOf(named!).getConcreteFunction({ a: float(1) });
    expect(await read(byName({ a: float(2) }))).toBe(4);
  });

  it('G38 and G39: host arguments are bound', async () => {
    const { pow } = await program('export function pow(a, b) { "use graph"; return a ** b; }');
    const square = graphOf(pow!).getConcreteFunction(tensorSpec(null), 2);
    expect(square.prettyPrintedSignature()).toMatch(/b=2/);
    expect(square.prettyPrintedSignature()).toMatch(/a: TensorSpec\(shape=null/);
    for (const call of [square(float(10)), square(float(10), 2)]) {
      expect(await read(call)).toBeCloseTo(100, 3);
    }
    expect(() => square(float(10), 3)).toThrow(/b\b[\s\S]*2[\s\S]*3/);
  });

  it('G40 and G41: the graph of a concrete function', async () => {
    const { double: f } = await double();
    const { graph: g } = graphOf(f!).getConcreteFunction(float(1));
    expect(g.inputs.map(({ name }) => name)).toEqual(['a']);
    expect(operations(g)).toEqual(['Add']);
    expect(g.nodes[0]!.inputs).toEqual([g.inputs[0], g.inputs[0]]);
    const { simple } = await program(`
      export function simple(a, b) { "use graph"; const c = tf.matMul(a, b); const d = tf.add(c, 1); return tf.relu(d); }
    `);
    const concrete = graphOf(simple!).getConcreteFunction(tensorSpec([2, 2]), tensorSpec([2, 2]));
    expect([concrete.captures, concrete.variables]).toEqual([[], []]);
    expect(operations(concrete.graph)).toEqual(['BatchMatMul', 'constant', 'Add', 'Relu']);
    for (const value of [...concrete.inputs, ...concrete.outputs]) {
      expect(value).toEqual(expect.objectContaining({ shape: [2, 2], dtype: 'float32' }));
    }
    expect(concrete.inputs).toHaveLength(2);
  });

  it('G42 the graph as a drawing', async () => {
    const { simple } = await program(`
      export function simple(a, b) { "use graph"; const c = tf.matMul(a, b); const d = tf.add(c, 1); return tf.relu(d); }
    `);
    const spec = tensorSpec([2, 2]);
    const text = toDot(graphOf(simple!).getConcreteFunction(spec, spec).graph);
    const nodes = [...text.matchAll(/(n\d+) \[label="((?:[^"\\]|\\.)*)", fillcolor="(#\w+)"\]/g)];
    const labelOf = new Map(nodes.map(([, id, label]) => [id, label!.split('\\n')[0]]));
    expect([...labelOf.values()]).toEqual([
      ...['a', 'b', 'BatchMatMul', '1', 'Add', 'Relu', 'result'],
    ]);
    const colors = nodes.map(([, , , color]) => color);
    expect(colors[1]).toBe(colors[0]);
    expect(new Set(colors)).toHaveLength(4);
    const edges = [...text.matchAll(/(n\d+) -> (n\d+) \[label="(.*)"\]/g)];
    expect(edges.map(([, from, to, label]) => [labelOf.get(from), labelOf.get(to), label])).toEqual(
      [
        ['a', 'BatchMatMul', 'a [2,2]'],
        ['b', 'BatchMatMul', 'b [2,2]'],
        ['BatchMatMul', 'Add', 'a [2,2]'],
        ['1', 'Add', 'b []'],
        ['Add', 'Relu', 'x [2,2]'],
        ['Relu', 'result', '[2,2]'],
      ],
    );
  });
});
