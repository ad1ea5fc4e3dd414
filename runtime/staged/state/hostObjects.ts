import type { StagingError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { isTracing } from '../../trace/session.js';
import { currentTracer } from '../../trace/tracer.js';
import { isTensor } from '../values/tensors.js';
import { isMadeNow } from './creation.js';
import { Probe } from './places.js';
import { assigned, noteProperty } from './writes.js';

/*
 * What JavaScript's own objects hold that are no arrays or collections, and that their methods change: the time of a Date, the
 * place at which a RegExp goes on. A branch or loop puts it back, as what it assigns itself.
 */

const setters = new Set<unknown>(
  Object.getOwnPropertyNames(Date.prototype)
    .filter((name) => name.startsWith('set'))
    .map((name) => Reflect.get(Date.prototype, name) as unknown),
);

type Type = { readonly name: string; readonly prototype: object };

/** Those of which nobody can put back what they hold. Some are of browsers only. */
const types = ['URLSearchParams', 'FormData', 'Headers', 'DataView']
  .map((name) => Reflect.get(globalThis, name) as Type | undefined)
  .filter((type) => type !== undefined);

/** The methods that change such an object, and the names of their classes. */
const changers = new Map<unknown, string>(
  types.flatMap(({ name, prototype }) =>
    Object.getOwnPropertyNames(prototype)
      .filter((key) => /^(set|append|delete|sort)/.test(key))
      .map((key): [unknown, string] => [Reflect.get(prototype, key), name]),
  ),
);

/** Whether it makes objects that only their own methods change. */
export function isChangedByMethods(C: unknown): boolean {
  return types.includes(C as Type);
}

/** Tells of a method that is about to change such an object. */
export function noteHostChange(f: unknown, self: unknown): void {
  if (!isTracing()) return;
  const changed = changers.get(f);
  const isInBody = changed !== undefined && currentTracer() !== currentTracer().root;
  if (isInBody && !isMadeNow(self as object))
    throw changedOnHost(changed, (f as { name: string }).name);
  if (self instanceof Date && setters.has(f) && !isMadeNow(self)) {
    const { read, write } = timeOf(self);
    assigned(undefined, 'the time of a Date', read, write);
  } else if (self instanceof RegExp && (f === RegExp.prototype.test || f === RegExp.prototype.exec))
    noteProperty(self, 'lastIndex');
}

interface Time {
  read(): unknown;
  write(value: unknown): void;
}

const times = new WeakMap<Date, Time>();

function timeOf(date: Date): Time {
  let probe: Probe | undefined;
  const time = times.get(date) ?? {
    read: () => probe ?? date.getTime(),
    write: (value: unknown) => {
      probe = value instanceof Probe ? value : undefined;
      if (isTensor(value)) throw timeByTensor();
      if (probe === undefined) date.setTime(value as number);
    },
  };
  times.set(date, time);
  return time;
}

function changedOnHost(type: string, method: string): StagingError {
  return errorHere(
    'branch-values-differ',
    `A ${type} is changed by ${method}() in a branch or loop that a tensor decides about: JavaScript changes it while tracing, and ` +
      'only once, whatever the graph does.',
    `Make the ${type} of what the call returns, or keep what is to be in it in variables or a Map.`,
  );
}

function timeByTensor(): StagingError {
  return errorHere(
    'branch-values-differ',
    'A tensor decides which time a Date has, but a Date holds a number.',
    'Keep the time in a variable (`let time = date.getTime()`), and make the Date of what the call returns.',
  );
}
