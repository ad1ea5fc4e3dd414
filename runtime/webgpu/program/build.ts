import { kernelNode } from '../../graph/builder.js';
import {
  type ConstantNode,
  type Graph,
  type IfNode,
  type KernelNode,
  type Node,
  Value,
  type WhileNode,
} from '../../graph/graph.js';
import { addTo } from '../../lists.js';
import { cluster } from '../fuse/cluster.js';
import type { DeviceModel } from '../fuse/deviceModel.js';
import { materialize } from '../fuse/materialize.js';
import { schedule } from '../fuse/schedule.js';
import { splitReductions } from '../fuse/splitReductions.js';
import { elementLoopOf } from '../lower/elementLoop.js';
import { lowerGraph } from '../lower/lowering.js';
import type { OriginNode } from '../lower/operation.js';
import { isRowStore, rowStoreAttributes } from '../lower/rowStores.js';
import { loweringRules } from '../lower/rules.js';
import { inlined } from '../prepare/inlined.js';
import { stagesOf } from '../prepare/stages.js';
import type { Block, Branch, Conditional, Loop, Part, Piece, Step } from './block.js';
import { writeOutputs } from './outputs.js';
import { canOverwrite } from './overwrite.js';

/** Up to so many additions an element are rather computed again than kept. */
const mostAgain = 64;

/** What a whole region computes. */
export interface Program {
  readonly block: Block;
  /** The region's outputs; those that control flow gives are copies of what that leaves. */
  readonly outputs: readonly Value[];
}

/**
 * Writes a graph of kernels and control flow as blocks. `externals` has the tensors that enter or leave the region, each
 * with the one whose buffer it is expected to have; `predecessors` has the outputs that replace a parameter.
 */
export class ProgramBuilder {
  readonly #constants = new Map<Value, ConstantNode>();

  constructor(
    readonly externals: Map<Value, Value>,
    readonly predecessors: Map<Value, Value>,
    readonly device: DeviceModel,
  ) {}

