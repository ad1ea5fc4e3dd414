import type { SourceLocation } from '../graph/types.js';
import { textOf } from '../trace/unstagedText.js';
import { warn } from '../warnings.js';
import type { Change } from './concrete/change.js';

const historyLength = 10;
const threshold = 5;
const mostWarnings = 2;

/** So many layers of a kind, each called for the first time, are nothing to wonder at. */
const mostTwins = 20;

/** The graph functions that one text at one place makes, again and again, or one for each object whose method it is. */
interface Twins {
  /** How many were called for the first time since one was called again. */
  firstCalls: number;
}

const twins = new Map<string, Twins>();

function twinsOf(code: object, location: SourceLocation): Twins {
  const key = `${location} ${textOf(code)}`;
  const known = twins.get(key);
  if (known !== undefined) return known;
  const made: Twins = { firstCalls: 0 };
  twins.set(key, made);
  return made;
}

/** Warns where many of a function's latest calls traced, as TensorFlow does: at 5 tracings, and at most twice. */
export class RetracingMonitor {
  #callsPerTracing: number[] = [];
  #calls = 0;
  #warnings = 0;
  #twins: Twins | null = null;

  constructor(
    readonly name: string,
    readonly location: SourceLocation | null,
  ) {}

  calledWithoutTracing(): void {
    this.#calls++;
    if (this.#twins !== null) this.#twins.firstCalls = 0;
    if (this.#callsPerTracing.length === 0) this.#callsPerTracing.push(0);
    this.#callsPerTracing[this.#callsPerTracing.length - 1]! += 1;
  }

  /** `change` tells in what the latest two traces differ, `code` is what was traced. */
  calledWithTracing(change: () => Change, code: object | null = null): void {
    if (this.#calls === 0 && code !== null && this.location !== null)
      this.#calledFirst(code, this.location);
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

  #calledFirst(code: object, location: SourceLocation): void {
    this.#twins = twinsOf(code, location);
    if (++this.#twins.firstCalls !== mostTwins) return;
    warn(
      'retracing',
      `The latest ${mostTwins} calls of ${this.name} were of a new function each, or of a method of a new object: each is traced, which is slow.`,
      location,
      'Make the graph function, or the object, once, and pass what differs as arguments.',
    );
  }
}
