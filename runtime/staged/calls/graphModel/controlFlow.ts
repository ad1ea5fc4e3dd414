import type { StagingError } from '../../../errors.js';
import { errorHere } from '../../../trace/errorHere.js';
import { inOrder, type ModelGraph, type ModelNode, type Output, outputOf } from './nodes.js';

/** A loop of TensorFlow 1: a frame, which tensors enter and leave. */
export interface Loop {
  readonly test: string;
  readonly variables: readonly {
    readonly merge: ModelNode;
    readonly initial: string;
    readonly next: string;
  }[];
  /** What the loop takes from outside and does not change. */
  readonly constants: readonly { readonly enter: ModelNode; readonly value: string }[];
}

/** A conditional of TensorFlow 1: `Switch` nodes before it, and `Merge` nodes that give what it returns. */
export interface Conditional {
  readonly predicate: string;
  readonly results: readonly {
    readonly merge: ModelNode;
    readonly whenTrue: string;
    readonly whenFalse: string;
  }[];
  /** What its branches take from outside. */
  readonly captures: readonly string[];
}

/** Which way the predicates have gone where a node has a value: by the node of the predicate. */
type Guards = ReadonlyMap<string, boolean>;

/**
 * The loops and conditionals of a graph that TensorFlow 1 wrote as nodes which pass tensors on, or do not
 * (Yu et al., "Dynamic Control Flow in Large-Scale Machine Learning", https://arxiv.org/abs/1805.01772).
 */
export class ControlFlow {
  readonly #loops = new Map<string, Loop>();
  readonly #guards = new Map<string, Guards>();
  /** By the name of a `Merge`. */
  readonly #choices = new Map<string, { predicate: string; whenTrue: string; whenFalse: string }>();
  readonly #conditionals = new Map<string, Conditional>();

  constructor(readonly graph: ModelGraph) {
    const nodes = Object.values(graph.nodes);
    for (const node of nodes) if (node.op === 'Exit') this.#findLoop(this.#frameOf(node));
    const order = inOrder(
      nodes.map(({ name }) => name),
      (name) => this.#forward(name).map((reference) => this.#output(reference).node),
    );
    for (const name of order) this.#guards.set(name, this.#guardsThrough(graph.nodes[name]!));
  }

