import type { StagingError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import type { Late } from '../../trace/late.js';
import { subject } from '../values/describeValue.js';
import { isTensor } from '../values/tensors.js';
import { forState, variantOf } from '../values/variantObjects.js';
import { freezeNamed } from './freeze.js';
import { contentOf, type Place, setPlace, Variable } from './places.js';
import { noteWrite, noteWritten } from './recording.js';
import { contentsOf, copied, setContents, thaw } from './snapshot.js';
import { noteContents } from './writes.js';

/** The variables that a branch or loop may change, as staged code describes them. */
export interface State {
  readonly names: readonly string[];
  readonly get: () => unknown[];
  readonly set: (values: unknown[]) => void;
  /** Variables that the plugin made up, by index: a flag guards every read of them. */
  readonly flags: ReadonlySet<number>;
  /** As `flags`: what a function returns, which may be undefined. */
  readonly results: ReadonlySet<number>;
  /** Variables, by index, that hold an object or array whose contents a construct may change in place. */
  readonly mutated: readonly number[];
  /** Variables, by index, that nothing reads after the construct: its branches must only not see each other's value. */
  readonly inputs: ReadonlySet<number>;
}

interface StateOptions {
  readonly flags?: readonly number[];
  readonly results?: readonly number[];
  readonly mutated?: readonly number[];
  readonly inputs?: readonly number[];
}

export function state(
  names: readonly string[],
  get: () => unknown[],
  set: (values: unknown[]) => void,
  options: StateOptions = {},
): State {
  const { flags, results, mutated = none, inputs } = options;
  return {
    names,
    get: () => forState(get),
    set: (values) => forState(() => set(values)),
    flags: setOf(flags),
    results: setOf(results),
    mutated,
    inputs: setOf(inputs),
  };
}

/** Staged code makes a state for each construct that runs: most need none of the sets. */
function setOf(indices: readonly number[] | undefined): ReadonlySet<number> {
  return indices === undefined ? noIndices : new Set(indices);
}

const none: readonly number[] = [];
const noIndices: ReadonlySet<number> = new Set();

/** Of a construct that assigns no variable of the program's. */
export const noVariables = state(
  [],
  () => [],
  () => {},
);

/** Of one variable of the runtime's own. */
export function variableState(
  name: string,
  get: () => unknown,
  set: (value: unknown) => void,
  options?: StateOptions,
): State {
  return state(
    [name],
    () => [get()],
    ([value]) => set(value),
    options,
  );
}

/** Of an array, Map or Set that the runtime fills. */
export function contentsState(name: string, container: object): State {
  return state(
    [name],
    () => [container],
    () => {},
    { mutated: [0] },
  );
}

/** One thing that a construct pipes through: a variable's value, or the contents of an object that it changes in place. */
export interface Entry {
  readonly name: string;
  readonly isFlag: boolean;
  /** A flag that holds what a function returns. Until it does that is `notReturned`, and no undefined. */
  readonly isResult?: boolean;
  /** Its value after the construct is never read. */
  readonly isInput: boolean;
  /** The object whose contents the entry is; `null` for a variable. */
  readonly container: object | null;
  /** Only its identity counts: its contents are an entry of their own. */
  readonly isOpaque: boolean;
  /** Nothing says that it is read afterwards: an expression's value, or what a function assigns that the construct calls. */
  readonly isExtra?: boolean;
  /** The program may read it after an exception: a variable or property, or the contents of an object. */
  readonly isOfProgram?: boolean;
  /** Only the main branch gives it a value: with `isSet` left open, what is known where it is used. */
  readonly late?: Omit<Late, 'isSet'>;
  /** Of the assertion that a use makes, where the program may know by something else whether it is there. */
  readonly noneMessage?: string;
  /** It is something that is thrown, and only there. */
  readonly isThrown?: boolean;
  /** It tells whether an exception is on its way to its handler. */
  readonly isThrow?: boolean;
}

/** A construct's view of its state: entries that can be read and written together, arrays and objects as copies. */
export interface OpenState {
  readonly entries: readonly Entry[];
  read(): unknown[];
  write(values: readonly unknown[]): void;
}

/** As `noVariables`. */
export const nothingOpen: OpenState = { entries: [], read: () => [], write: () => {} };

/** The containers are those that the variables hold now. */
export function openState({ names, get, set, flags, results, mutated, inputs }: State): OpenState {
  const values = get();
  const containers = mutated
    .filter((index) => isContainer(values[index]))
    .map((index) => ({ name: names[index]!, index, container: values[index] as object }));
  const variables = names.map((name, index): Entry => {
    const isOpaque = containers.some((container) => container.index === index);
    const isFlag = flags.has(index) || results.has(index);
    return {
      name,
      isFlag,
      isOfProgram: !isFlag,
      isResult: results.has(index),
      isInput: inputs.has(index),
      container: null,
      isOpaque,
    };
  });
  const contents = containers.map(
    ({ name, container }): Entry => ({
      name,
      isFlag: false,
      isInput: false,
      container,
      isOpaque: false,
      isOfProgram: true,
    }),
  );
  return {
    entries: [...variables, ...contents],
    read: () => [
      ...get().map((value, index) => {
        const { name, isOpaque } = variables[index]!;
        return isOpaque ? value : freezeNamed(value, name);
      }),
      ...containers.map(({ name, container }) => freezeNamed(contentsOf(container), name)),
    ],
    write: (next) => {
      const values = variables.map(({ isOpaque }, index) =>
        isOpaque ? next[index] : thaw(next[index]),
      );
      try {
        set(values);
      } catch (error) {
        // A property that cannot be assigned has not changed.
        const present = get();
        if (values.some((value, index) => !Object.is(value, present[index]))) throw error;
      }
      containers.forEach(({ container }, index) => {
        setContents(container, thaw(next[names.length + index]) as object);
      });
    },
  };
}

/** A variable that only the runtime sees. */
export function variableEntry(name: string): Entry {
  return { name, isFlag: false, isInput: false, container: null, isOpaque: false };
}

/** A property of the object that a tensor chooses: the program may know by another one whether it is there. */
export function propertyEntry(name: string): Entry {
  const noneMessage = `the object that a tensor chooses has no property ${subject(name)} here`;
  return { ...variableEntry(name), noneMessage };
}

/** A value that may be read or not: where branches leave what cannot be merged, that is an error only where it is. */
export function extraEntry(name: string): Entry {
  return { ...variableEntry(name), isExtra: true };
}

/** The state with one more variable, which only the runtime sees. */
export function extendState(
  { entries, read, write }: OpenState,
  name: string,
  get: () => unknown,
  set: (value: unknown) => void,
): OpenState {
  return {
    entries: [...entries, variableEntry(name)],
    read: () => [...read(), get()],
    write: (values) => {
      write(values.slice(0, -1));
      set(values.at(-1));
    },
  };
}

/** The state with what functions assign that the construct calls. */
export function withPlaces(open: OpenState, places: readonly Place[]): OpenState {
  const { length } = open.entries;
  return {
    entries: [...open.entries, ...places.map(placeEntry)],
    read: () => [...open.read(), ...places.map(contentOf)],
    write: (values) => {
      open.write(values.slice(0, length));
      places.forEach((place, index) => {
        setPlace(place, values[length + index]);
      });
    },
  };
}

export function placeEntry({ name, container, kind }: Place): Entry {
  const entry = { ...variableEntry(name), container: container ?? null, isExtra: true };
  const isFlag = kind !== undefined;
  return { ...entry, isFlag, isResult: kind === 'result', isOfProgram: !isFlag };
}

/**
 * Runs the body of a loop for another function, which has constructs of its own around it: they are told of all that the
 * body may change.
 */
export function tellingOf<T>(state: State, body: () => T): T {
  const before = state.get();
  const copies = before.map((value) => copied(value));
  const places = state.names.map((_, index) => variablePlace(state, index));
  for (const [index, place] of places.entries()) {
    if (state.mutated.includes(index)) noteContents(before[index]);
    if (!isPath(place)) noteWrite(place);
  }
  try {
    return body();
  } finally {
    const after = state.get();
    // Assignments to properties tell of themselves, but for those of objects that only the loop's own function knows.
    for (const [index, place] of places.entries())
      if (isPath(place) && !Object.is(before[index], after[index]))
        noteWritten({ place, before: copies[index] });
  }
}

function isPath({ name }: Place): boolean {
  return /[.[]/.test(name);
}

function variablePlace({ names, get, set, flags, results }: State, index: number): Place {
  const kind = results.has(index) ? 'result' : 'flag';
  // There are no properties of an object whose variable a branch around has put back.
  const present = (): unknown[] | undefined => {
    try {
      return get();
    } catch {
      return undefined;
    }
  };
  return new Variable(
    names[index]!,
    () => present()?.[index],
    (value) => {
      const values = present();
      if (values !== undefined) set(values.with(index, value));
    },
    flags.has(index) || results.has(index) ? kind : undefined,
  );
}

/** Runs `body`; when it throws, the state is as it was. */
export function restoringState<T>(open: OpenState, body: () => T): T {
  const before = open.read();
  try {
    return body();
  } catch (error) {
    open.write(before);
    throw error;
  }
}

export function identityChanged(name: string): StagingError {
  return errorHere(
    'assigned-and-mutated',
    `'${name}' is assigned in a branch or loop that a tensor decides about, and its contents are changed there ` +
      'too.',
    'Do one of them: make a copy before, or assign a new array or object.',
  );
}

/** What a tensor chooses is none itself: what it may be tells of its changes. */
function isContainer(value: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && !isTensor(value) && variantOf(value) === undefined;
}
