/** Why an argument does not fit, thrown inwards until the place that knows the whole call makes an error of it. */
export class Rejection {
  constructor(
    readonly problem: string,
    /** What to do; undefined where there is no more to it than another argument. */
    readonly remedy?: string,
  ) {}
}

export function rejection(problem: string, remedy?: string): Rejection {
  return new Rejection(problem, remedy);
}

export function isRejected(error: unknown): error is Rejection {
  return error instanceof Rejection;
}
