import { type Tensor, Variable } from '@tensorflow/tfjs-core';
import { isTensor } from './isTensor.js';
import { currentTracer, type Tracer } from './tracer.js';

/*
 * A program asks the same more than once (`if (x > 0) …` and later `if (x > 0) …`). What the second question gives is the
 * tensor that the first one gave, so that what the branches around say of the one they say of the other.
 */

type Operand = Tensor | number | boolean;

interface Answer {
  readonly tensor: Tensor;
  readonly tracer: Tracer;
  /** How often nodes had been taken out of the graph. */
  readonly age: number;
}

/** Of each function that is traced, by the question and its operands. */
const answers = new WeakMap<Tracer, Map<string, Answer[]>>();
const ages = new WeakMap<Tracer, number>();

/** What `compute` gives, or gave before for the same operands in this graph or one around it. */
export function remembered<T>(question: string, operands: readonly unknown[], compute: () => T): T {
  if (!operands.every(isOperand)) return compute();
  const key = [question, ...operands.map(nameOf)].join(' ');
  const tracer = currentTracer();
  const all = answers.get(tracer.root) ?? new Map<string, Answer[]>();
  answers.set(tracer.root, all);
  const found = all.get(key)?.findLast((answer) => isValid(answer) && tracer.knows(answer.tensor));
  if (found !== undefined) return found.tensor as T;
  const tensor = compute();
  if (isTensor(tensor)) remember(all, key, tensor);
  return tensor;
}

/** Tells that `tensor` is here what `asked` is in a branch that is computed in any case. */
export function rememberAlso(asked: Tensor, tensor: Tensor): void {
  const key = questions.get(asked);
  const all = answers.get(currentTracer().root);
  if (key !== undefined && all !== undefined) remember(all, key, tensor);
}

/** What each tensor answers. */
const questions = new WeakMap<Tensor, string>();

function remember(all: Map<string, Answer[]>, key: string, tensor: Tensor): void {
  const tracer = currentTracer();
  const known = (all.get(key) ?? []).filter(isValid);
  all.set(key, [...known, { tensor, tracer, age: ageOf(tracer) }]);
  questions.set(tensor, key);
}

/** Nodes have been taken out of the graph. */
export function forgetAnswers(tracer: Tracer): void {
  ages.set(tracer, ageOf(tracer) + 1);
}

function ageOf(tracer: Tracer): number {
  return ages.get(tracer) ?? 0;
}

function isValid({ tensor, tracer, age }: Answer): boolean {
  return !tensor.isDisposed && age === ageOf(tracer);
}

/** A variable may have another value by the next question. */
function isOperand(value: unknown): value is Operand {
  if (typeof value === 'number' || typeof value === 'boolean') return true;
  return isTensor(value) && !(value instanceof Variable);
}

function nameOf(operand: unknown): string {
  return isTensor(operand) ? `tensor${operand.id}` : `${Object.is(operand, -0) ? '-0' : operand}`;
}
