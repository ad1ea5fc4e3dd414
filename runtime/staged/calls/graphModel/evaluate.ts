import { cast, type NamedTensorMap, type Tensor } from '@tensorflow/tfjs-core';
import { formatType, isFullyKnown } from '../../../graph/types.js';
import { errorHere } from '../../../trace/errorHere.js';
import { isTensor, typeOf } from '../../values/tensors.js';
import { looped, oneOf } from '../functionsInTurn.js';
import { ControlFlow } from './controlFlow.js';
import { dynamicOps, dynamicPart, runDynamicPart } from './dynamicPart.js';
import { listOp } from './lists.js';
import {
  type GraphExecutor,
  inOrder,
  type ModelNode,
  type Output,
  outputOf,
  runNode,
} from './nodes.js';

/** Ops that decide what else is run: TensorFlow.js reads a tensor for each. */
const deciding = new Set([
  ...['Switch', 'Merge', 'Enter', 'Exit', 'NextIteration', 'LoopCond'],
  ...['If', 'StatelessIf', 'While', 'StatelessWhile'],
]);

/** Whether outputs of the model depend on control flow, on lists or on sizes that elements decide. */
export function hasControlFlow({ graph }: GraphExecutor, outputs: readonly string[]): boolean {
  const names = outputs.map((output) => outputOf(output, graph).node);
  const needed = inOrder(
    names.filter((name) => name in graph.nodes),
    (name) => graph.nodes[name]!.inputs.map((input) => input.name),
  );
  return needed.some((name) => {
    const node = graph.nodes[name]!;
    return deciding.has(node.op) || dynamicOps.has(node.op) || listOp(node) !== undefined;
  });
}

/** Traces the nodes of the model, and its control flow as conditionals and loops of the graph under construction. */
export function evaluate(
  executor: GraphExecutor,
  inputs: NamedTensorMap,
  outputs: readonly string[],
): Tensor[] {
  const tensors = executor.mapInputs(inputs);
  executor.checkInputs(tensors);
  executor.checkInputShapeAndType(tensors);
  const wanted = executor.mapOutputs(outputs);
  executor.checkOutputs(wanted);
  const given = new Map<string, unknown[]>();
  for (const [reference, tensor] of Object.entries(tensors)) {
    const { node, index } = outputOf(reference, executor.graph);
    const values = given.get(node) ?? [];
    values[index] = tensor;
    given.set(node, values);
  }
  const scope = new Scope(executor, controlFlowOf(executor), given);
  const part = dynamicPart(executor, wanted);
  if (part !== null) {
    const outputs = wanted.filter((output) =>
      part.nodes.has(outputOf(output, executor.graph).node),
    );
    const operands = scope.values(part.inputs) as Tensor[];
    const results = runDynamicPart(executor, part, operands, outputs);
    for (const [index, output] of outputs.entries()) scope.set(output, results[index]);
  }
  return scope.values(wanted) as Tensor[];
}

const found = new WeakMap<object, ControlFlow>();

function controlFlowOf({ graph }: GraphExecutor): ControlFlow {
  const known = found.get(graph) ?? new ControlFlow(graph);
  found.set(graph, known);
  return known;
}

/** The nodes of a graph, or of a branch or body in it, that have been traced there. */
class Scope {
  readonly #executor: GraphExecutor;
  readonly #controlFlow: ControlFlow;
  readonly #known: Map<string, readonly unknown[]>;
  /** What has been asked for, from outside. */
  readonly #asked: Output[] = [];

  constructor(
    executor: GraphExecutor,
    controlFlow: ControlFlow,
    known: Map<string, readonly unknown[]>,
  ) {
    this.#executor = executor;
    this.#controlFlow = controlFlow;
    this.#known = known;
  }

