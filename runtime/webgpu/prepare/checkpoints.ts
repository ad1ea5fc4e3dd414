import { type Graph, type Node, Value } from '../../graph/graph.js';
import type { TensorType } from '../../graph/types.js';
import { rowStore } from '../lower/rowStores.js';
import { canCompile } from './canCompile.js';
import { NodeList } from './nodeList.js';
import { bytesOf, type Recording } from './recording.js';
import { withParameterRead } from './rowReads.js';
import { type Levels, levelsOfOpen, mostStackBytes, usualStackBytes } from './stackLimits.js';
import type { Unwinding } from './unwinding.js';

/**
 * The graph in which gradients go backwards through a loop of any length with stacks of a fixed one. Its
 * iterations are divided into stretches of so many that a stack can hold each of them: the loop runs once to keep the
 * state that each stretch begins with, and once more through each of them, the last one first, to fill the stack that
 * the gradient is computed from. Stretches may be divided in turn. (Checkpoints in levels: Griewank,
 * "Achieving logarithmic growth of temporal and spatial complexity in reverse automatic differentiation", 1992.)
 *
 * Of as many iterations as a stack has rows there is but one stretch. `null` where rows are too large, or something in it
 * has to be done by the host.
 */
export function withCheckpoints(
  recording: Recording,
  unwinding: Unwinding,
  graph: Graph,
): Graph | null {
  const levels = levelsOf(recording);
  const { loop, counter } = recording;
  const { loop: reader, remaining } = unwinding;
  const isPrivate = loop.outputs.every((output) => !isReadBesides(output, reader, graph));
  const isOver = isReadBesides(reader.outputs[remaining]!, reader, graph);
  const areNew = recording.stacks.every(({ first }) => first === 0);
  if (levels === null || !isPrivate || !areNew || isOver) return null;
  const count = loop.outputs[counter]!;
  if (reader.inputs.filter((input) => input === count).length !== 1) return null;
  const list = new NodeList(reader.location);
  const results = new Checkpoints(recording, unwinding, levels, list).write();
  if (!list.nodes.every((node) => node.kind === 'constant' || canCompile(node))) return null;
  const found = new Map<Value, Value>();
  for (const [index, output] of reader.outputs.entries()) {
    if (index !== remaining) found.set(output, results.shift()!);
  }
  const resolve = (value: Value): Value => found.get(value) ?? value;
  const nodes = graph.nodes.flatMap((node): readonly Node[] => {
    if (node === loop) return [];
    if (node === reader) return list.nodes;
    return [{ ...node, inputs: node.inputs.map(resolve) }];
  });
  return { ...graph, nodes, outputs: graph.outputs.map(resolve) };
}

function isReadBesides(value: Value, reader: Node, { nodes, outputs }: Graph): boolean {
  return (
    outputs.includes(value) || nodes.some((node) => node !== reader && node.inputs.includes(value))
  );
}

function levelsOf({ loop, stacks, bound }: Recording): Levels | null {
  const rowBytes = bytesOf(stacks.map(({ row }) => row));
  const stateBytes = bytesOf(
    loop.outputs.filter((_, index) => stacks.every(({ variable }) => variable !== index)),
  );
  const fits = ({ rows, count }: Levels, most: number) =>
    rows * (rowBytes + (count - 1) * stateBytes) <= most;
  if (bound === null) {
    const usual = levelsOfOpen.find((levels) => fits(levels, usualStackBytes));
    const least = levelsOfOpen.at(-1)!;
    return usual ?? (fits(least, mostStackBytes) ? least : null);
  }
  return (
    [2, 3]
      .map((count) => ({ count, rows: Math.ceil(bound ** (1 / count)) }))
      .find((levels) => fits(levels, mostStackBytes)) ?? null
  );
}

/** Where the loops stand that are being written: what is outside of all of them is another value in each. */
interface Place {
  readonly list: NodeList;
  /** What the loop's own body takes from outside, and the body that computes gradients. */
  readonly forward: readonly Value[];
  readonly backward: readonly Value[];
}

/** A stretch of iterations: the state that it begins with, how many there are, and how many at most. */
interface Stretch {
  readonly state: readonly Value[];
  readonly length: Value;
  readonly most: number | null;
}

class Checkpoints {
  /** The loop's test and body without stacks; behind the next state the body gives the rows that would be added. */
  readonly #test: Graph;
  readonly #body: Graph;
  readonly #gradient: Graph;
  /** Of each variable, whether it is part of the state. */
  readonly #isState: readonly boolean[];

