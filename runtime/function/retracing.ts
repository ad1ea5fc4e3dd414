import type { SourceLocation } from '../graph/types.js';
import { warn } from '../warnings.js';

const historyLength = 10;
const threshold = 5;
const mostWarnings = 2;

/** Warns where many of a function's latest calls traced, as TensorFlow does: at 5 tracings, and at most twice. */
export class RetracingMonitor {
  #callsPerTracing: number[] = [];
  #calls = 0;
  #warnings = 0;

  constructor(
    readonly name: string,
    readonly location: SourceLocation | null,
  ) {}

  calledWithoutTracing(): void {
    this.#calls++;
    if (this.#callsPerTracing.length === 0) this.#callsPerTracing.push(0);
    this.#callsPerTracing[this.#callsPerTracing.length - 1]! += 1;
  }

  /** `change` tells in what the latest two traces differ; empty where their arguments do not tell. */
  calledWithTracing(change: () => string): void {
    this.#calls++;
    this.#callsPerTracing.push(1);
    while (this.#calls - this.#callsPerTracing[0]! > historyLength) {
      this.#calls -= this.#callsPerTracing.shift()!;
    }
    if (this.#callsPerTracing.length < threshold || this.#warnings >= mostWarnings) return;
    this.#warnings++;
    warn(
      'retracing',
      `${this.#callsPerTracing.length} out of the last ${this.#calls} calls of ${this.name} triggered retracing, which is slow.${change()}`,
      this.location,
      'It happens where arguments are host values that differ from call to call (pass tensors), where tensors have ever ' +
        'new shapes (give an inputSignature with null sizes, or reduceRetracing: true), where another setting of an optimizer ' +
        'than its learning rate changes at every call (change it once in many), or where a new graph function is made in a loop (make it once, outside).',
    );
  }
}
