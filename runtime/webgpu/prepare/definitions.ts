import type { ConstantNode, Graph, KernelNode, Node, Value, WhileNode } from '../../graph/graph.js';

/** What makes the values of one graph. */
export class Definitions {
  readonly #nodes = new Map<Value, Node>();

  constructor(graph: Graph) {
    for (const node of graph.nodes)
      for (const output of node.outputs) this.#nodes.set(output, node);
  }

  of(value: Value): Node | undefined {
    return this.#nodes.get(value);
  }

  kernel(value: Value, kernel: string): KernelNode | null {
    const node = this.#nodes.get(this.source(value));
    return node?.kind === 'kernel' && node.kernel === kernel ? node : null;
  }

  /** The value behind casts and copies, which change no whole number. */
  source(value: Value): Value {
    const node = this.#nodes.get(value);
    const isCopy = node?.kind === 'kernel' && ['Cast', 'Identity', 'Reshape'].includes(node.kernel);
    return isCopy && node.outputs[0]!.dtype !== 'bool' ? this.source(node.inputs[0]!) : value;
  }

  number(value: Value): number | null {
    const node = this.#nodes.get(this.source(value));
    return node?.kind === 'constant' ? numberIn(node) : null;
  }

  /** What the value is at least, where that is seen easily. */
  lowest(value: Value): number | null {
    const source = this.source(value);
    const node = this.#nodes.get(source);
    if (node?.kind === 'constant') return numberIn(node);
    if (node?.kind === 'while') return this.#lowestAfter(node, node.outputs.indexOf(source));
    if (node?.kind !== 'if') return null;
    const output = node.outputs.indexOf(source);
    const ends = [node.thenBranch, node.elseBranch].map((branch) => {
      const given = branch.parameters.indexOf(branch.outputs[output]!);
      return given >= 0
        ? this.lowest(node.inputs[given + 1]!)
        : new Definitions(branch).lowest(branch.outputs[output]!);
    });
    return ends.includes(null) ? null : Math.min(...(ends as number[]));
  }

  /** A loop that only counts up leaves at least what it began with. */
  #lowestAfter({ body, inputs }: WhileNode, variable: number): number | null {
    const next = body.outputs[variable]!;
    const isCount = new Definitions(body).neverFalls(next, body.parameters[variable]!);
    return isCount ? this.lowest(inputs[variable]!) : null;
  }

  /** Whether the value is at least what `before` is. */
  neverFalls(value: Value, before: Value): boolean {
    const source = this.source(value);
    if (source === before) return true;
    const node = this.#nodes.get(source);
    if (node?.kind === 'kernel' && node.kernel === 'Add') {
      const [a, b] = node.inputs as [Value, Value];
      return [
        [a, b],
        [b, a],
      ].some(([own, step]) => this.neverFalls(own!, before) && (this.number(step!) ?? -1) >= 0);
    }
    if (node?.kind !== 'if') return false;
    const output = node.outputs.indexOf(source);
    const operand = node.inputs.slice(1).findIndex((input) => this.source(input) === before);
    return [node.thenBranch, node.elseBranch].every(
      (branch) =>
        operand >= 0 &&
        new Definitions(branch).neverFalls(branch.outputs[output]!, branch.parameters[operand]!),
    );
  }

  *conjunctsOf(value: Value): Generator<Value> {
    const both = this.kernel(value, 'LogicalAnd');
    if (both === null) yield value;
    else for (const input of both.inputs) yield* this.conjunctsOf(input);
  }
}

function numberIn(node: ConstantNode): number | null {
  const { data } = node;
  if ('splat' in data) return data.splat;
  return data.values.length === 1 && typeof data.values[0] === 'number' ? data.values[0] : null;
}