  /** What has to be there before the node can run: of a loop, what enters it. */
  dependencies(name: string): readonly string[] {
    const node = this.graph.nodes[name]!;
    if (node.op === 'Enter' || this.#isLoopVariable(node)) return [];
    if (node.op === 'Exit') {
      const { variables, constants } = this.loopOf(node);
      return [...variables.map(({ initial }) => initial), ...constants.map(({ value }) => value)];
    }
    // Which of its outputs goes on is decided where the branch or body is traced.
    if (node.op === 'Switch') return node.inputNames.slice(0, 1);
    if (node.op !== 'Merge') return node.inputNames;
    const { predicate, captures } = this.conditionalOf(node);
    return [predicate, ...captures];
  }

  loopOf(exit: ModelNode): Loop {
    return this.#loops.get(this.#frameOf(exit))!;
  }

  /** The conditional to which a `Merge` belongs, and with it the others that can be computed at the same time. */
  conditionalOf(merge: ModelNode): Conditional {
    const known = this.#conditionals.get(merge.name);
    if (known !== undefined) return known;
    const choice = this.#choices.get(merge.name);
    if (choice === undefined) throw unstructured(merge);
    const group = [merge];
    for (const [name, { predicate }] of this.#choices) {
      if (predicate !== choice.predicate || name === merge.name) continue;
      if (group.every((member) => !this.#depends(member.name, name)))
        group.push(this.graph.nodes[name]!);
    }
    const results = group.map((member) => ({ merge: member, ...this.#choices.get(member.name)! }));
    const ends = results.flatMap(({ whenTrue, whenFalse }) => [whenTrue, whenFalse]);
    const captures = this.#outside(choice.predicate, ends);
    const conditional = { predicate: choice.predicate, results, captures };
    for (const { name } of group) this.#conditionals.set(name, conditional);
    return conditional;
  }

  /** What is not computed for one side of the predicate alone, but used there. */
  #outside(predicate: string, ends: readonly string[]): string[] {
    const outside = new Set<string>();
    const inside = (references: readonly string[]) =>
      references.filter((reference) => {
        const isInside = this.#guardsAt(reference).has(predicate);
        if (!isInside) outside.add(reference);
        return isInside;
      });
    const nodesOf = (references: readonly string[]) =>
      references.map((reference) => this.#output(reference).node);
    inOrder(nodesOf(inside(ends)), (name) => nodesOf(inside(this.dependencies(name))));
    return [...outside];
  }

  /** Whether one of the two nodes is computed from the other. */
  #depends(one: string, other: string): boolean {
    const nodesBefore = (name: string) =>
      inOrder([name], (each) =>
        this.#forward(each).map((reference) => this.#output(reference).node),
      );
    return nodesBefore(one).includes(other) || nodesBefore(other).includes(one);
  }

  #findLoop(frame: string): void {
    if (this.#loops.has(frame)) return;
    const nodes = Object.values(this.graph.nodes);
    const enters = nodes.filter(
      (node) => node.op === 'Enter' && node.attrParams.frameName?.value === frame,
    );
    const variables: Loop['variables'][number][] = [];
    const constants: Loop['constants'][number][] = [];
    let test: string | undefined;
    for (const enter of enters) {
      const merge = nodes.find(
        (node) =>
          node.op === 'Merge' &&
          node.inputNames.some((name) => this.#output(name).node === enter.name),
      );
      const initial = enter.inputNames[0]!;
      const next = merge && this.#inputs(merge).find(({ op }) => op === 'NextIteration');
      if (next === undefined) {
        constants.push({ enter, value: initial });
        continue;
      }
      variables.push({ merge: merge!, initial, next: next.inputNames[0]! });
      const condition = nodes.find(
        (node) => node.op === 'Switch' && this.#inputs(node)[0] === merge,
      );
      const loopCondition = condition && this.#inputs(condition)[1];
      if (loopCondition?.op === 'LoopCond') test = loopCondition.inputNames[0]!;
    }
    if (test === undefined) throw unstructured(enters[0]!);
    this.#loops.set(frame, { test, variables, constants });
  }

  /** The frame that an `Exit` leaves: that of the loop variable whose last value it gives. */
  #frameOf(exit: ModelNode): string {
    const [passed] = this.#inputs(exit);
    const merge = passed && this.#inputs(passed)[0];
    const enter = merge && this.#inputs(merge).find(({ op }) => op === 'Enter');
    if (enter === undefined) throw unstructured(exit);
    return enter.attrParams.frameName?.value as string;
  }

  #isLoopVariable(node: ModelNode): boolean {
    return node.op === 'Merge' && this.#inputs(node).some(({ op }) => op === 'NextIteration');
  }

  /** The inputs without those through which a loop comes back. */
  #forward(name: string): readonly string[] {
    const node = this.graph.nodes[name]!;
    if (!this.#isLoopVariable(node)) return node.inputNames;
    return node.inputNames.filter((input) => this.#node(input).op !== 'NextIteration');
  }

  #guardsThrough(node: ModelNode): Guards {
    const references = this.#forward(node.name);
    if (node.op !== 'Merge' || references.length !== 2) return this.#union(references);
    const [one, other] = references.map((reference) => this.#guardsAt(reference));
    for (const [predicate, side] of one!) {
      if (other!.get(predicate) !== !side) continue;
      const [whenTrue, whenFalse] = side ? references : references.toReversed();
      this.#choices.set(node.name, {
        predicate,
        whenTrue: whenTrue!,
        whenFalse: whenFalse!,
      });
      return new Map([...this.#union(references)].filter(([each]) => each !== predicate));
    }
    return this.#union(references);
  }

  #union(references: readonly string[]): Guards {
    return new Map(references.flatMap((reference) => [...this.#guardsAt(reference)]));
  }

  #guardsAt(reference: string): Guards {
    const { node: name, index } = this.#output(reference);
    const node = this.graph.nodes[name]!;
    const guards = this.#guards.get(name) ?? new Map<string, boolean>();
    const predicate = node.op === 'Switch' ? this.#predicateOf(node) : null;
    return predicate === null ? guards : new Map([...guards, [predicate, index === 1]]);
  }

  /** By what a `Switch` decides, unless it is that of a loop. */
  #predicateOf(node: ModelNode): string | null {
    let predicate = node.inputNames[1]!;
    while (this.#node(predicate).op === 'Identity')
      predicate = this.#node(predicate).inputNames[0]!;
    return this.#node(predicate).op === 'LoopCond' ? null : predicate;
  }

  #inputs(node: ModelNode): ModelNode[] {
    return node.inputNames.map((name) => this.#node(name));
  }

  #node(reference: string): ModelNode {
    return this.graph.nodes[this.#output(reference).node]!;
  }

  #output(reference: string): Output {
    return outputOf(reference, this.graph);
  }
}

function unstructured({ name, op }: ModelNode): StagingError {
  return errorHere(
    'dynamic-graph-model',
    `The model cannot be traced as a whole: to which conditional or loop its node '${name}' (${op}) belongs is not known.`,
    'Call model.executeAsync() outside of graph functions.',
  );
}
