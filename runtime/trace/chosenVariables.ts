import { type Tensor, Variable } from '@tensorflow/tfjs-core';
import { ifNode } from '../graph/builder.js';
import { Value } from '../graph/graph.js';
import { currentLocation } from './location.js';
import { currentTracer, type Tracer } from './tracer.js';
import { isContentOf } from './variables.js';

/*
 * `const target = useOnline ? online : slow`, of variables: what a conditional gives is a tensor, with what the one chosen
 * holds by then. The name stands for the variable, all the same: after an assignment it is what that one holds now.
 */

/** A variable, or one of two where a predicate says which. */
export type VariableChoice =
  | Variable
  | {
      readonly predicate: Tensor;
      readonly one: VariableChoice;
      readonly other: VariableChoice;
    };

interface Chosen {
  readonly choice: VariableChoice;
  /** What the variables held when the conditional was traced, in the graph of which it is a node. */
  readonly contents: ReadonlyMap<Variable, object>;
  readonly tracer: Tracer;
}

const chosen = new WeakMap<Tensor, Chosen>();

/** Which variable the tensor stands for; undefined of one that stands for itself. */
export function variableChoiceOf(tensor: Tensor): VariableChoice | undefined {
  return tensor instanceof Variable ? tensor : chosen.get(tensor)?.choice;
}

/** Tells that the result of a conditional is one of several variables. */
export function markVariableChoice(result: Tensor, choice: VariableChoice, tracer: Tracer): void {
  const contents = new Map(
    variablesIn(choice).map((variable) => [variable, variable.dataId as object]),
  );
  chosen.set(result, { choice, contents, tracer });
}

function variablesIn(choice: VariableChoice): Variable[] {
  if (choice instanceof Variable) return [choice];
  return [choice.one, choice.other].flatMap(variablesIn);
}

/** The predicates that tell which variable a tensor stands for. */
export function predicatesOfVariables(tensor: Tensor): Tensor[] {
  const known = chosen.get(tensor);
  return known === undefined ? [] : predicatesIn(known.choice);
}

function predicatesIn(choice: VariableChoice): Tensor[] {
  if (choice instanceof Variable) return [];
  return [choice.predicate, ...[choice.one, choice.other].flatMap(predicatesIn)];
}

/** As `Tracer.resolve`, of what the tensor stands for now. */
export function valueNow(tensor: Tensor): Value {
  const tracer = currentTracer();
  return contentNow(tensor, tracer) ?? tracer.resolve(tensor);
}

/** What the variable chosen holds now; null where it is what the tensor has. */
function contentNow(tensor: Tensor, tracer: Tracer): Value | null {
  const known = chosen.get(tensor);
  if (known === undefined) return null;
  const isUnchanged = [...known.contents].every(([variable, content]) =>
    isContentOf(variable, content, known.tracer),
  );
  return isUnchanged ? null : contentOf(known.choice, tracer);
}

function contentOf(choice: VariableChoice, tracer: Tracer): Value {
  if (choice instanceof Variable) return tracer.reference(choice);
  const sides = [choice.one, choice.other].map((side) => contentOf(side, tracer));
  const branch = (name: string, index: number) => {
    const parameters = sides.map(({ dtype, shape }) => new Value(dtype, shape));
    return { name, parameters, nodes: [], outputs: [parameters[index]!] };
  };
  const predicate = tracer.reference(choice.predicate);
  const node = ifNode(predicate, sides, branch('main', 0), branch('else', 1), currentLocation());
  tracer.add(node);
  return node.outputs[0]!;
}
