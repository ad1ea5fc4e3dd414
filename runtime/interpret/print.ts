import { PrintHole, PrintText } from '../graph/graph.js';

/**
 * One line of `print`: the values separated by spaces, in the format of TensorFlow's `tf.print`. `tensors` are the texts
 * for the holes.
 */
export function formatLine(values: readonly unknown[], tensors: readonly string[]): string {
  return values.map((value) => formatText(value, tensors)).join(' ');
}

function formatText(value: unknown, tensors: readonly string[]): string {
  return typeof value === 'string' ? value : formatValue(value, tensors);
}

function formatValue(value: unknown, tensors: readonly string[]): string {
  if (value instanceof PrintHole) return tensors[value.input]!;
  if (value instanceof PrintText)
    return value.pieces.map((piece) => formatText(piece, tensors)).join('');
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) {
    return `[${value.map((item) => formatValue(item, tensors)).join(', ')}]`;
  }
  if (isPlainObject(value)) {
    const entries = Object.entries(value).map(
      ([key, item]) => `'${key}': ${formatValue(item, tensors)}`,
    );
    return `{${entries.join(', ')}}`;
  }
  return String(value);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Lines whose tensors are still being read, each begun after the one before it. `null` when all are out. */
let pending: Promise<unknown> | null = null;

/** Prints a line after all earlier ones. Where it must wait for its text or for them, it appears later. */
export function printInOrder(line: string | Promise<string>): void {
  if (pending === null && typeof line === 'string') {
    writeLine(line);
    return;
  }
  const text = Promise.resolve(line).catch((error: unknown) => `print failed: ${String(error)}`);
  const previous = pending;
  const current = Promise.all([text, previous]).then(([ready]) => writeLine(ready));
  pending = current;
  void current.then(() => {
    if (pending === current) pending = null;
  });
}

/** Waits until everything printed so far has appeared. */
export async function allPrinted(): Promise<void> {
  while (pending !== null) await pending;
}

function writeLine(line: string): void {
  console.log(line);
}
