import { Scoped } from '../../scoped.js';
import { type Argument, describeArguments } from './argument.js';
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

  /** Where a typed array, which counts as a tensor in a graph, or a getter is among them. */
  get mayHideTensors(): boolean {
    return this.#mayHideTensors;
  }

  get described(): readonly Argument[] {
    this.#described ??= describeArguments(this.values, this.names);
    return this.#described;
  }

  /** Those among the arguments whose contents are others than before. */
  changed(): number[] {
    return this.values.flatMap((value, index) => {
      const own = HostArguments.of([value], [], true);
      const containers = own === null ? [] : [...own.#contents.keys()];
      const isChanged = containers.some((container) => {
        const before = this.#contents.get(container);
        const isSame = before !== undefined && sameItems(contentsOf(container), before);
        return !isSame || isUncertain(container);
      });
      return isChanged || own === null ? [index] : [];
    });
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

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => Object.is(value, b[index]));
}

/** Whether a tensor of a trace decides about entries, of which the collection itself tells then. */
function isUncertain(container: Container): boolean {
  const isCollection = container instanceof Set || container instanceof Map;
  return isCollection && Object.hasOwn(container, 'size');
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
