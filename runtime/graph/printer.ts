import { formatConstant, formatData } from './formatData.js';
import type { AssertNode, Graph, Node, Value } from './graph.js';
import { filledText } from './texts.js';
import { formatType } from './types.js';

export interface PrintOptions {
  /** Append the line of the user's program that made each node. Off by default. */
  readonly locations?: boolean;
}

/**
 * A graph as text, one node a line, with the graphs inside a node indented below it. Values are numbered as they appear
 * (`%0`, `%1`, …), the same in every print of the same graph; a name that the user gave stands behind the number.
 *
 * ```text
 * graph settle(%0 "x": float32[?,3]) {
 *   %1: float32[?] = Sum(x=%0) {axis: [1], keepDims: false}
 *   return %1
 * }
 * ```
 */
export function printGraph(graph: Graph, options: PrintOptions = {}): string {
  return new Printer(options).graph(graph, 'graph', '').join('\n');
}

class Printer {
  readonly #numbers = new Map<Value, string>();

  constructor(private readonly options: PrintOptions) {}

  graph(graph: Graph, role: string, indentation: string): string[] {
    const parameters = graph.parameters.map((value) => this.#define(value)).join(', ');
    return [
      `${indentation}${role} ${graph.name}(${parameters}) {`,
      ...graph.nodes.flatMap((node) => this.#node(node, `${indentation}  `)),
      `${indentation}  return ${this.#uses(graph.outputs) || 'nothing'}`,
      `${indentation}}`,
    ];
  }

  #node(node: Node, indentation: string): string[] {
    // Operands are named before results, so that the numbers grow in reading order.
    const operation = this.#operation(node);
    const results = node.outputs.map((value) => this.#define(value)).join(', ');
    const location =
      this.options.locations && node.location !== null ? `  // ${node.location}` : '';
    const line = `${indentation}${results === '' ? '' : `${results} = `}${operation}${location}`;
    const inner = `${indentation}  `;
    switch (node.kind) {
      case 'if':
        return [
          line,
          ...this.graph(node.thenBranch, 'then', inner),
          ...this.graph(node.elseBranch, 'else', inner),
        ];
      case 'while':
        return [
          line,
          ...this.graph(node.test, 'test', inner),
          ...this.graph(node.body, 'body', inner),
        ];
      case 'deferred':
        return node.of === null ? [line] : [line, ...this.graph(node.of, 'of', inner)];
      default:
        return [line];
    }
  }

  #operation(node: Node): string {
    switch (node.kind) {
      case 'kernel': {
        const { inputNames } = node;
        const inputs =
          inputNames === null
            ? `[${this.#uses(node.inputs)}]`
            : node.inputs
                .map((value, index) => `${inputNames[index]}=${this.#use(value)}`)
                .join(', ');
        return `${node.kernel}(${inputs})${formatAttributes(node.attributes)}`;
      }
      case 'constant':
        return `constant ${formatConstant(node.data, node.outputs[0]?.shape ?? null)}`;
      case 'random': {
        const { kind, ...parameters } = node.distribution;
        const iterations = node.inputs.length === 0 ? '' : ` (${this.#uses(node.inputs)})`;
        return `random ${kind}${iterations}${formatAttributes(parameters)}`;
      }
      case 'if':
        return `if ${this.#use(node.inputs[0]!)} (${this.#uses(node.inputs.slice(1))})`;
      case 'while': {
        const initial = this.#uses(node.inputs.slice(0, node.loopVariableCount));
        const invariants = this.#uses(node.inputs.slice(node.loopVariableCount));
        const { tripCount, maximumIterations } = node;
        const operands = invariants === '' ? initial : `${initial}; ${invariants}`;
        return `while (${operands})${formatAttributes(withoutNull({ tripCount, maximumIterations }))}`;
      }
      case 'deferred':
        return `deferred ${node.operation}(${this.#uses(node.inputs)})`;
      case 'print':
        return `print(${node.values.map((value) => this.#printed(value, node.inputs)).join(', ')})`;
      case 'throw': {
        const texts = this.#uses(node.inputs);
        return `throw ${formatThrown(node.thrown)}${texts === '' ? '' : ` (${texts})`}`;
      }
      case 'host':
        return `host ${node.name}(${this.#uses(node.inputs)})`;
      case 'assert':
        return `assert(${this.#use(node.inputs[0]!)}, ${this.#message(node)})`;
    }
  }

  #message({ message, holes, inputs }: AssertNode): string {
    const shown = inputs.slice(1).map((input) => `\${${this.#use(input)}}`);
    return JSON.stringify(filledText(message, holes, shown));
  }

  #printed(value: unknown, inputs: readonly Value[]): string {
    return formatData(value, (hole) => this.#use(inputs[hole.input]));
  }

  #define(value: Value): string {
    const name = value.name === undefined ? '' : ` ${JSON.stringify(value.name)}`;
    return `${this.#use(value)}${name}: ${formatType(value)}`;
  }

  #uses(values: readonly Value[]): string {
    return values.map((value) => this.#use(value)).join(', ');
  }

  #use(value: Value | undefined): string {
    if (value === undefined) return '%missing';
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = `%${this.#numbers.size}`;
      this.#numbers.set(value, number);
    }
    return number;
  }
}

function formatThrown(thrown: unknown): string {
  return thrown instanceof Error
    ? `${thrown.name}(${JSON.stringify(thrown.message)})`
    : String(thrown);
}

function formatAttributes(attributes: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? '' : ` ${formatData(Object.fromEntries(entries))}`;
}

function withoutNull(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
