import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type GraphFunction, graphOf } from '../../runtime/index.js';
import { compile, type Exports } from '../support/compile.js';
import { useCpu } from '../support/index.js';

beforeAll(useCpu);

const functionOf = async (source: string, scope: object = {}): Promise<Exports['f']> =>
  (await compile(source, { tf, ...scope })).f!;
const scalar = (value: number): tf.Scalar => tf.scalar(value);
const numberOf = (result: unknown): number => (result as tf.Tensor).dataSync()[0]!;

describe('objects, arrays, Maps and Sets among the arguments', () => {
  it('are one where they are one in the call', async () => {
    const f = await functionOf(
      'export function f(p, q) { "use graph"; return p.x + (p === q ? 100 : 0); }',
    );
    const [p, q] = [{ x: scalar(1) }, { x: scalar(2) }];
    expect([f!(p, q), f!(p, p), f!(q, p), f!(q, q)].map(numberOf)).toEqual([1, 101, 2, 102]);
    expect(graphOf(f as GraphFunction).tracingCount).toBe(2);
  });

  it.each<[string, (container: { x: tf.Tensor }) => unknown[]]>([
    ['in an array', (o) => [[o], [o]]],
    ['in an object', (o) => [{ o }, [o]]],
    ['in a Map', (o) => [new Map([['o', o]]), [o]]],
    ['in a Set', (o) => [new Set([o]), [o]]],
  ])('%s too', async (_, place) => {
    const f = await functionOf(
      'export function f(p, [q]) { "use graph"; const [o] = Array.isArray(p) ? p : p instanceof Map || p instanceof Set ? p.values() : [p.o]; return o === q ? o.x : -o.x; }',
    );
    const o = { x: scalar(1) };
    const [first] = place({ x: scalar(2) });
    expect(numberOf(f!(...place(o)))).toBe(1);
    expect(numberOf(f!(first, [o]))).toBe(-2);
    expect(numberOf(f!(...place(o)))).toBe(1);
  });

  it('are found in each other, as the nodes of edges', async () => {
    const f = await functionOf(`
      export function f({ nodes, edges }) {
        "use graph";
        let code = 0;
        for (const [from, to] of edges) code = code * 10 + nodes.indexOf(from) + 2 * nodes.indexOf(to) + from.x;
        return code;
      }`);
    const nodes = [{ x: scalar(1) }, { x: scalar(2) }];
    const [a, b] = nodes;
    expect(
      numberOf(
        f!({
          nodes,
          edges: [
            [a, b],
            [b, b],
            [b, a],
          ],
        }),
      ),
    ).toBe(353);
  });

  it('are given to a concrete function as they were traced', async () => {
    const f = await functionOf(
      'export function f(p, q) { "use graph"; return p.x + (p === q ? 100 : 0); }',
    );
    const p = { x: scalar(1) };
    const concrete = graphOf(f as GraphFunction).getConcreteFunction(p, p);
    expect(numberOf(concrete(p, p))).toBe(101);
    expect(() => concrete(p, { x: scalar(1) })).toThrow(/q must be the same object/);
  });

  it('may be one specification', async () => {
    const f = await functionOf('export function f(p, q) { "use graph"; return p.x - q.x; }');
    const spec = { x: scalar(0) };
    const concrete = graphOf(f as GraphFunction).getConcreteFunction(spec, { x: scalar(0) });
    expect(numberOf(concrete({ x: scalar(3) }, { x: scalar(1) }))).toBe(2);
  });

  it('have their keys in the order of the call', async () => {
    const f = await functionOf(
      'export function f(o) { "use graph"; let code = 0; for (const k in o) code = code * 10 + o[k]; return code; }',
    );
    const [one, two] = [scalar(1), scalar(2)];
    expect([f!({ a: one, b: two }), f!({ b: two, a: one })].map(numberOf)).toEqual([12, 21]);
  });

  it('have their symbols, and what is not listed', async () => {
    const key = Symbol('key');
    const f = await functionOf(
      'export function f(o) { "use graph"; return o.x + (o[key] ?? 0) + (o.hidden ?? 0) + 1000 * Object.keys(o).length; }',
      { key },
    );
    const x = scalar(1);
    const hidden = Object.defineProperty({ x }, 'hidden', { value: 3 });
    expect(
      [{ x, [key]: 5 }, hidden, { x }, { x, [key]: 7 }, { x, hidden: 3 }].map((o) =>
        numberOf(f!(o)),
      ),
    ).toEqual([1006, 1004, 1001, 1008, 2004]);
  });

  it('have no prototype where they have none', async () => {
    const f = await functionOf(
      'export function f(o) { "use graph"; return "toString" in o ? o.x : -o.x; }',
    );
    const bare = Object.assign(Object.create(null), { x: scalar(1) });
    expect([{ x: scalar(1) }, bare, { x: scalar(1) }].map((o) => numberOf(f!(o)))).toEqual([
      1, -1, 1,
    ]);
  });

  it('have no element where they have none', async () => {
    const f = await functionOf(
      'export function f(x, list) { "use graph"; return (0 in list ? 100 : 0) + list.length + x; }',
    );
    const sparse = () => Object.assign(new Array(2), { 1: 1 });
    const lists = [sparse(), [undefined, 1], sparse()];
    expect(lists.map((list) => numberOf(f!(scalar(0), list)))).toEqual([2, 102, 2]);
  });

  it('are of the classes that extend Array, Map and Set', async () => {
    const f = await functionOf('export function f(x, list) { "use graph"; return list.first(x); }');
    class List extends Array<tf.Tensor> {
      first(x: tf.Tensor): tf.Tensor {
        return tf.add(x, this[0]!);
      }
    }
    class Table extends Map<string, tf.Tensor> {
      override get(key: string): tf.Tensor {
        return super.get(key) ?? scalar(7);
      }
      first(x: tf.Tensor): tf.Tensor {
        return tf.add(x, tf.sub(this.get('none'), this.get('x')));
      }
    }
    const list = List.of(scalar(2)) as List;
    const table = new Table([['x', scalar(4)]]);
    expect([f!(scalar(1), list), f!(scalar(1), table), f!(scalar(2), list)].map(numberOf)).toEqual([
      3, 4, 4,
    ]);
  });
});

