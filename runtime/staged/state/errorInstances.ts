import type { Tensor } from '@tensorflow/tfjs-core';
import { makingError, newHole, piecesOf } from '../../trace/errorText.js';
import { isSymbolic } from '../../trace/session.js';
import { readThroughHoles } from '../operators/errorText.js';
import { absentOf } from '../values/absent.js';
import type { Candidate } from '../values/choice.js';
import { isOpen } from '../values/classInstances.js';
import { fixedOf } from '../values/fixedness.js';
import { Instance } from '../values/instance.js';
import { compositeKind, compositeLabels, withParts } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';

/** What an error says: texts, and between them what stands in their holes. */
interface Message {
  readonly texts: readonly string[];
  readonly holes: readonly unknown[];
}

/** Of an error the message is a part as well, and of a message with tensors in it each of these. */
class ErrorInstance extends Instance {
  constructor(
    prototype: object,
    keys: readonly PropertyKey[],
    values: readonly unknown[],
    candidates: readonly Candidate[],
    /** What the message says between its parts, which stand behind those of the keys. */
    private readonly texts: readonly string[],
    /** The error that is like it, whose stack it has. */
    private readonly model: Error,
    fixed = fixedOf(model),
  ) {
    super(prototype, keys, values, fixed, candidates);
  }

  override get [compositeKind](): string {
    const isOneText = this.texts.every((text) => text === '');
    return isOneText ? super[compositeKind] : `${super[compositeKind]}, ${this.texts.join('…')}`;
  }

  override get [compositeLabels](): readonly string[] {
    return [...super[compositeLabels], ...this.texts.slice(1).map(() => '.message')];
  }

  override [withParts](parts: readonly unknown[], fixed = this.fixed): Instance {
    return this.#like(parts, this.candidates, fixed);
  }

  override chosenFrom(candidates: readonly Candidate[]): Instance {
    return this.#like(this.values, candidates);
  }

  #like(
    values: readonly unknown[],
    candidates: readonly Candidate[],
    fixed = this.fixed,
  ): Instance {
    const { prototype, keys, texts, model } = this;
    return new ErrorInstance(prototype, keys, values, candidates, texts, model, fixed);
  }

  override make(values: readonly unknown[]): object {
    const made = super.make(values) as Error;
    readThroughHoles(made);
    return made;
  }

  /** An error to the host, too. */
  protected override empty(values: readonly unknown[]): object {
    const made = Object.setPrototypeOf(new Error(), this.prototype) as Error;
    const holes = values.slice(this.keys.length);
    const message = this.#message(holes);
    const before = rawMessage(this.model);
    const stack =
      typeof message === 'string' ? this.model.stack?.replace(before, () => message) : undefined;
    hide(made, 'stack', stack ?? this.model.stack);
    if (this.texts.length > 0) hide(made, 'message', message);
    return made;
  }

  #message(holes: readonly unknown[]): unknown {
    // What cannot be used stays so.
    const unusable = holes.find((hole) => absentOf(hole) !== undefined);
    if (unusable !== undefined) return unusable;
    return this.texts.reduce((text, next, index) => text + inText(holes[index - 1]) + next);
  }

  protected override isListed(key: PropertyKey): boolean {
    return key !== 'cause';
  }
}

function inText(value: unknown): string {
  return isTensor(value) && isSymbolic(value) ? newHole(value) : String(value);
}

function hide(object: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(object, key, {
    value,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

function rawMessage(error: Error): string {
  return makingError(() => error.message);
}

/** What an error holds; `null` where there may be more than can be seen. */
export function errorInstanceOf(error: Error): Instance | null {
  const prototype = Object.getPrototypeOf(error) as object;
  if (!isOpen(prototype)) return null;
  const message = messageOf(error);
  if (message === null) return null;
  const keys = Reflect.ownKeys(error).filter((key) => key !== 'stack' && key !== 'message');
  const properties = keys.map((key) => Object.getOwnPropertyDescriptor(error, key)!);
  // One that is read through holes is a text of its own.
  if (properties.some((property) => !('value' in property))) return null;
  const values = properties.map((property): unknown => property.value);
  return new ErrorInstance(
    prototype,
    keys,
    [...values, ...message.holes],
    [],
    message.texts,
    error,
  );
}

/** `null` where it holds what no graph knows any more. */
function messageOf(error: Error): Message | null {
  if (!Object.hasOwn(error, 'message')) return { texts: [], holes: [] };
  const message: unknown = rawMessage(error);
  if (typeof message !== 'string') return { texts: ['', ''], holes: [message] };
  const pieces = piecesOf(message);
  const holes = pieces.filter((_, index) => index % 2 === 1);
  if (holes.length === 0) return { texts: ['', ''], holes: [message] };
  if (!holes.every((hole): hole is Tensor => isTensor(hole))) return null;
  return { texts: pieces.filter((_, index) => index % 2 === 0) as string[], holes };
}
