import { describe, expect, it } from 'vitest';
import { constantNode, ifNode, kernelNode, whileNode } from '../../runtime/graph/builder.js';
import { type Graph, type Node, Value } from '../../runtime/graph/graph.js';
import { verifyGraph } from '../../runtime/graph/verifier.js';
import { graph, parameter } from './build.js';

const x = (): Value => parameter([2], 'float32', 'x');
const flag = (): Value => parameter([], 'bool', 'flag');
const relu = (input: Value) => kernelNode('Relu', [input], ['x'], {});
const identity = (name: string, value = x()): Graph => graph(name, [value], (_, x) => [x!]);

/** A valid graph whose only node is replaced. */
function withNode(parameters: Value[], node: Node): Graph {
  return { name: 'f', parameters, nodes: [node], outputs: node.outputs };
}

describe('verifyGraph', () => {
  it('accepts a graph with nested control flow', () => {
    const test = graph('test', [x()], (b, x) => {
      const sum = b.call('Sum', { x: x! }, { axis: null, keepDims: false });
      return [b.call('Less', { a: sum, b: b.scalar(9) })];
    });
    const body = graph('body', [x()], (b, x) => [b.add(relu(x!)).outputs[0]!]);
    const loop = graph('then', [x()], (b, x) => [
      b.add(whileNode([x!], test, body, 1)).outputs[0]!,
    ]);
    const f = graph('f', [flag(), x()], (b, flag, x) => [
      b.add(ifNode(flag!, [x!], loop, identity('else'))).outputs[0]!,
    ]);
    expect(() => verifyGraph(f)).not.toThrow();
  });

  const loopOf = (
    count: number,
    test: Graph,
    body: Graph,
    inputs: Value[],
    outputs: Value[],
  ): Node => ({
    kind: 'while',
    inputs,
    outputs,
    test,
    body,
    loopVariableCount: count,
    tripCount: null,
    maximumIterations: null,
    location: null,
  });
  const always = (value = x()): Graph => graph('test', [value], (b) => [b.scalar(1, 'bool')]);

  const broken: Record<string, [() => Graph, RegExp]> = {
    'a value used before its definition': [
      () => {
        const [input] = [x()];
        const first = relu(input);
        const second = relu(first.outputs[0]!);
        return { name: 'f', parameters: [input], nodes: [second, first], outputs: second.outputs };
      },
      /node 0 \(Relu\) uses a value that is not defined before/,
    ],
    'an output that nothing defines': [
      () => ({ name: 'f', parameters: [], nodes: [], outputs: [x()] }),
      /outputs uses a value that is not defined before: x: float32\[2\]/,
    ],
    'a value defined twice': [
      () => {
        const input = x();
        const node = relu(input);
        return { name: 'f', parameters: [input], nodes: [node, node], outputs: node.outputs };
      },
      /node 1 \(Relu\) defines a value that is defined already/,
    ],
    'a branch that uses a value from outside': [
      () => {
        const outer = x();
        const predicate = flag();
        const leak: Graph = { name: 'leak', parameters: [x()], nodes: [], outputs: [outer] };
        return withNode([predicate, outer], ifNode(predicate, [outer], leak, identity('else')));
      },
      /then, outputs uses a value of another graph/,
    ],
    'branches whose results do not fit': [
      () => {
        const [predicate, input] = [flag(), x()];
        const node = ifNode(predicate, [input], identity('then'), identity('else'));
        return withNode([predicate, input], { ...node, outputs: [parameter([3])] });
      },
      /passes x: float32\[2\] to the outputs after then, where value 0 is float32\[3\]/,
    ],
    'branches with other parameters than inputs': [
      () => {
        const [predicate, input] = [flag(), x()];
        const node = ifNode(predicate, [], identity('then'), identity('else'));
        return withNode([predicate, input], node);
      },
      /passes 0 values to the parameters of then, which are 1/,
    ],
    'a predicate that is no bool': [
      () => {
        const input = x();
        return withNode([input], ifNode(input, [input], identity('then'), identity('else')));
      },
      /float32\[2\] as its predicate, not a bool/,
    ],
    'a body that changes the type of a loop variable': [
      () => {
        const input = x();
        const body = graph('body', [x()], (b, x) => [
          b.call('Cast', { x: x! }, { dtype: 'int32' }),
        ]);
        return withNode([input], loopOf(1, always(), body, [input], [parameter([2])]));
      },
      /passes int32\[2\] to the next iteration, where value 0 is float32\[2\]/,
    ],
    'a body with too few results': [
      () => {
        const input = x();
        const body = graph('body', [x()], () => []);
        return withNode([input], loopOf(1, always(), body, [input], [parameter([2])]));
      },
      /passes 0 values to the next iteration, which are 1/,
    ],
    'a test with a vector as its result': [
      () => {
        const input = x();
        const test = graph('test', [x()], (b, x) => [b.call('Greater', { a: x!, b: x! })]);
        return withNode([input], loopOf(1, test, identity('body'), [input], [parameter([2])]));
      },
      /has 2 elements as its test result instead of one/,
    ],
    'a kernel that returns another dtype': [
      () => {
        const input = x();
        return withNode([input], { ...relu(input), outputs: [parameter([2], 'int32')] });
      },
      /returns float32\[2\] as output 0, which says int32\[2\]/,
    ],
    'a kernel that returns another size': [
      () => {
        const input = x();
        return withNode([input], { ...relu(input), outputs: [parameter([3])] });
      },
      /returns float32\[2\] as output 0, which says float32\[3\]/,
    ],
    'a kernel with inputs that it refuses': [
      () => {
        const [a, b] = [parameter([2]), parameter([3])];
        const node: Node = { ...relu(a), kernel: 'Add', inputs: [a, b], inputNames: ['a', 'b'] };
        return withNode([a, b], node);
      },
      /cannot be: Add cannot take float32\[2\] and float32\[3\]/,
    ],
    'a constant with too few elements': [
      () =>
        withNode(
          [],
          constantNode({ values: new Float32Array(3) }, { dtype: 'float32', shape: [2, 2] }),
        ),
      /has 3 elements for float32\[2,2\]/,
    ],
  };

  it.each(Object.entries(broken))('refuses %s', (_, [make, message]) => {
    expect(() => verifyGraph(make())).toThrow(message);
  });

  it('accepts a kernel output of which a pass knows more or less than the rule', () => {
    const input = parameter([null]);
    expect(() =>
      verifyGraph(withNode([input], { ...relu(input), outputs: [parameter([3])] })),
    ).not.toThrow();
    expect(() =>
      verifyGraph(withNode([input], { ...relu(input), outputs: [new Value('float32', null)] })),
    ).not.toThrow();
  });

  it('lists every problem at once', () => {
    const [a, b] = [x(), x()];
    const f: Graph = { name: 'f', parameters: [], nodes: [relu(a), relu(b)], outputs: [] };
    expect(() => verifyGraph(f)).toThrow(/node 0.*node 1/s);
  });
});

describe('the constructors of nodes', () => {
  it('give an if what its branches share', () => {
    const predicate = flag();
    const branch = (name: string, shape: number[]): Graph => identity(name, parameter(shape));
    const output = ifNode(predicate, [], branch('a', [2, 3]), branch('b', [2, 4])).outputs[0]!;
    expect(output.shape).toEqual([2, null]);
    expect(ifNode(predicate, [], branch('a', [2]), branch('b', [])).outputs[0]!.shape).toBeNull();
    expect(() =>
      ifNode(predicate, [], branch('a', [2]), identity('b', parameter([2], 'int32', 'total'))),
    ).toThrow(/total with different dtypes: float32\[2\] and int32\[2\]/);
  });

  it('refuse a loop whose variable leaves its type', () => {
    const body = graph('body', [parameter([2], 'float32', 'w')], (b, w) => [
      b.call('Concat', [w!, w!], { axis: 0 }),
    ]);
    const test = graph('test', [x()], (b) => [b.scalar(1, 'bool')]);
    expect(() => whileNode([x()], test, body, 1)).toThrow(
      /w is float32\[2\] but becomes float32\[4\]/,
    );
  });
});
