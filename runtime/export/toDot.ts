import { formatConstant, formatData } from '../graph/formatData.js';
import type { Graph, Node, Value } from '../graph/graph.js';
import { filledText } from '../graph/texts.js';
import { formatDimensions, formatType } from '../graph/types.js';

/** Fills that tell apart what comes in, what is known beforehand, what is returned, and where control flows. */
const colors = {
  input: '#ced4da',
  constant: '#ffec99',
  operation: '#a5d8ff',
  control: '#ffd8a8',
  effect: '#fcc2d7',
  result: '#b2f2bb',
} as const;

type Role = keyof typeof colors;

/**
 * A graph as text of Graphviz: `dot -Tsvg`. Inputs, constants, operations, effects and results have colours of their own,
 * each edge says the shape that flows along it, and the branches of a conditional and the parts of a loop are boxes.
 *
 * @param graph such as `graphOf(f).getConcreteFunction(x).graph`.
 */
export function toDot(graph: Graph): string {
  return new Drawing().draw(graph);
}

class Drawing {
  readonly #lines: string[] = [];
  readonly #makers = new Map<Value, string>();
  #count = 0;

  draw(graph: Graph): string {
    this.#add('', `digraph ${quote(graph.name)} {`);
    this.#add('  ', 'rankdir=TB;');
    this.#add('  ', 'node [shape=box, style=filled, fontname="helvetica"];');
    this.#add('  ', 'edge [fontname="helvetica"];');
    this.#graph(graph, '  ');
    this.#add('', '}');
    return this.#lines.join('\n');
  }

  /** What stands in a graph; the ids of its parameters. */
  #graph({ parameters, nodes, outputs }: Graph, indentation: string): string[] {
    const entries = parameters.map((value, index) => {
      const id = this.#node(
        indentation,
        `${value.name ?? `input ${index}`}\n${formatType(value)}`,
        'input',
      );
      this.#makers.set(value, id);
      return id;
    });
    for (const node of nodes) this.#operation(node, indentation);
    for (const [index, output] of outputs.entries()) {
      const label = outputs.length === 1 ? 'result' : `result ${index}`;
      const name = output.name === undefined ? '' : ` ${output.name}`;
      const id = this.#node(indentation, `${label}${name}\n${formatType(output)}`, 'result');
      this.#edge(indentation, output, id);
    }
    return entries;
  }

  #operation(node: Node, indentation: string): void {
    const id = this.#node(indentation, labelOf(node), roleOf(node));
    node.inputs.forEach((input, index) => {
      const name = node.kind === 'kernel' ? node.inputNames?.[index] : undefined;
      this.#edge(indentation, input, id, name);
    });
    for (const output of node.outputs) this.#makers.set(output, id);
    for (const [role, graph] of insideOf(node)) {
      this.#add(indentation, `subgraph cluster_${this.#count++} {`);
      this.#add(`${indentation}  `, `label=${quote(role)};`);
      const entries = this.#graph(graph, `${indentation}  `);
      this.#add(indentation, '}');
      for (const entry of entries) this.#add(indentation, `${id} -> ${entry} [style=dashed];`);
    }
  }

  #node(indentation: string, label: string, role: Role): string {
    const id = `n${this.#count++}`;
    this.#add(indentation, `${id} [label=${quote(label)}, fillcolor="${colors[role]}"];`);
    return id;
  }

  #edge(indentation: string, from: Value, to: string, name?: string): void {
    const shape = `[${formatDimensions(from.shape)}]`;
    const label = name === undefined ? shape : `${name} ${shape}`;
    this.#add(indentation, `${this.#makers.get(from)} -> ${to} [label=${quote(label)}];`);
  }

  #add(indentation: string, line: string): void {
    this.#lines.push(indentation + line);
  }
}

function roleOf(node: Node): Role {
  switch (node.kind) {
    case 'constant':
      return 'constant';
    case 'if':
    case 'while':
      return 'control';
    case 'kernel':
    case 'random':
      return 'operation';
    default:
      return 'effect';
  }
}

/** What it does, what comes out, and the details. */
function labelOf(node: Node): string {
  const types = node.outputs.map(formatType).join(', ');
  return [titleOf(node), types, detailsOf(node)].filter((line) => line !== '').join('\n');
}

function titleOf(node: Node): string {
  switch (node.kind) {
    case 'kernel':
      return node.kernel;
    case 'constant':
      return formatConstant(node.data, node.outputs[0]!.shape);
    case 'random':
      return `random ${node.distribution.kind}`;
    case 'host':
      return `host ${node.name}`;
    default:
      return node.kind;
  }
}

function detailsOf(node: Node): string {
  if (node.kind === 'assert')
    return filledText(
      node.message,
      node.holes,
      node.holes.map(() => '…'),
    );
  if (node.kind !== 'kernel') return '';
  const known = Object.entries(node.attributes).filter(([, value]) => value !== undefined);
  return known.map(([name, value]) => `${name}: ${formatData(value)}`).join('\n');
}

function insideOf(node: Node): readonly (readonly [role: string, graph: Graph])[] {
  if (node.kind === 'if')
    return [
      ['then', node.thenBranch],
      ['else', node.elseBranch],
    ] as const;
  return node.kind === 'while'
    ? ([
        ['test', node.test],
        ['body', node.body],
      ] as const)
    : [];
}

function quote(text: string): string {
  return JSON.stringify(text);
}
