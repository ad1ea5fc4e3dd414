import { type BackendValues, Tensor, util } from '@tensorflow/tfjs-core';
import type { ThrowNode } from '../graph/graph.js';
import { filledText } from '../graph/texts.js';

/** What `String` of a tensor gives, or of the number that it is to the program, made of its elements. */
export function textOfElements(
  elements: BackendValues,
  shape: readonly number[],
  dtype: string,
  isNumber: boolean,
): string {
  if (isNumber && shape.length === 0) return textOfNumber(elements[0] as number, dtype);
  const values =
    dtype === 'string'
      ? Array.from(elements as Uint8Array[], (bytes) => util.decodeString(bytes))
      : elements;
  // A text that a tensor chooses is a text to the program.
  if (dtype === 'string' && shape.length === 0) return values[0] as string;
  return Tensor.prototype.toString.call({ shape, dtype, dataSync: () => values } as never);
}

function textOfNumber(element: number, dtype: string): string {
  if (dtype === 'bool') return String(element !== 0);
  // float32 has about as many digits, and JavaScript would show those behind them.
  return String(dtype === 'float32' ? Number(element.toPrecision(7)) : element);
}

/** What the node throws, with each hole in its text replaced. */
export function thrownBy(
  { thrown, holes, properties }: ThrowNode,
  texts: readonly string[],
): unknown {
  for (const [key, value] of Object.entries(properties ?? {}))
    if (!Object.is(Reflect.get(thrown as object, key), value))
      Reflect.set(thrown as object, key, value);
  return withTexts(thrown, holes, texts);
}

/**
 * The value that a program throws with each hole in its text replaced. A value without holes is thrown as it is; an error
 * with holes anew each time, of the same class and with the same properties.
 */
function withTexts(thrown: unknown, holes: readonly string[], texts: readonly string[]): unknown {
  return holes.length === 0 ? thrown : anew(thrown, holes, texts);
}

/** A new one of what the program throws, with each hole in its text replaced. */
export function anew(thrown: unknown, holes: readonly string[], texts: readonly string[]): unknown {
  const fill = (text: string): string => filledText(text, holes, texts);
  if (typeof thrown === 'string') return fill(thrown);
  if (typeof thrown !== 'object' || thrown === null) return thrown;
  const { stack } = thrown as { readonly stack?: unknown };
  const properties = Object.getOwnPropertyDescriptors(thrown) as Record<string, PropertyDescriptor>;
  for (const [key, { enumerable, value, get }] of Object.entries(properties)) {
    // Staged code reads a text with holes through an accessor.
    const text: unknown = get === undefined ? value : Reflect.get(thrown, key);
    const filled =
      typeof text === 'string'
        ? fill(text)
        : text instanceof Error && holdsHole(text, holes)
          ? anew(text, holes, texts)
          : undefined;
    if (filled !== undefined)
      properties[key] = { value: filled, writable: true, enumerable, configurable: true };
  }
  const filled = Object.defineProperties(emptyLike(thrown), properties) as { stack?: string };
  // Some hosts keep it behind an accessor.
  if (typeof stack === 'string') filled.stack = fill(stack);
  return filled;
}

/** Whether a tensor is in the text of an error or of a cause of it. */
function holdsHole(error: Error, holes: readonly string[]): boolean {
  const { message, cause } = error;
  return (
    holes.some((hole) => message.includes(hole)) ||
    (cause instanceof Error && holdsHole(cause, holes))
  );
}

/** An object of the same class, made without its constructor; an error is one to the host too. */
function emptyLike(value: object): object {
  const copy: object = value instanceof Error ? new Error() : {};
  return Object.setPrototypeOf(copy, Object.getPrototypeOf(value)) as object;
}