  constructor(
    readonly recording: Recording,
    readonly unwinding: Unwinding,
    readonly levels: Levels,
    readonly list: NodeList,
  ) {
    const { loop, stacks } = recording;
    this.#isState = loop.outputs.map((_, index) =>
      stacks.every(({ variable }) => variable !== index),
    );
    const withoutStacks = (graph: Graph): Graph => ({
      ...graph,
      parameters: graph.parameters.filter((_, index) => this.#isState[index] ?? true),
    });
    const concats = stacks.map(({ concat }): Node => concat);
    const next = loop.body.outputs.filter((_, index) => this.#isState[index]);
    this.#test = withoutStacks(loop.test);
    this.#body = {
      ...withoutStacks(loop.body),
      nodes: loop.body.nodes.filter((node) => !concats.includes(node)),
      outputs: [...next, ...stacks.map(({ row }) => row)],
    };
    this.#gradient = stacks.reduce((graph, { row }, index) => {
      const place = unwinding.places[index]!;
      return place < 0 ? graph : withParameterRead(graph, place, this.#stackOf(row))!;
    }, unwinding.loop.body);
  }

  /** The last variables of the loop that goes backwards, but for the one that counts. */
  write(): Value[] {
    const { loop, bound } = this.recording;
    const { loop: reader, remaining } = this.unwinding;
    const state = loop.inputs.filter(
      (_, index) => index < loop.loopVariableCount && this.#isState[index],
    );
    const forward = loop.inputs.slice(loop.loopVariableCount);
    const backward = reader.inputs.filter(
      (_, index) => index >= reader.loopVariableCount && !this.unwinding.places.includes(index),
    );
    const gradients = reader.inputs.filter(
      (_, index) => index < reader.loopVariableCount && index !== remaining,
    );
    const place: Place = { list: this.list, forward, backward };
    const level = this.levels.count - 1;
    const { kept, length } = this.#checkpoints(place, level, { state, length: null, most: bound });
    const stretch: Stretch = { state, length, most: bound };
    const found = this.#throughStretches(place, level, stretch, kept, gradients);
    return bound === null ? this.#unlessTooMany(length, found) : [...found];
  }

  #backwards(
    place: Place,
    level: number,
    stretch: Stretch,
    gradients: readonly Value[],
  ): readonly Value[] {
    if (level === 0) return this.#throughRows(place, stretch, gradients);
    const { kept } = this.#checkpoints(place, level, stretch);
    return this.#throughStretches(place, level, stretch, kept, gradients);
  }

  /** Fills the stacks, and goes backwards through them. */
  #throughRows(
    { list, forward, backward }: Place,
    { state, length, most }: Stretch,
    gradients: readonly Value[],
  ): readonly Value[] {
    const { stacks } = this.recording;
    const { remaining, places } = this.unwinding;
    const empty = stacks.map(({ row }) => list.constant(0, this.#stackOf(row)));
    const filled = list
      .loop(
        'again',
        [...state, list.number(0), ...empty],
        [length, ...forward],
        most,
        (nodes, variables, [end]) => nodes.binary('Less', variables[state.length]!, end!),
        (nodes, variables, [, ...outer]) => {
          const index = variables[state.length]!;
          const made = nodes.inline(this.#body, [...variables.slice(0, state.length), ...outer]);
          const rows = made.slice(state.length);
          const written = variables
            .slice(state.length + 1)
            .map((stack, at) => stored(nodes, stack, index, rows[at]!));
          return [...made.slice(0, state.length), nodes.binary('Add', index, 1), ...written];
        },
      )
      .slice(state.length + 1);
    return list
      .loop(
        'gradient',
        [length, ...gradients],
        [...filled, ...backward],
        most,
        (nodes, [left]) => nodes.binary('Greater', left!, 0),
        (nodes, [left, ...carried], invariants) => {
          const others = [...carried, ...invariants.slice(filled.length)].values();
          const operands = this.#gradient.parameters.map((_, index) => {
            if (index === remaining) return left!;
            const stack = places.indexOf(index);
            return stack < 0 ? others.next().value! : invariants[stack]!;
          });
          const next = nodes.inline(this.#gradient, operands);
          return [next[remaining]!, ...next.filter((_, index) => index !== remaining)];
        },
      )
      .slice(1);
  }

  /** Keeps what each stretch of the level below begins with. Where nobody has counted the iterations yet, it counts them. */
  #checkpoints(
    { list, forward }: Place,
    level: number,
    { state, length, most }: Omit<Stretch, 'length'> & { readonly length: Value | null },
  ): { readonly kept: readonly Value[]; readonly length: Value } {
    const { rows } = this.levels;
    const size = rows ** level;
    // What is no beginning is written to a row that nobody reads.
    const empty = state.map(({ dtype, shape }) =>
      list.constant(0, { dtype, shape: [rows + 1, ...shape!] }),
    );
    const last = length === null ? [] : [this.#lastBeginning(list, length, size)];
    const finals = list.loop(
      'checkpoints',
      [...state, list.number(0), ...empty],
      [...forward, ...last],
      most,
      (nodes, variables, outer) => {
        const end = outer[forward.length];
        if (end !== undefined) return nodes.binary('LessEqual', variables[state.length]!, end);
        return nodes.inline(this.#test, [...variables.slice(0, state.length), ...outer])[0]!;
      },
      (nodes, variables, outer) => {
        const index = variables[state.length]!;
        const stretch = nodes.binary('FloorDiv', index, size);
        const condition = nodes.binary('Equal', nodes.binary('Multiply', stretch, size), index);
        const t = nodes.binary('Minimum', stretch, rows);
        const row = nodes.kernel('Select', { condition, t, e: nodes.number(rows) });
        const current = variables.slice(0, state.length);
        const next = nodes.inline(this.#body, [...current, ...outer.slice(0, forward.length)]);
        const written = variables
          .slice(state.length + 1)
          .map((stack, at) => stored(nodes, stack, row, current[at]!));
        return [...next.slice(0, state.length), nodes.binary('Add', index, 1), ...written];
      },
    );
    return { kept: finals.slice(state.length + 1), length: finals[state.length]! };
  }

  #lastBeginning(list: NodeList, length: Value, size: number): Value {
    const last = list.binary('FloorDiv', list.binary('Sub', length, 1), size);
    return list.binary('Multiply', last, size);
  }

  /** Goes backwards through the stretches of the level below. */
  #throughStretches(
    { list, forward, backward }: Place,
    level: number,
    { state, length, most }: Stretch,
    kept: readonly Value[],
    gradients: readonly Value[],
  ): readonly Value[] {
    const size = this.levels.rows ** level;
    const count = list.binary('FloorDiv', list.binary('Add', length, size - 1), size);
    const invariants = [...kept, length, ...forward, ...backward];
    return list
      .loop(
        'stretches',
        [count, ...gradients],
        invariants,
        most === null ? null : Math.ceil(most / size),
        (nodes, [left]) => nodes.binary('Greater', left!, 0),
        (nodes, [left, ...carried], inside) => {
          const stretch = nodes.binary('Sub', left!, 1);
          const begins = state.map((value, at) => read(nodes, inside[at]!, stretch, value));
          const done = nodes.binary('Multiply', stretch, size);
          const rest = nodes.binary('Sub', inside[state.length]!, done);
          const place: Place = {
            list: nodes,
            forward: inside.slice(state.length + 1, state.length + 1 + forward.length),
            backward: inside.slice(state.length + 1 + forward.length),
          };
          const inner: Stretch = {
            state: begins,
            length: nodes.binary('Minimum', rest, size),
            most: most === null ? null : Math.min(most, size),
          };
          return [stretch, ...this.#backwards(place, level - 1, inner, carried)];
        },
      )
      .slice(1);
  }

  /** More iterations than there can be rows for, and a count that was stopped, give what is no gradient. */
  #unlessTooMany(length: Value, gradients: readonly Value[]): Value[] {
    const { list, levels } = this;
    const isCounted = list.binary('GreaterEqual', length, 0);
    const areFew = list.binary('LessEqual', length, levels.rows ** levels.count);
    const condition = list.binary('LogicalAnd', isCounted, areFew);
    return gradients.map((t) => {
      const e = list.constant(Number.NaN, t);
      return list.kernel('Select', { condition, t, e });
    });
  }

  #stackOf({ dtype, shape }: Value): TensorType {
    return { dtype, shape: [this.levels.rows, ...shape!.slice(1)] };
  }
}

function stored(nodes: NodeList, stack: Value, index: Value, row: Value): Value {
  const output = new Value(stack.dtype, stack.shape);
  return nodes.add(rowStore([stack, index, row], output, false))[0]!;
}

function read(nodes: NodeList, stack: Value, index: Value, { shape }: Value): Value {
  const indices = nodes.kernel('Reshape', { x: index }, { shape: [1] });
  const row = nodes.kernel('GatherV2', { x: stack, indices }, { axis: 0, batchDims: 0 });
  return nodes.kernel('Reshape', { x: row }, { shape });
}
