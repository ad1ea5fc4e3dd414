/** Why an argument does not fit, thrown inwards until the place that knows the whole call makes an error of it. */
export class Rejection {
  constructor(readonly problem: string) {}
}

export function rejection(problem: string): Rejection {
  return new Rejection(problem);
}

export function isRejected(error: unknown): error is Rejection {
  return error instanceof Rejection;
}
