import { noteFound } from './foundObjects.js';
import type { PartLeft } from './partObjects.js';

/** Ends the trace of a part that has left objects of which only another trace can tell whether it makes them. */
export class UnknownObjects extends Error {
  constructor(readonly objects: ReadonlySet<object>) {
    super('A part of a function has left objects that it may have found.');
  }
}

/** Tells the objects that a part finds from those that it makes: of these another trace makes others. */
export class Findings {
  #before: ReadonlySet<object> | null = null;

  /** What the code has left, in a trace. */
  judged(remaining: () => PartLeft): PartLeft {
    const left = remaining();
    if (left.unknown.size === 0) return left;
    if (this.#before === null) throw new UnknownObjects(left.unknown);
    const found = [...left.unknown].filter((object) => this.#before!.has(object));
    found.forEach(noteFound);
    return found.length === 0 ? left : remaining();
  }

  /** Runs what traces the code, once more where that tells. */
  async known(enter: () => unknown): Promise<unknown> {
    try {
      return await enter();
    } catch (error) {
      if (!(error instanceof UnknownObjects)) throw error;
      this.#before = error.objects;
      return enter();
    }
  }
}
