/** A value that is another one while a function runs, and in what that calls. */
export class Scoped<T> {
  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  /** What `body` gives, for which the value is this one. */
  during<R>(value: T, body: () => R): R {
    const outer = this.current;
    this.current = value;
    try {
      return body();
    } finally {
      this.current = outer;
    }
  }
}
