import type { Tensor } from '@tensorflow/tfjs-core';
import { Scoped } from '../scoped.js';
import { currentTracer, type Tracer } from './tracer.js';

/** The place of a tensor's text in the text of an error that the program makes. */
export interface TextHole {
  readonly text: string;
  readonly tensor: Tensor;
}

const isMaking = new Scoped(false);
let next = 0;

/** What stands in the holes, in the trace of each function. */
const fillings = new WeakMap<Tracer, Map<string, Tensor>>();

/** Makes an error. Tensors in its text, which have none yet, leave holes in it. */
export function makingError<T>(make: () => T): T {
  return isMaking.during(true, make);
}

export function isMakingError(): boolean {
  return isMaking.value;
}

/** A hole for the text of a traced tensor; `null` where its text is not that of an error. */
export function holeFor(tensor: Tensor): string | null {
  return isMaking.value ? newHole(tensor) : null;
}

export function newHole(tensor: Tensor): string {
  // Private characters, which no text of a program holds.
  const text = `\uE0F0${next++}\uE0F1`;
  fillHoles([{ text, tensor }]);
  return text;
}

/** From here on, the holes stand for the texts of these tensors. */
export function fillHoles(holes: readonly TextHole[]): void {
  const { root } = currentTracer();
  const known = fillings.get(root) ?? new Map<string, Tensor>();
  fillings.set(root, known);
  for (const { text, tensor } of holes) known.set(text, tensor);
}

const held = new WeakMap<object, string>();

/** Code that makes another error of `value` gets this text. */
export function holdText(value: object, text: string): void {
  held.set(value, text);
}

/** What stands in the text of an error for the value, if that is something else than the value. */
export function heldText(value: unknown): string | undefined {
  return isMaking.value && typeof value === 'object' && value !== null
    ? held.get(value)
    : undefined;
}

/** The text between its holes, and the tensors of those. */
export function piecesOf(text: string): (string | Tensor)[] {
  const known = fillings.get(currentTracer().root);
  return text.split(hole).map((piece) => known?.get(piece) ?? piece);
}

/** A text without what tells its holes from those of another. */
export function withoutHoles(text: string): string {
  return text.replaceAll(hole, '');
}

const hole = /(\uE0F0\d+\uE0F1)/g;

/** The holes in a text, or in the texts of an error and its causes. */
export function holesIn(value: unknown): TextHole[] {
  const known = fillings.get(currentTracer().root);
  if (known === undefined) return [];
  const texts = makingError(() => textsIn(value, new Set())).flatMap(
    (text) => text.match(hole) ?? [],
  );
  return [...new Set(texts)].flatMap((text) => {
    const tensor = known.get(text);
    return tensor === undefined ? [] : [{ text, tensor }];
  });
}

function textsIn(value: unknown, seen: Set<unknown>): string[] {
  if (typeof value === 'string') return [value];
  if (!(value instanceof Error) || seen.has(value)) return [];
  seen.add(value);
  return Object.getOwnPropertyNames(value).flatMap((key) =>
    key === 'stack' ? [] : textsIn(Reflect.get(value, key), seen),
  );
}
