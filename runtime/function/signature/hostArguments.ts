import { Scoped } from '../../scoped.js';
import { type Argument, describeArguments } from './argument.js';
import { type Changed, nameOf, pathOf } from './changedArguments.js';
import { isUncertain } from './collections.js';
import { listOf, unmakeList } from './list.js';
import { isPlainObject, isTensor, typedArrayDtype } from './structure.js';
import { TensorSpec } from './tensorSpec.js';

type Container = unknown[] | Set<unknown> | Map<unknown, unknown> | Record<PropertyKey, unknown>;

/**
 * The arguments of a call that hold no tensor, and what their arrays, object literals, maps and sets contained when the
 * call began.
 */
export class HostArguments {
  readonly #contents = new Map<Container, readonly unknown[]>();
  #described: readonly Argument[] | null = null;
  #mayHideTensors = false;

  private constructor(
    readonly values: readonly unknown[],
    private readonly names: readonly string[],
    private readonly keepTypedArrays: boolean,
  ) {}

  /** `null` where an argument holds a tensor; a typed array counts as one unless `keepTypedArrays`. */
  static of(
    values: readonly unknown[],
    names: readonly string[],
    keepTypedArrays: boolean,
  ): HostArguments | null {
    const made = new HostArguments(values, names, keepTypedArrays);
    return looking.during(true, () => (values.every((value) => made.#take(value)) ? made : null));
  }

  /** The arrays, object literals, maps and sets among them. */
  get containers(): Iterable<object> {
    return this.#contents.keys();
  }

  /** Where a typed array, which counts as a tensor in a graph, or a getter is among them. */
  get mayHideTensors(): boolean {
    return this.#mayHideTensors;
  }

  get described(): readonly Argument[] {
    this.#described ??= describeArguments(this.values, this.names);
    return this.#described;
  }

  /** What of each argument is another than before. */
  changed(): Changed[] {
    return this.values.flatMap((value, argument) => {
      const found = this.#changedIn(value, nameOf(argument, this.names), new Set());
      return found === null ? [] : [{ ...found, argument }];
    });
  }

  #changedIn(value: unknown, path: string, seen: Set<unknown>): Omit<Changed, 'argument'> | null {
    if (typeof value !== 'object' || value === null || seen.has(value)) return null;
    if (isTensor(value) || !isContainer(value)) return null;
    seen.add(value);
    const holder = { object: value, path };
    const whole = { path, holder };
    if (listOf(value) !== undefined || isUncertain(value)) return whole;
    const before = this.#contents.get(value);
    const now = contentsOf(value);
    if (before?.length !== now.length) return whole;
    const changes = now.flatMap((item, index) => {
      const place = placeIn(value, now, index, path);
      if (!Object.is(item, before[index])) return { path: place, holder };
      return this.#changedIn(item, place, seen) ?? [];
    });
    return changes.length > 1 ? whole : (changes[0] ?? null);
  }

  /** Puts the contents back. */
  restore(): void {
    for (const [container, before] of this.#contents) fill(container, before);
  }

  #take(value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return true;
    if (isTensor(value) || value instanceof TensorSpec) return false;
    if (typedArrayDtype(value) !== null) {
      this.#mayHideTensors = true;
      return this.keepTypedArrays;
    }
    if (!isContainer(value) || this.#contents.has(value)) return true;
    const contents = contentsOf(value);
    this.#contents.set(value, contents);
    this.#mayHideTensors ||= hasGetter(value, contents);
    return contents.every((item) => this.#take(item));
  }
}

const looking = new Scoped(false);

/** Whether arguments are being looked at: a function that is called meanwhile is the trap of a proxy among them. */
export function isLookingAtArguments(): boolean {
  return looking.value;
}

/** Whether the value is or holds a tensor, in arrays, object literals, maps and sets. */
export function holdsTensor(value: unknown): boolean {
  return HostArguments.of([value], [], true) === null;
}

function hasGetter(container: Container, contents: readonly unknown[]): boolean {
  const isRecord =
    !Array.isArray(container) && !(container instanceof Set) && !(container instanceof Map);
  return isRecord && Reflect.ownKeys(container).length * 2 > contents.length;
}

/** What errors call the item at an index of `contentsOf`. */
function placeIn(
  container: Container,
  contents: readonly unknown[],
  index: number,
  path: string,
): string {
  if (Array.isArray(container)) return pathOf(path, index);
  const isValue = isPlainObject(container) && index % 2 === 1;
  return isValue ? pathOf(path, contents[index - 1]) : path;
}

function isContainer(value: object): value is Container {
  return (
    Array.isArray(value) || value instanceof Map || value instanceof Set || isPlainObject(value)
  );
}

/** What a container holds now, without calling the getters of an object. */
function contentsOf(container: Container): readonly unknown[] {
  if (Array.isArray(container)) return container.slice();
  if (container instanceof Set) return [...Set.prototype.values.call(container)];
  if (container instanceof Map) return [...Map.prototype.entries.call(container)].flat(1);
  return Reflect.ownKeys(container).flatMap((key) => {
    const property = Reflect.getOwnPropertyDescriptor(container, key);
    return property !== undefined && 'value' in property ? [key, property.value] : [];
  });
}

function fill(container: Container, contents: readonly unknown[]): void {
  if (Array.isArray(container)) {
    unmakeList(container);
    container.splice(0, container.length, ...contents);
  } else if (container instanceof Set) {
    container.clear();
    for (const item of contents) container.add(item);
  } else if (container instanceof Map) {
    container.clear();
    for (let index = 0; index < contents.length; index += 2) {
      container.set(contents[index], contents[index + 1]);
    }
  } else {
    const keys = new Set(contents.filter((_, index) => index % 2 === 0));
    for (const key of Reflect.ownKeys(container)) {
      if (!keys.has(key)) Reflect.deleteProperty(container, key);
    }
    for (let index = 0; index < contents.length; index += 2) {
      Reflect.set(container, contents[index] as PropertyKey, contents[index + 1]);
    }
  }
}