  build(graph: Graph, copiesParameters: boolean): Program {
    const steps = copiesParameters ? this.#stepsOnCopies(graph) : this.#steps(graph);
    const ofControl = new Set(
      steps.flatMap((step) => (step.kind === 'piece' ? [] : [...step.outputs])),
    );
    const copies = new Map<Value, KernelNode>();
    for (const output of graph.outputs) {
      if (!ofControl.has(output) || copies.has(output)) continue;
      const copy = identity(output);
      copies.set(output, copy);
      const [made] = copy.outputs;
      // The copy leaves the region, and what is copied does not.
      const external = this.externals.get(output)!;
      const predecessor = this.predecessors.get(output);
      this.externals.delete(output);
      this.predecessors.delete(output);
      this.externals.set(made!, external === output ? made! : external);
      if (predecessor !== undefined) this.predecessors.set(made!, predecessor);
    }
    const outputs = graph.outputs.map((output) => copies.get(output)?.outputs[0] ?? output);
    if (copies.size > 0) steps.push(this.#copyPiece([...copies.values()]));
    return { block: steps, outputs };
  }

  #stepsOnCopies(graph: Graph): Step[] {
    const copies = this.#copiesOf(graph.parameters);
    const nodes = graph.nodes.map(
      (node): Node => ({
        ...node,
        inputs: node.inputs.map((one) => copies.get(one)?.outputs[0] ?? one),
      }),
    );
    return [this.#copyPiece([...copies.values()]), ...this.#steps({ ...graph, nodes })];
  }

  /** Pieces hold what can run before the same control flow. */
  #steps(graph: Graph, results: readonly Value[] = graph.outputs): Step[] {
    const isLate = (node: Node) => this.#isUnboundable(node);
    const stages = stagesOf(graph, isStraight, isLongLoop, isLate);
    const kernels = new Map<number, OriginNode[]>();
    const control = new Map<number, (IfNode | WhileNode)[]>();
    const used = new Map<Value, Set<number>>();
    let last = 0;
    for (const node of graph.nodes) {
      if (node.kind === 'constant') {
        this.#constants.set(node.outputs[0]!, node);
        continue;
      }
      const stage = stages.get(node)!;
      last = Math.max(last, stage);
      // Control flow of a stage runs after the kernels of the same stage.
      const isKernel = isStraight(node);
      for (const input of node.inputs) {
        const users = used.get(input) ?? new Set();
        users.add(isKernel ? stage : stage + 0.5);
        used.set(input, users);
      }
      if (isKernel) addTo(kernels, stage, node);
      else addTo(control, stage, node as IfNode | WhileNode);
    }
    const leaving = new Set(results);
    const steps: Step[] = [];
    for (let stage = 0; stage <= last; stage++) {
      const { copies, nodes } = this.#boundableKernels(kernels.get(stage) ?? []);
      if (copies.length > 0) steps.push(this.#copyPiece(copies));
      const outputs = nodes
        .flatMap((node) => node.outputs)
        .filter((output) => leaving.has(output) || isUsedElsewhere(output, stage));
      if (outputs.length > 0) steps.push(this.#piece(nodes, outputs));
      for (const node of control.get(stage) ?? []) {
        steps.push(...(node.kind === 'if' ? this.#conditional(node) : this.#loop(node)));
      }
    }
    return steps;

    function isUsedElsewhere(value: Value, stage: number): boolean {
      return [...(used.get(value) ?? [])].some((user) => user !== stage);
    }
  }

  #piece(nodes: readonly OriginNode[], outputs: readonly Value[]): Piece {
    const made = new Set(nodes.flatMap((node) => node.outputs));
    const read = new Set(nodes.flatMap(({ inputs }) => inputs));
    const held = [...read].flatMap((value) => this.#constants.get(value) ?? []);
    const parameters = [...read].filter((value) => !made.has(value) && !this.#constants.has(value));
    const graph: Graph = { name: '', parameters, nodes: [...held, ...nodes], outputs };
    const lowered = writeOutputs(lowerGraph(graph, loweringRules));
    const region = { ...lowered, operations: splitReductions(lowered.operations, this.device) };
    const clustering = cluster(region, this.externals, this.device);
    const materialization = materialize(region, clustering, this.externals, this.device);
    const clusters = schedule(materialization, this.predecessors);
    return { kind: 'piece', region, clustering, materialization, clusters };
  }

  #copyPiece(copies: readonly KernelNode[]): Piece {
    return this.#piece(
      copies,
      copies.flatMap(({ outputs }) => outputs),
    );
  }

  *#conditional(node: IfNode): Generator<Step> {
    const [predicate, ...operands] = yield* this.#boundable(node.inputs);
    const branch = (graph: Graph): Branch => {
      const { nodes, outputs } = inlined(graph, operands);
      return { ...this.#part({ ...graph, nodes, outputs }), flag: new Value('bool', []) };
    };
    yield {
      kind: 'if',
      node,
      inputs: [predicate!, ...operands],
      outputs: node.outputs,
      predicate: predicate!,
      thenBranch: branch(node.thenBranch),
      elseBranch: branch(node.elseBranch),
    } satisfies Conditional;
  }

  /** What was made in the graph is written where it is wanted at once, and the rest copied there. */
  #part(graph: Graph): Part {
    const steps = this.#steps(graph);
    const made = new Set(steps.flatMap(madeBy));
    const copies: KernelNode[] = [];
    const results = graph.outputs.map((output) => {
      if (made.delete(output)) return output;
      const copy = identity(output);
      copies.push(copy);
      return copy.outputs[0]!;
    });
    if (copies.length > 0) steps.push(this.#copyPiece(copies));
    return { block: steps, results };
  }

  *#loop(node: WhileNode): Generator<Step> {
    const inputs = yield* this.#boundable(node.inputs);
    const { loopVariableCount, tripCount, maximumIterations } = node;
    const variables = node.outputs.map(({ dtype, shape, name }) => new Value(dtype, shape, name));
    const operands = [...variables, ...inputs.slice(loopVariableCount)];
    const body = this.#body(node.body, operands, variables);
    const isRead = entryOf(node.body);
    const entry = inputs
      .slice(0, loopVariableCount)
      .map((input, index) => (isRead[index] ? identity(input) : null));
    const copies = entry.filter((copy) => copy !== null);
    yield {
      kind: 'while',
      node,
      inputs,
      outputs: node.outputs,
      variables,
      entry: {
        block: copies.length > 0 ? [this.#copyPiece(copies)] : [],
        results: entry.map((copy) => copy?.outputs[0] ?? null),
      },
      test: tripCount === null ? this.#test(node.test, operands) : null,
      ...body,
      limit:
        tripCount === null ? maximumIterations : Math.min(tripCount, maximumIterations ?? Infinity),
    } satisfies Loop;
  }

  #test(graph: Graph, operands: readonly Value[]): NonNullable<Loop['test']> {
    const { nodes, outputs } = inlined(graph, operands);
    const { block, results } = this.#part({ ...graph, nodes, outputs });
    return {
      block,
      holds: results[0]!,
      active: new Value('bool', []),
      rounds: new Value('int32', []),
    };
  }

  /**
   * The next value of a variable is written over the present one where nobody reads that any more; others are copied
   * there at the end of the iteration.
   */
  #body(
    graph: Graph,
    operands: readonly Value[],
    variables: readonly Value[],
  ): Pick<Loop, 'body' | 'rows'> {
    const { nodes: all, outputs: next } = inlined(graph, operands);
    const { nodes, outputs, rows } = withRows(all, next);
    const steps = this.#steps({ ...graph, nodes, outputs }, [...outputs, ...rows.keys()]);
    const placed = new Set<Value>();
    const moved: KernelNode[] = [];
    const copies: KernelNode[] = [];
    const results = outputs.map((output, index) => {
      const variable = variables[index]!;
      if (output === variable) return null;
      const isRead = outputs.some((other, at) => other === variable && at !== index);
      if (!placed.has(output) && !isRead && canOverwrite(steps, variable, output)) {
        placed.add(output);
        return output;
      }
      let source = output;
      if (variables.includes(output)) {
        // Others may take its place at the same time.
        const kept = identity(output);
        moved.push(kept);
        source = kept.outputs[0]!;
      }
      const copy = identity(source);
      copies.push(copy);
      return copy.outputs[0]!;
    });
    if (moved.length > 0) steps.push(this.#copyPiece(moved));
    if (copies.length > 0) steps.push(this.#copyPiece(copies));
    return { body: { block: steps, results }, rows };
  }

  /** Control flow that would have to bind more buffers than a kernel can is given copies of what it reads. */
  *#boundable(inputs: readonly Value[]): Generator<Step, readonly Value[]> {
    if (!this.#bindsTooMany(inputs)) return inputs;
    const copies = this.#copiesOf(inputs);
    yield this.#copyPiece([...copies.values()]);
    return inputs.map((input) => copies.get(input)?.outputs[0] ?? input);
  }

  /** So are loops in registers, which read whatever the loop does. Other kernels that read many tensors are several. */
  #boundableKernels(nodes: readonly OriginNode[]): {
    readonly copies: readonly KernelNode[];
    readonly nodes: readonly OriginNode[];
  } {
    const unboundable = nodes.filter((node) => this.#isUnboundable(node));
    const copies = this.#copiesOf(unboundable.flatMap(({ inputs }) => inputs));
    const boundable = nodes.map((node): OriginNode => {
      if (!unboundable.includes(node)) return node;
      return { ...node, inputs: node.inputs.map((one) => copies.get(one)?.outputs[0] ?? one) };
    });
    return { copies: [...copies.values()], nodes: boundable };
  }

  #isUnboundable(node: Node): boolean {
    return (
      node.kind === 'kernel' && elementLoopOf(node) !== null && this.#bindsTooMany(node.inputs)
    );
  }

  #bindsTooMany(inputs: readonly Value[]): boolean {
    const bound = new Set(inputs.flatMap((input) => this.externals.get(input) ?? []));
    return bound.size > this.device.storageBufferLimit - 2;
  }

  #copiesOf(values: readonly Value[]): ReadonlyMap<Value, KernelNode> {
    const external = values.filter((value) => this.externals.has(value));
    return new Map(external.map((value) => [value, identity(value)]));
  }
}

