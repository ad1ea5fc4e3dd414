import type { UseGraphError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { branchDepth } from '../../trace/knownFlags.js';
import { isAskedForState } from './variantObjects.js';

/**
 * Stands for a variable that has no value before a staged loop, while the loop's first iteration is traced. The body
 * may assign it, or compare it with null or undefined, which is remembered; any other use is an error that names it.
 */
export class Absent {
  /** What the user's code sees. Every use of it as a value throws. */
  readonly placeholder: object;
  /** Whether the body asked if the variable has a value yet, so that its first iteration differs from the others. */
  isObserved = false;
  /** Whether it was used where a condition of the iteration holds, which may well not be so in the first one. */
  isUsedInBranch = false;
  readonly #depth = branchDepth();

  constructor(
    readonly name: string,
    readonly original: undefined | null,
  ) {
    const use = () => {
      throw this.used();
    };
    // A state has its properties before the program has asked whether it is there.
    this.placeholder = new Proxy(Object.create(null) as object, {
      get: (_, key) => (isAskedForState() ? undefined : this.read(key)),
      set: (_, key, value) => isAskedForState() || this.write(key, value),
      has: use,
      ownKeys: use,
    });
    placeholders.set(this.placeholder, this);
  }

  /** What a property of it is. */
  protected read(_key: PropertyKey): unknown {
    throw this.used();
  }

  protected write(_key: PropertyKey, _value: unknown): boolean {
    throw this.used();
  }

  /** What a use of its value throws. */
  used(): UseGraphError {
    if (this.isBehindCondition()) this.isUsedInBranch = true;
    return this.error();
  }

  /** Whether a condition of the iteration holds here, which may well tell that an iteration before gave the variable a value. */
  isBehindCondition(): boolean {
    return branchDepth() > this.#depth;
  }

  error(): UseGraphError {
    const value = this.original === null ? 'null' : 'undefined';
    return errorHere(
      'undefined-before-loop',
      this.original === null
        ? `'${this.name}' is not allowed to be null before the loop, since an iteration uses its value.`
        : `'${this.name}' must be defined before the loop: an iteration uses its value, which is ${value} in the first one.`,
      this.name.includes('.')
        ? 'Give it before the loop what iterations give it. Nodes that each iteration adds become arrays, one for each ' +
            'part, and a node its index (`value.push(x)`, `next.push(value.length - 2)`).'
        : 'Give it a tensor or a number before the loop.',
    );
  }
}

/** Stands for what branches left in a place and could not be merged, or made in one that has ended: an error where it is used. */
export class Unmerged extends Absent {
  constructor(
    name: string,
    private readonly reason: UseGraphError | (() => UseGraphError),
  ) {
    super(name, undefined);
  }

  override error(): UseGraphError {
    const { reason } = this;
    return typeof reason === 'function' ? reason() : reason;
  }
}

/** From now on staged code may pass the object on, and whatever else it does with it is the error. */
export function refuseUse<T extends object>(value: T, reason: UseGraphError): T {
  placeholders.set(value, new Unmerged('', reason));
  return value;
}

/** Whether using the value is an error, whatever else happens. */
export function isUnmerged(value: unknown): boolean {
  return absentOf(value) instanceof Unmerged;
}

const placeholders = new WeakMap<object, Absent>();

/** What a function returns, as long as it has returned nothing. */
export const notReturned: unknown = new Absent('return value', undefined).placeholder;

/** The absent variable that the value stands for, if it does. */
export function absentOf(value: unknown): Absent | undefined {
  return typeof value === 'object' && value !== null ? placeholders.get(value) : undefined;
}

/** What a value means to a construct that asks whether it is there: an absent variable is undefined or null. */
export function observe<T>(value: T): T | undefined | null {
  const absent = absentOf(value);
  if (absent === undefined) return value;
  if (absent instanceof Unmerged) throw absent.error();
  absent.isObserved = true;
  return absent.original;
}

/** Whether the value is undefined, null, or stands for one of them. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || absentOf(value) !== undefined;
}

/** Like `isMissing`, of null alone. */
export function isNull(value: unknown): boolean {
  return value === null || absentOf(value)?.original === null;
}