  values(references: readonly string[]): unknown[] {
    const outputs = references.map((reference) => this.#output(reference));
    this.#asked.push(...outputs);
    const order = inOrder(
      outputs.map(({ node }) => node),
      (name) => {
        if (this.#outputsOf(name) !== undefined) return [];
        const needed = this.#controlFlow.dependencies(name);
        return needed.map((reference) => this.#output(reference).node);
      },
    );
    for (const name of order) {
      if (this.#outputsOf(name) !== undefined) continue;
      this.#known.set(name, this.#run(this.#controlFlow.graph.nodes[name]!));
    }
    return outputs.map(({ node, index }) => this.#outputsOf(node)![index]);
  }

  set(reference: string, value: unknown): void {
    const { node, index } = this.#output(reference);
    const values = [...(this.#known.get(node) ?? [])];
    values[index] = value;
    this.#known.set(node, values);
  }

  #run(node: ModelNode): readonly unknown[] {
    switch (node.op) {
      case 'Exit':
        this.#runLoop(node);
        return this.#known.get(node.name)!;
      case 'Merge':
        this.#runConditional(node);
        return this.#known.get(node.name)!;
    }
    const inputs = this.values(this.#controlFlow.dependencies(node.name));
    switch (node.op) {
      case 'Shape':
      case 'ShapeN':
      case 'Size':
        for (const input of inputs as Tensor[]) requireSizes(input, node);
        break;
      case 'Placeholder':
        throw new Error(`The model's input '${node.name}' is missing.`);
      case 'Identity':
        return [inputs[0]];
      case 'Switch':
        return [inputs[0], inputs[0]];
      case 'If':
      case 'StatelessIf': {
        const [predicate, ...args] = inputs;
        return oneOf(
          'function',
          asPredicate(predicate),
          () => this.#call(node, 'thenBranch', args),
          () => this.#call(node, 'elseBranch', args),
        );
      }
      case 'While':
      case 'StatelessWhile':
        return looped(
          (...variables) => asPredicate(this.#call(node, 'cond', variables)[0]),
          (...variables) => this.#call(node, 'body', variables),
          inputs,
        );
    }
    const ofLists = listOp(node);
    if (ofLists !== undefined) return ofLists(inputs, node);
    return runNode(this.#executor, node, inputs as Tensor[], this.#outputCount(node));
  }

  #runLoop(exit: ModelNode): void {
    const { test, variables, constants } = this.#controlFlow.loopOf(exit);
    const fixed = this.values(constants.map(({ value }) => value));
    const inside = (values: readonly unknown[]): Scope => {
      const entries = [
        ...constants.map(({ enter }, index) => [enter.name, [fixed[index]]] as const),
        ...variables.map(({ merge }, index) => [merge.name, [values[index]]] as const),
      ];
      return this.#with(new Map(entries));
    };
    const last = looped(
      (...values) => inside(values).values([test])[0],
      (...values) => inside(values).values(variables.map(({ next }) => next)),
      this.values(variables.map(({ initial }) => initial)),
    );
    for (const node of Object.values(this.#controlFlow.graph.nodes)) {
      if (node.op !== 'Exit') continue;
      const [passed] = node.inputs;
      const index = variables.findIndex(({ merge }) => merge === passed!.inputs[0]);
      if (index !== -1) this.#known.set(node.name, [last[index]]);
    }
  }

  #runConditional(merge: ModelNode): void {
    const { predicate, results, captures } = this.#controlFlow.conditionalOf(merge);
    const [chosen, ...captured] = this.values([predicate, ...captures]);
    const branch = (ends: readonly string[]) => (): unknown[] => {
      const known = new Map<string, unknown[]>();
      for (const [at, reference] of captures.entries()) {
        const { node, index } = this.#output(reference);
        const outputs = known.get(node) ?? [];
        outputs[index] = captured[at];
        known.set(node, outputs);
      }
      return this.#with(known).values(ends);
    };
    const values = oneOf(
      'function',
      chosen,
      branch(results.map(({ whenTrue }) => whenTrue)),
      branch(results.map(({ whenFalse }) => whenFalse)),
    );
    for (const [index, result] of results.entries())
      this.#known.set(result.merge.name, [values[index]]);
  }

  #call(node: ModelNode, attribute: string, args: readonly unknown[]): unknown[] {
    const name = node.attrParams[attribute]?.value as string;
    const executor = this.#executor.functionExecutorMap[name]!;
    const { inputs, signature } = executor.graph;
    const given = new Map(inputs.map((input, index) => [input.name, [args[index]]]));
    const results = Object.values(signature?.outputs ?? {});
    const scope = new Scope(executor, controlFlowOf(executor), given);
    return scope.values(results.map((result) => result.name));
  }

  #with(known: Map<string, readonly unknown[]>): Scope {
    return new Scope(this.#executor, this.#controlFlow, known);
  }

  #outputsOf(node: string): readonly unknown[] | undefined {
    return this.#known.get(node) ?? this.#executor.weightMap[node];
  }

  /** How many of its outputs, from the first on, are used. */
  #outputCount(node: ModelNode): number {
    const used = Object.values(this.#controlFlow.graph.nodes)
      .filter(({ inputs }) => inputs.includes(node))
      .flatMap(({ inputNames }) => inputNames.map((name) => this.#output(name)));
    const indices = [...used, ...this.#asked]
      .filter((output) => output.node === node.name)
      .map(({ index }) => index);
    return Math.max(0, ...indices) + 1;
  }

  #output(reference: string): Output {
    return outputOf(reference, this.#controlFlow.graph);
  }
}

/** The model computes with sizes as numbers: where they are not known, it has to be traced for each. */
function requireSizes(input: Tensor, { name }: ModelNode): void {
  const { shape } = typeOf(input);
  if (isFullyKnown(shape)) return;
  throw errorHere(
    'unknown-size',
    `The node '${name}' of the model gives the sizes of ${formatType(typeOf(input))}, which are not all known while tracing.`,
  );
}

/** TensorFlow takes numbers for conditions too. */
function asPredicate(value: unknown): unknown {
  return isTensor(value) && value.dtype !== 'bool' ? cast(value, 'bool') : value;
}
