import type { SourceLocation } from '../graph/types.js';
import { warn } from '../warnings.js';
import type { Change } from './concrete/change.js';

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

  /** `change` tells in what the latest two traces differ. */
  calledWithTracing(change: () => Change): void {
    this.#calls++;
    this.#callsPerTracing.push(1);
    while (this.#calls - this.#callsPerTracing[0]! > historyLength) {
      this.#calls -= this.#callsPerTracing.shift()!;
    }
    if (this.#callsPerTracing.length < threshold || this.#warnings >= mostWarnings) return;
    this.#warnings++;
    const { text, advice } = change();
    warn(
      'retracing',
      `${this.#callsPerTracing.length} out of the last ${this.#calls} calls of ${this.name} triggered retracing, which is slow.${text}`,
      this.location,
      advice,
    );
  }
}