function isStraight(node: Node): node is OriginNode {
  return node.kind === 'kernel' || node.kind === 'random';
}

/** A loop in registers is not run again by each kernel that reads what it leaves. */
function isLongLoop(node: Node): boolean {
  const loop = node.kind === 'kernel' ? elementLoopOf(node) : null;
  return loop !== null && loop.limit * loop.cost > mostAgain;
}

function madeBy(step: Step): readonly Value[] {
  return step.kind === 'piece' ? step.region.outputs : step.outputs;
}

function identity(value: Value): KernelNode {
  return kernelNode('Identity', [value], ['x'], {});
}

/** Which loop variables' first values anything reads. */
function entryOf({ nodes, outputs }: Graph): boolean[] {
  const unread = new Set(
    nodes.flatMap((node) =>
      isRowStore(node) && !rowStoreAttributes(node).mayReadUnwritten ? node.outputs : [],
    ),
  );
  return outputs.map((output) => !unread.has(output));
}

/** An iteration that writes rows makes those, and leaves the variables that they are written to in their places. */
function withRows(
  nodes: readonly Node[],
  outputs: readonly Value[],
): {
  readonly nodes: readonly Node[];
  readonly outputs: readonly Value[];
  readonly rows: ReadonlyMap<Value, Value>;
} {
  const rows = new Map<Value, Value>();
  const stays = new Map<Value, Value>();
  const made = nodes.map((node): Node => {
    if (!isRowStore(node)) return node;
    const [variable, , given] = node.inputs as [Value, Value, Value];
    const row = new Value(given.dtype, given.shape);
    rows.set(row, variable);
    stays.set(node.outputs[0]!, variable);
    return { ...node, outputs: [row] };
  });
  return { nodes: made, outputs: outputs.map((output) => stays.get(output) ?? output), rows };
}
