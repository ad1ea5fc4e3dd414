import type { KernelNode, RandomNode, Value } from '../../graph/graph.js';
import type { Emitter } from '../wgsl/emitter.js';
import { Index, sizeOf } from '../wgsl/index.js';
import { type Scalar, scalarTypeOf } from '../wgsl/scalar.js';
import type { LoweringRule } from './lowering.js';
import {
  type MapOperation,
  type Operation,
  type Reader,
  type Region,
  sizesOf,
} from './operation.js';

/** The name of the kernel that stands for a loop which every element runs by itself. */
export const elementLoopKernel = '_ElementLoop';

/**
 * A loop whose variables are, for each element, numbers that an invocation keeps in registers. The kernel's inputs are the
 * variables' first values and then the invariants, as are the parameters of `test` and `body`.
 */
export interface ElementLoop {
  /** Whether the element goes on; `null` where it does until the limit. */
  readonly test: Region | null;
  /** The next values. */
  readonly body: Region;
  readonly limit: number;
  /** What an iteration costs an element, in additions. */
  readonly cost: number;
  /** What is read at the element's own place alone. */
  readonly own: ReadonlySet<Value>;
  readonly isRandom: boolean;
}

export function elementLoopOf(node: KernelNode): ElementLoop | null {
  return node.kernel === elementLoopKernel ? (node.attributes.loop as ElementLoop) : null;
}

/** Each result is an expression over elements at its own place, of which the statements are a loop. */
export const lowerElementLoop: LoweringRule = (node, lowering) => {
  const loop = elementLoopOf(node)!;
  for (const { constants } of regionsOf(loop)) {
    for (const [value, constant] of constants) lowering.constants.set(value, constant);
  }
  // One loop computes all results of a size: by reading the first of them the others come to where that is computed.
  const first = new Map<number, Value>();
  const takesVectors = regionsOf(loop).every(({ operations }) =>
    operations.every((operation) => operation.kind === 'map' && operation.takesVectors),
  );
  for (const [variable, output] of node.outputs.entries()) {
    const size = sizeOf(sizesOf(output));
    const leader = first.get(size);
    if (leader === undefined) first.set(size, output);
    const inputs = leader === undefined ? node.inputs : [...node.inputs, leader];
    const cost = Math.max(1, loop.limit * loop.cost);
    lowering.map(
      output,
      inputs,
      cost,
      (reader, index) => {
        if (leader !== undefined) reader.read(leader, index.reshape(sizesOf(leader)));
        const keyOf = (value: Value) => `loop ${value.id} ${index.flat}`;
        return reader.emitter.once(keyOf(output), () => {
          const last = new LoopWriter(node, loop, reader, size, index.flat).write();
          for (const [at, scalar] of last)
            reader.emitter.remember(keyOf(node.outputs[at]!), scalar);
          return last.get(variable)!;
        });
      },
      takesVectors,
    );
  }
};

function regionsOf({ test, body }: ElementLoop): readonly Region[] {
  return test === null ? [body] : [test, body];
}

/** Writes the loop for one element of those variables that have `size` elements, and of what these depend on. */
class LoopWriter {
  readonly #emitter: Emitter;
  readonly #reader: ElementReader;

  constructor(
    readonly node: KernelNode,
    readonly loop: ElementLoop,
    readonly around: Reader,
    readonly size: number,
    readonly position: string,
  ) {
    this.#emitter = around.emitter;
    this.#reader = new ElementReader(around, node.inputs, regionsOf(loop));
  }

