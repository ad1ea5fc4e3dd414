import { StagingError } from '../../errors.js';
import { currentLocation, isTracing } from '../../trace/session.js';
import { currentTracer, describe } from '../../trace/tracer.js';

/*
 * A size that is not known while tracing is `null` in a shape, and JavaScript takes `null` for zero. Where the arguments'
 * sizes are open, the function is traced for each then (`function/eachSize.ts`).
 */

/** The operands of an operator of JavaScript that takes them for numbers. */
export function requireNumbers(symbol: string, ...operands: readonly unknown[]): void {
  if (operands.includes(null) && operands.every(mayBeSize)) refuseUnknown(symbol);
}

/** Whether a size is a number is another question than whether a value is there: it matters where sizes are open. */
export function requireComparable(symbol: string, a: unknown, b: unknown): void {
  const isSize = (a === null && typeof b === 'number') || (b === null && typeof a === 'number');
  if (isSize && isTracing() && hasOpenArguments()) refuseUnknown(symbol);
}

/** Whether the signature leaves sizes open: the function is traced for each where it computes with one. */
export function hasOpenArguments(): boolean {
  const { root } = currentTracer();
  const unknown = root.firstUnknown();
  return unknown !== null && root.producer(unknown.value) === undefined;
}

const ofMath = new Set<unknown>(
  Object.getOwnPropertyNames(Math).map((name) => Reflect.get(Math, name) as unknown),
);

/** The arguments of a function that computes with numbers or makes as many elements. */
export function requireKnownNumbers(f: unknown, args: readonly unknown[]): void {
  const { name } = f as { readonly name: string };
  const [first] = args;
  const isUnknown =
    (ofMath.has(f) && args.includes(null)) ||
    (f === Array && args.length === 1 && first === null) ||
    (f === Array.from && (first as { length?: unknown } | null)?.length === null) ||
    (/^tensor([1-6]d)?$/.test(name) && Array.isArray(first) && first.flat(6).includes(null));
  if (isUnknown) refuseUnknown(`${name}()`);
}

function mayBeSize(operand: unknown): boolean {
  return operand === null || typeof operand === 'number';
}

function refuseUnknown(user: string): void {
  const unknown = isTracing() ? currentTracer().firstUnknown() : null;
  if (unknown === null) return;
  throw new StagingError(
    'unknown-size',
    `${user} is given null, which stands for a size that is not known while tracing (of ${describe(unknown)}).`,
    currentLocation(),
    'Take the sizes as a tensor, by shapeOf(), or write the operation without them.',
  );
}
