import { is_staging } from './staging.js';

type Callable = (...args: never[]) => unknown;

const stagedTwins = new WeakMap<object, Callable>();

/**
 * Makes `staged` what staged code calls instead of `original`, a function that was written without the directive in the
 * same module. Returns `original`, named as the user's variable is.
 */
export function twin<F extends Callable>(original: F, staged: F, name: string): F {
  if (original.name === '')
    Object.defineProperty(original, 'name', { value: name, configurable: true });
  stagedTwins.set(original, staged);
  return original;
}

/** What code outside of all functions gives away, to be called in traces too: a function that runs as staged code there. */
export function given<T>(value: T): T {
  const staged = stagedTwin(value);
  if (staged === undefined) return value;
  const original = value as Callable;
  const either: Callable = function (this: unknown, ...args) {
    return Reflect.apply(is_staging() ? staged : original, this, args);
  };
  const { name, length } = original;
  Object.defineProperties(either, { name: { value: name }, length: { value: length } });
  stagedTwins.set(either, staged);
  return either as T;
}

/** The staged form of a function, where it has one. */
export function stagedTwin(value: unknown): Callable | undefined {
  return typeof value === 'function' ? stagedTwins.get(value) : undefined;
}
