import type { ConstantNode, Graph, Node, Value } from '../../graph/graph.js';

/** What a value is computed from; equal numbers stand for equal expressions. */
type Expression = number;

interface Term {
  readonly kernel: string;
  readonly operands: Readonly<Record<string, Expression>>;
}

/** Zero and one, as elements of any type. */
const no: Expression = 0;
const yes: Expression = 1;

/** Kernels that give their input's elements as they are, at the same places or with the same truth. */
const passing = new Set(['Identity', 'Reshape', 'ExpandDims']);

/** The expressions of graphs whose parameters are the same tensors, those at the same place. */
export class Expressions {
  readonly #terms: (Term | null)[] = [null, null];
  readonly #numbers = new Map<string, Expression>();

  of({ parameters, nodes }: Graph): Map<Value, Expression> {
    const found = new Map<Value, Expression>();
    for (const [index, parameter] of parameters.entries()) {
      found.set(parameter, this.#numbered(`parameter ${index}`, null));
    }
    for (const node of nodes) {
      for (const [index, output] of node.outputs.entries()) {
        found.set(output, this.#expressionOf(node, index, found));
      }
    }
    return found;
  }

  depends(expression: Expression, on: Expression): boolean {
    const seen = new Set<Expression>();
    const pending = [expression];
    while (pending.length > 0) {
      const one = pending.pop()!;
      if (one === on) return true;
      if (seen.has(one)) continue;
      seen.add(one);
      pending.push(...Object.values(this.#terms[one]?.operands ?? {}));
    }
    return false;
  }

  /** What the expression is where another one does not hold, or does. */
  assuming(condition: Expression, holds: boolean, expression: Expression): Expression {
    const known = new Map<Expression, Expression>([
      [no, no],
      [yes, yes],
    ]);
    this.#assume(condition, holds, known);
    const simplified = (one: Expression): Expression => {
      let result = known.get(one);
      if (result === undefined) {
        result = this.#simplified(one, simplified);
        known.set(one, result);
      }
      return result;
    };
    return simplified(expression);
  }

  #assume(condition: Expression, holds: boolean, known: Map<Expression, Expression>): void {
    known.set(condition, holds ? yes : no);
    const term = this.#terms[condition];
    if (term?.kernel === 'LogicalNot') this.#assume(term.operands.x!, !holds, known);
    const impliesBoth = holds ? 'LogicalAnd' : 'LogicalOr';
    if (term?.kernel !== impliesBoth) return;
    for (const operand of Object.values(term.operands)) this.#assume(operand, holds, known);
  }

  #simplified(expression: Expression, of: (one: Expression) => Expression): Expression {
    const term = this.#terms[expression];
    if (term === null || term === undefined) return expression;
    const { kernel, operands } = term;
    const [a, b] = [operands.a, operands.b].map((one) => (one === undefined ? no : of(one)));
    switch (kernel) {
      case 'LogicalNot': {
        const x = of(operands.x!);
        return x === no ? yes : x === yes ? no : expression;
      }
      case 'LogicalAnd':
        if (a === no || b === no) return no;
        return a === yes ? b! : b === yes ? a! : expression;
      case 'LogicalOr':
        if (a === yes || b === yes) return yes;
        return a === no ? b! : b === no ? a! : expression;
      case 'Select': {
        const condition = of(operands.condition!);
        if (condition === yes) return of(operands.t!);
        return condition === no ? of(operands.e!) : expression;
      }
      case 'Cast': {
        const x = of(operands.x!);
        return x === no || x === yes ? x : expression;
      }
      case 'Add':
        return a === no ? b! : b === no ? a! : expression;
      case 'Sub':
        return b === no ? a! : expression;
      case 'Multiply':
        return a === yes ? b! : b === yes ? a! : expression;
      default:
        return expression;
    }
  }

  #expressionOf(node: Node, output: number, found: ReadonlyMap<Value, Expression>): Expression {
    if (node.kind === 'constant') return this.#constant(node);
    // What is drawn is another number each time, and private kernels have attributes that cannot be compared.
    if (node.kind !== 'kernel' || node.kernel.startsWith('_')) return this.#new(null);
    const { kernel, inputs, inputNames, attributes, outputs } = node;
    if (passing.has(kernel)) return found.get(inputs[0]!)!;
    const operands = Object.fromEntries(
      inputs.map((input, index) => [inputNames?.[index] ?? index, found.get(input)!]),
    );
    const { dtype, shape } = outputs[0]!;
    const key = JSON.stringify([kernel, output, operands, attributes, dtype, shape]);
    return this.#numbered(key, { kernel, operands });
  }

  #constant({ data, outputs }: ConstantNode): Expression {
    const { dtype } = outputs[0]!;
    const values = 'splat' in data ? [data.splat] : data.values;
    if (values.length !== 1) return this.#new(null);
    if (values[0] === 0) return no;
    return values[0] === 1 ? yes : this.#numbered(`${dtype} ${String(values[0])}`, null);
  }

  #numbered(key: string, term: Term | null): Expression {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#new(term);
      this.#numbers.set(key, number);
    }
    return number;
  }

  #new(term: Term | null): Expression {
    return this.#terms.push(term) - 1;
  }
}
