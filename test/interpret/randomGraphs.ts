import * as tf from '@tensorflow/tfjs-core';
import { assertNode, ifNode, whileNode } from '../../runtime/graph/builder.js';
import type { Graph, Value } from '../../runtime/graph/graph.js';
import { type GraphBuilder, graph, parameter } from '../graph/build.js';
import { operations } from './operations.js';

/** Choices read off a list of numbers, which fast-check can shorten to find the smallest failing graph. */
class Choices {
  #next = 0;

  constructor(private readonly tape: readonly number[]) {}

  upTo(count: number): number {
    return (this.tape[this.#next++] ?? 0) % count;
  }

  get isUsedUp(): boolean {
    return this.#next >= this.tape.length;
  }
}

/** A graph beside the same computation in TensorFlow.js ops and JavaScript's own control flow. */
export interface Twin {
  readonly graph: Graph;
  readonly compute: (inputs: readonly tf.Tensor2D[]) => tf.Tensor2D[];
}

type Step = (values: tf.Tensor2D[]) => void;

const shape = [2, 3];
const inputCount = 3;

/** A random graph of three parameters and two outputs, all of the shape [2, 3]. */
export function randomTwin(tape: readonly number[]): Twin {
  return block(new Choices(tape), 'f', 2);
}

/** A block takes three tensors and gives two of those that it has in the end. */
function block(choices: Choices, name: string, depth: number): Twin {
  const steps: Step[] = [];
  let chosen: [number, number] = [0, 0];
  const built = graph(
    name,
    Array.from({ length: inputCount }, () => parameter(shape)),
    (b, ...parameters) => {
      const values: Value[] = parameters;
      const length = 1 + choices.upTo(8);
      for (let index = 0; index < length && !choices.isUsedUp; index++) {
        const kind = choices.upTo(6);
        if (kind === 0 && depth > 0) steps.push(addIf(choices, b, values, depth));
        else if (kind === 1 && depth > 0) steps.push(addWhile(choices, b, values, depth));
        else steps.push(addOperation(choices, b, values));
      }
      chosen = [choices.upTo(values.length), choices.upTo(values.length)];
      return chosen.map((index) => values[index]!);
    },
  );
  return {
    graph: built,
    compute: (inputs) => {
      const values = [...inputs];
      for (const step of steps) step(values);
      return chosen.map((index) => values[index]!);
    },
  };
}

function addOperation(choices: Choices, b: GraphBuilder, values: Value[]): Step {
  const operation = operations[choices.upTo(operations.length)]!;
  const [first, second] = [choices.upTo(values.length), choices.upTo(values.length)];
  values.push(operation.build(b, values[first]!, values[second]!));
  return (tensors) => {
    tensors.push(operation.compute(tensors[first]!, tensors[second]!) as tf.Tensor2D);
  };
}

function addIf(choices: Choices, b: GraphBuilder, values: Value[], depth: number): Step {
  const operands = chooseInputs(choices, values.length);
  const [thenBranch, elseBranch] = ['then', 'else'].map((name) => block(choices, name, depth - 1));
  const inputs = operands.map((index) => values[index]!);
  const predicate = isGreater(b, inputs[0]!, inputs[1]!);
  values.push(...b.add(ifNode(predicate, inputs, thenBranch!.graph, elseBranch!.graph)).outputs);
  return (tensors) => {
    const given = operands.map((index) => tensors[index]!);
    const holds = tf.greater(tf.sum(given[0]!), tf.sum(given[1]!)).dataSync()[0];
    tensors.push(...(holds ? thenBranch! : elseBranch!).compute(given));
  };
}

/** `while (i < 3 && sum(x) > sum(y))` with two loop variables, an invariant and a counter; some bounded in other ways. */
function addWhile(choices: Choices, b: GraphBuilder, values: Value[], depth: number): Step {
  const operands = chooseInputs(choices, values.length);
  const body = block(choices, 'block', depth - 1);
  const tripCount = [null, null, 2][choices.upTo(3)]!;
  const maximumIterations = [null, 1][choices.upTo(2)]!;
  const variables = () => [
    parameter(shape),
    parameter(shape),
    parameter([], 'int32'),
    parameter(shape),
  ];
  const test = graph('test', variables(), (inner, x, y, i) => {
    const below = inner.call('Less', { a: i!, b: inner.scalar(3, 'int32') });
    return [inner.call('LogicalAnd', { a: below, b: isGreater(inner, x!, y!) })];
  });
  const loop = graph('body', variables(), (inner, x, y, i, invariant) => {
    const always = inner.call('GreaterEqual', { a: i!, b: inner.scalar(0, 'int32') });
    inner.add(assertNode(always, 'the counter is never negative'));
    // A conditional that always holds embeds the block as a graph of its own.
    const same = graph(
      'same',
      [0, 1, 2].map(() => parameter(shape)),
      (_, p, q) => [p!, q!],
    );
    const node = inner.add(ifNode(always, [x!, y!, invariant!], body.graph, same));
    const next = inner.call('Add', { a: i!, b: inner.scalar(1, 'int32') });
    return [...node.outputs, next];
  });
  const [x, y, invariant] = operands.map((index) => values[index]!) as [Value, Value, Value];
  const node = whileNode([x, y, b.scalar(0, 'int32'), invariant], test, loop, 3, {
    tripCount,
    maximumIterations,
  });
  values.push(...b.add(node).outputs.slice(0, 2));
  return (tensors) => {
    let [p, q, r] = operands.map((index) => tensors[index]!) as [
      tf.Tensor2D,
      tf.Tensor2D,
      tf.Tensor2D,
    ];
    const limit = Math.min(tripCount ?? 3, maximumIterations ?? 3);
    for (let i = 0; i < limit; i++) {
      if (tripCount === null && !tf.greater(tf.sum(p), tf.sum(q)).dataSync()[0]) break;
      [p, q] = body.compute([p, q, r]) as [tf.Tensor2D, tf.Tensor2D];
    }
    tensors.push(p, q);
  };
}

function isGreater(b: GraphBuilder, x: Value, y: Value): Value {
  const [a, c] = [x, y].map((value) =>
    b.call('Sum', { x: value }, { axis: [0, 1], keepDims: false }),
  );
  return b.call('Greater', { a: a!, b: c! });
}

function chooseInputs(choices: Choices, count: number): number[] {
  return Array.from({ length: inputCount }, () => choices.upTo(count));
}
