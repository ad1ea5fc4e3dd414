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

/** The staged form of a function, where it has one. */
export function stagedTwin(value: unknown): Callable | undefined {
  return typeof value === 'function' ? stagedTwins.get(value) : undefined;
}
