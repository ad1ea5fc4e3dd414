import { type Tensor, Variable } from '@tensorflow/tfjs-core';
import { isTensor } from './isTensor.js';
import { currentTracer, type Tracer } from './tracer.js';

/*
 * A program asks the same more than once (`if (x > 0) …` and later `if (x > 0) …`). What the second question gives is the
 * tensor that the first one gave, so that what the branches around say of the one they say of the other.
 */

type Operand = Tensor | number | boolean;

const answers = new WeakMap<Tracer, Map<string, Tensor>>();

/** What `compute` gives, or gave before for the same operands in this graph or one around it. */
export function remembered<T>(question: string, operands: readonly unknown[], compute: () => T): T {
  if (!operands.every(isOperand)) return compute();
  const key = [question, ...operands.map(nameOf)].join(' ');
  const tracer = currentTracer();
  const known = answerOf(tracer, key);
  if (known !== undefined) return known as T;
  const answer = compute();
  if (isTensor(answer)) {
    const all = answers.get(tracer) ?? new Map<string, Tensor>();
    answers.set(tracer, all.set(key, answer));
  }
  return answer;
}

/** The answer known so far, if any. */
export function answerOf(tracer: Tracer, key: string): Tensor | undefined {
  const known = answers.get(tracer)?.get(key);
  if (known !== undefined && !known.isDisposed) return known;
  return tracer.parent === null ? undefined : answerOf(tracer.parent, key);
}

/** Nodes have been taken out of the graph. */
export function forgetAnswers(tracer: Tracer): void {
  answers.delete(tracer);
}

/** A variable may have another value by the next question. */
function isOperand(value: unknown): value is Operand {
  if (typeof value === 'number' || typeof value === 'boolean') return true;
  return isTensor(value) && !(value instanceof Variable);
}

function nameOf(operand: unknown): string {
  return isTensor(operand) ? `tensor${operand.id}` : `${Object.is(operand, -0) ? '-0' : operand}`;
}