  /** The last values of the variables, by their places. */
  write(): Map<number, Scalar> {
    const { node, loop } = this;
    const { test, body, limit } = loop;
    const needed = this.#needed();
    const variables = new Map<number, Scalar>();
    for (const index of needed.variables) {
      const input = node.inputs[index]!;
      const type = scalarTypeOf(input.dtype);
      const initial = this.around.read(input, this.#placeIn(input)).code;
      const variable = { code: this.#emitter.variable(type, initial), type };
      variables.set(index, variable);
      for (const { parameters } of regionsOf(loop)) {
        this.#reader.known.set(parameters[index]!, variable);
      }
    }
    for (const parameter of needed.parameters) {
      if (!loop.own.has(parameter)) continue;
      const held = this.#reader.read(parameter, this.#placeIn(parameter));
      this.#reader.known.set(parameter, held);
    }
    const count = this.#emitter.name();
    const head = `for (var ${count}: i32 = 0; ${count} < ${limit}; ${count}++)`;
    this.#emitter.block(head, () => {
      if (test !== null) {
        this.#compute(test, needed.operations);
        const { code } = this.#valueOf(test.outputs[0]!);
        // Those of four that have ended stay as they are.
        this.#emitter.line(`if (!${this.#emitter.any(code)}) { break; }`);
      }
      this.#compute(body, needed.operations);
      // All are known before the first is assigned: they may change places.
      const next = Array.from(variables, ([index, { code }]) => {
        const value = this.#valueOf(body.outputs[index]!);
        return [code, this.#emitter.anew(value.code)] as const;
      });
      for (const [code, value] of next) this.#emitter.line(`${code} = ${value};`);
    });
    return variables;
  }

  #compute({ operations }: Region, needed: ReadonlySet<Operation>): void {
    for (const operation of operations) {
      const { output } = operation;
      if (operation.kind !== 'map' || !needed.has(operation) || !this.loop.own.has(output))
        continue;
      this.#reader.known.set(output, operation.emit(this.#reader, this.#placeIn(output)));
    }
  }

  #valueOf(value: Value): Scalar {
    return this.#reader.read(value, this.#placeIn(value));
  }

  #placeIn(value: Value): Index {
    return Index.ofFlat(this.#emitter, sizesOf(value), this.position);
  }

  /** What the variables of this size and the test depend on, from one iteration to the next. */
  #needed(): {
    readonly variables: ReadonlySet<number>;
    readonly operations: ReadonlySet<Operation>;
    readonly parameters: ReadonlySet<Value>;
  } {
    const { node, loop, size } = this;
    const { body, test } = loop;
    const operations = new Set<Operation>();
    const parameters = new Set<Value>();
    const variables = new Set<number>();
    const definitions = this.#reader.definitions;
    const pending: Value[] = test === null ? [] : [...test.outputs];
    node.outputs.forEach((output, index) => {
      if (sizeOf(sizesOf(output)) === size) needVariable(index);
    });
    while (pending.length > 0) {
      const value = pending.pop()!;
      const definition = definitions.get(value);
      if (definition !== undefined) {
        if (!operations.has(definition)) pending.push(...definition.inputs);
        operations.add(definition);
        continue;
      }
      for (const region of regionsOf(loop)) {
        const index = region.parameters.indexOf(value);
        if (index >= 0 && index < node.outputs.length) needVariable(index);
        else if (index >= 0) parameters.add(value);
      }
    }
    return { variables, operations, parameters };

    function needVariable(index: number): void {
      if (!variables.has(index)) pending.push(body.outputs[index]!);
      variables.add(index);
    }
  }
}

/** Reads what the loop has at hand, and all else from around it. */
class ElementReader implements Reader {
  readonly emitter: Emitter;
  readonly known = new Map<Value, Scalar>();
  readonly definitions: ReadonlyMap<Value, MapOperation>;
  readonly #outside = new Map<Value, Value>();

  constructor(
    readonly around: Reader,
    inputs: readonly Value[],
    regions: readonly Region[],
  ) {
    this.emitter = around.emitter;
    const operations = regions.flatMap(({ operations }) => operations) as MapOperation[];
    this.definitions = new Map(operations.map((operation) => [operation.output, operation]));
    for (const { parameters } of regions) {
      for (const [index, parameter] of parameters.entries()) {
        this.#outside.set(parameter, inputs[index]!);
      }
    }
  }

  read(value: Value, index: Index): Scalar {
    const known = this.known.get(value);
    if (known !== undefined) return known;
    const definition = this.definitions.get(value);
    if (definition !== undefined) return definition.emit(this, index);
    return this.around.read(this.#outside.get(value) ?? value, index);
  }

  draw(node: RandomNode, index: Index, iterations: readonly Scalar[]): Scalar {
    return this.around.draw(node, index, iterations);
  }
}