describe('objects, arrays, Maps and Sets in the result', () => {
  const resultOf = async (expression: string, scope: object = {}): Promise<unknown> => {
    const f = await functionOf(`export function f(x) { "use graph"; ${expression} }`, scope);
    f!(scalar(2));
    return f!(scalar(1));
  };

  it('are one where the function returns one', async () => {
    const [first, { second, third }, map] = (await resultOf(
      'const o = { x }; const list = [o]; return [o, { second: list, third: list }, new Map([["o", o]])];',
    )) as [object, { second: object[]; third: object[] }, Map<string, object>];
    expect(second).toBe(third);
    expect([second[0], map.get('o')]).toEqual([first, first]);
    expect(second[0]).toBe(first);
    expect(map.get('o')).toBe(first);
  });

  it('are others in each call', async () => {
    const f = await functionOf(
      'export function f(x) { "use graph"; const o = { x }; return [o, o]; }',
    );
    const [one, other] = [f!(scalar(1)), f!(scalar(2))] as [object[], object[]];
    expect(one[0]).toBe(one[1]);
    expect(one[0]).not.toBe(other[0]);
  });

  it('are one beside the elements of an array whose length a tensor decides', async () => {
    const [o, list, same, again] = (await resultOf(
      'const o = { x }; const list = []; for (let i = tf.scalar(0); i < 3; i++) list.push({ y: i }); return [o, list, list, o];',
    )) as [object, object[], object[], object];
    expect(list).toBe(same);
    expect(o).toBe(again);
    expect(list).toHaveLength(3);
  });

  it('have no element where they have none, and no prototype', async () => {
    const [list, bare] = (await resultOf(
      'return [[, x], Object.assign(Object.create(null), { x })];',
    )) as [unknown[], object];
    expect(0 in list).toBe(false);
    expect(list).toHaveLength(2);
    expect(Object.getPrototypeOf(bare)).toBeNull();
  });

  it('are of the classes that extend Array and Map', async () => {
    class List extends Array<tf.Tensor> {
      get last(): tf.Tensor {
        return this.at(-1)!;
      }
    }
    class Table extends Map<string, tf.Tensor> {
      override get(key: string): tf.Tensor {
        return super.get(key) ?? scalar(7);
      }
    }
    const [list, table] = (await resultOf('return [List.of(x, x + 1), new Table([["x", x]])];', {
      List,
      Table,
    })) as [List, Table];
    expect(numberOf(list.last)).toBe(2);
    expect([table.get('x'), table.get('y')].map(numberOf)).toEqual([1, 7]);
  });
});
