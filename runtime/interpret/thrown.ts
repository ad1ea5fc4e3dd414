import {
  type BackendValues,
  type DataType,
  type DataValues,
  engine,
  Tensor,
  util,
} from '@tensorflow/tfjs-core';
import type { HeldInput, ThrowNode } from '../graph/graph.js';
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

/** What is thrown holds of a tensor with these elements: a tensor, or what it is to the program. */
export function heldOf(
  elements: BackendValues,
  shape: readonly number[],
  dtype: DataType,
  { isPlain }: HeldInput,
): unknown {
  if (!isPlain || shape.length > 0)
    return engine().makeTensor(elements as DataValues, [...shape], dtype);
  if (dtype === 'string') return util.decodeString(elements[0] as Uint8Array);
  return dtype === 'bool' ? elements[0] !== 0 : elements[0];
}

/** What the node throws, with each hole in its text replaced, and `values` in the place of the tensors that it holds. */
export function thrownBy(
  { thrown, holes, properties = {}, held = [] }: ThrowNode,
  texts: readonly string[],
  values: readonly unknown[],
): unknown {
  if (held[0]?.path.length === 0) return values[0];
  // Each run has other tensors.
  const own = held.length === 0 ? thrown : anew(thrown, [], []);
  for (const [key, value] of Object.entries(properties))
    if (!Object.is(Reflect.get(own as object, key), value)) Reflect.set(own as object, key, value);
  return holding(withTexts(own, holes, texts), held, values);
}

/** The object, which is new, with the values where `held` says. What holds them in it becomes new too. */
function holding(object: unknown, held: readonly HeldInput[], values: readonly unknown[]): unknown {
  const made = new Set([object]);
  for (const [index, { path }] of held.entries()) {
    let holder = object as object;
    for (const key of path.slice(0, -1)) {
      let inner: unknown = Reflect.get(holder, key);
      if (!made.has(inner)) {
        inner = anew(inner, [], []);
        made.add(inner);
        define(holder, key, inner);
      }
      holder = inner as object;
    }
    define(holder, path.at(-1)!, values[index]);
  }
  return object;
}

function define(holder: object, key: PropertyKey, value: unknown): void {
  const { enumerable = true } = Object.getOwnPropertyDescriptor(holder, key) ?? {};
  Object.defineProperty(holder, key, { value, writable: true, enumerable, configurable: true });
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
  if (Array.isArray(value)) return [];
  const copy: object = value instanceof Error ? new Error() : {};
  return Object.setPrototypeOf(copy, Object.getPrototypeOf(value)) as object;
}
