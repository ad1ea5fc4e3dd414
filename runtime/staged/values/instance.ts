import { type PrivateFields, privateFieldsOf } from '../../function/signature/privateFields.js';
import { textOf } from '../../trace/unstagedText.js';
import { type Candidate, markChosen } from './choice.js';
import { type AnyFunction, ChosenFunction, chosenFunctionOf } from './chosenFunction.js';
import { type Closure, closureOf, constantClosure, makeClosure } from './closures.js';
import { noteConstructed } from './constructed.js';
import { withArticle } from './describeValue.js';
import { linked, originalOf } from './originals.js';
import { isOfTable, ownKeys, uncertainKeys } from './propertyPresence.js';
import {
  accessorsOf,
  type Composite,
  compositeKind,
  compositeLabels,
  compositeParts,
  compositeType,
  isPlainObject,
  type Node,
  nodeOf,
  withParts,
} from './structure.js';
import { isTensor } from './tensors.js';
import { Variant } from './variant.js';
import { variantOf } from './variantObjects.js';

/**
 * An object of a class of the user's as one of two branches leaves it, or an iteration: its class and what its properties
 * hold. Where the other one leaves another object of the class, an object is made of what both of them hold.
 */
export class Instance implements Composite {
  constructor(
    readonly prototype: object,
    readonly keys: readonly PropertyKey[],
    readonly values: readonly unknown[],
    readonly isFrozen: boolean,
    /** Objects that it may be, where no graph can tell which. */
    protected readonly candidates: readonly Candidate[] = [],
  ) {}

  get [compositeType](): object {
    return this.prototype;
  }

  get [compositeKind](): string {
    const name = this.prototype.constructor.name || 'class';
    return `${withArticle(name)}${this.names.length === 0 ? '' : ` with ${this.names.join(', ')}`}`;
  }

  /** What the program calls its properties. */
  protected get names(): readonly string[] {
    return this.keys.map(String);
  }

  get [compositeLabels](): readonly string[] {
    return this.names.map((name) => `.${name}`);
  }

  [compositeParts](): readonly unknown[] {
    return this.values;
  }

  [withParts](parts: readonly unknown[]): Instance {
    return new Instance(this.prototype, this.keys, parts, this.isFrozen, this.candidates);
  }

  chosenFrom(candidates: readonly Candidate[]): Instance {
    return new Instance(this.prototype, this.keys, this.values, this.isFrozen, candidates);
  }

  /** A new object of the class. */
  make(values: readonly unknown[]): object {
    const made = this.empty(values);
    this.keys.forEach((key, index) => {
      const property = { value: values[index], writable: true, enumerable: this.isListed(key) };
      Object.defineProperty(made, key, { ...property, configurable: true });
    });
    if (this.candidates.length > 0) markChosen(made, this.candidates);
    return noteConstructed(this.isFrozen ? Object.freeze(made) : made);
  }

  /** One of the same class with other properties; the values of private fields stand behind those of the keys. */
  withProperties(keys: readonly PropertyKey[], values: readonly unknown[]): Instance {
    return new Instance(this.prototype, keys, values, this.isFrozen);
  }

  /** Has an object of the class hold what this one does, and nothing else. */
  write(object: object): void {
    writeProperties(object, this.keys, this.values);
  }

  /** `values` are those of the parts. */
  protected empty(_values: readonly unknown[]): object {
    return Object.create(this.prototype) as object;
  }

  protected isListed(_key: PropertyKey): boolean {
    return true;
  }
}

/** Of a class with private fields that it has told of: these are parts as well, behind those of the keys. */
class PrivateInstance extends Instance {
  constructor(
    prototype: object,
    keys: readonly PropertyKey[],
    values: readonly unknown[],
    isFrozen: boolean,
    candidates: readonly Candidate[],
    private readonly fields: PrivateFields,
  ) {
    super(prototype, keys, values, isFrozen, candidates);
  }

  protected override get names(): readonly string[] {
    return [...super.names, ...this.fields.names];
  }

  override [withParts](parts: readonly unknown[]): Instance {
    return this.#like(parts, this.candidates);
  }

  override chosenFrom(candidates: readonly Candidate[]): Instance {
    return this.#like(this.values, candidates);
  }

  override withProperties(keys: readonly PropertyKey[], values: readonly unknown[]): Instance {
    return new PrivateInstance(this.prototype, keys, values, this.isFrozen, [], this.fields);
  }

  #like(values: readonly unknown[], candidates: readonly Candidate[]): Instance {
    const { prototype, keys, isFrozen, fields } = this;
    return new PrivateInstance(prototype, keys, values, isFrozen, candidates, fields);
  }

  override write(object: object): void {
    super.write(object);
    this.fields.write(object, this.values.slice(this.keys.length));
  }

  protected override empty(values: readonly unknown[]): object {
    const made = this.fields.blank();
    for (const key of Reflect.ownKeys(made)) Reflect.deleteProperty(made, key);
    this.fields.write(made, values.slice(this.keys.length));
    return made;
  }
}

/** A function that an iteration has made, as what it knows of the iteration (`closures.ts`). */
export class MadeFunction extends Instance {
  constructor(
    private readonly closure: Closure,
    values: readonly unknown[] = Object.values(closure.variables),
  ) {
    super(closure.kind, Object.keys(closure.variables), values, false);
  }

  override get [compositeKind](): string {
    return 'a function';
  }

  override get [compositeLabels](): readonly string[] {
    return this.keys.map((key) => ` (its ${String(key)})`);
  }

  override [withParts](parts: readonly unknown[]): Instance {
    return new MadeFunction(this.closure, parts);
  }

  override chosenFrom(): Instance {
    return this;
  }

  override make(values: readonly unknown[]): AnyFunction {
    const variables = Object.fromEntries(this.keys.map((key, index) => [key, values[index]]));
    return makeClosure({ ...this.closure, variables });
  }

  /** What it knows does not change. */
  override write(): void {}
}

/**
 * Where one of the values is such a function the others as such: one that is always itself knows nothing. Beside one that a tensor
 * has chosen by its number they are functions like any other.
 */
export function asMadeFunctions<Values extends readonly unknown[]>(values: Values): Values {
  if (!values.some(mayBeMade)) return values;
  const isNumbered = values.some((value) => value instanceof ChosenFunction);
  return values.map((value) => {
    if (isNumbered)
      return value instanceof MadeFunction
        ? (originalOf(value) ?? value.make(value.values))
        : value;
    return typeof value === 'function' && chosenFunctionOf(value) === undefined
      ? linked(new MadeFunction(constantClosure(value)), value)
      : value;
  }) as unknown as Values;
}

/** Whether a function knows one that stands at the same place of the text. */
export function knowsItsLike(value: unknown): boolean {
  if (!(value instanceof MadeFunction)) return false;
  const isLike = (part: unknown): boolean => {
    if (part instanceof MadeFunction && part.prototype === value.prototype) return true;
    return (nodeOf(part)?.children ?? []).some(isLike);
  };
  return value.values.some(isLike);
}

function mayBeMade(value: unknown): boolean {
  if (value instanceof Variant) return mayBeMade(value.one) || mayBeMade(value.other);
  return value instanceof MadeFunction;
}

/** Has an object hold these properties, beside its getters and setters, and nothing else. */
export function writeProperties(
  object: object,
  keys: readonly PropertyKey[],
  values: readonly unknown[],
): void {
  const own = ownKeys(object);
  const accessors = accessorsOf(object, own);
  for (const key of own)
    if (!keys.includes(key) && !accessors.has(key)) Reflect.deleteProperty(object, key);
  keys.forEach((key, index) => {
    const value = values[index];
    const property = Object.getOwnPropertyDescriptor(object, key);
    if (property !== undefined && Object.is(property.value, value)) return;
    const others = property ?? { writable: true, enumerable: true, configurable: true };
    Object.defineProperty(object, key, { ...others, value });
  });
}

/** Whether the value is an object of a class of the user's, or one of several such. */
export function isOfClass(value: unknown): boolean {
  if (value instanceof Instance || value instanceof Variant) return true;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isTensor(value))
    return false;
  if (isPlainObject(value) || compositeParts in value) return false;
  const prototype = Object.getPrototypeOf(value) as object;
  return classText(prototype) !== '' || isOfUser(prototype);
}

/** Whether it is an object of the program's that others inherit from: `Object.create(prototype)`. */
function isOfUser(prototype: object): boolean {
  if (Object.hasOwn(prototype, 'constructor')) return false;
  const methods = Reflect.ownKeys(prototype).flatMap((key): unknown[] => {
    const { get, value } = Object.getOwnPropertyDescriptor(prototype, key)!;
    return [get, value].filter((method) => typeof method === 'function');
  });
  return methods.length > 0 && methods.every((method) => textOf(method as object) !== '');
}

/** What an object of a class of the user's holds that is no error; `null` for any other value, and where there may be more than can be seen. */
export function classInstanceOf(value: unknown): Instance | null {
  const closure = closureOf(value);
  if (closure !== undefined) return new MadeFunction(closure);
  const instance = possibleInstanceOf(value);
  return instance !== null && uncertainKeys(value as object).length > 0 ? null : instance;
}

/** As `classInstanceOf`, with all the properties of which a tensor decides whether they are there. */
export function possibleInstanceOf(value: unknown): Instance | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  if (variantOf(value) !== undefined) return null;
  if (isPlainObject(value) || isTensor(value) || compositeParts in value) return null;
  const prototype = Object.getPrototypeOf(value) as object;
  const isKnown = isOpen(prototype);
  const fields = isKnown ? null : privateFieldsOf(prototype);
  if (!isKnown && fields === null) return null;
  const keys = ownKeys(value);
  if (Reflect.ownKeys(value).filter((key) => !isOfTable(key)).length !== keys.length) return null;
  const properties = keys.map((key) => Object.getOwnPropertyDescriptor(value, key)!);
  if (properties.some((property) => !('value' in property))) return null;
  const values = properties.map((property) => property.value as unknown);
  const isFrozen = Object.isFrozen(value);
  if (fields === null) return new Instance(prototype, keys, values, isFrozen);
  return new PrivateInstance(
    prototype,
    keys,
    [...values, ...fields.read(value)],
    isFrozen,
    [],
    fields,
  );
}

/** As `nodeOf`, and of an object of a class, of which another one is made of other parts. */
export function elementNode(value: unknown): Node | null {
  const node = nodeOf(value);
  const instance = node === null ? classInstanceOf(value) : null;
  if (instance === null) return node;
  return {
    kind: instance[compositeKind],
    type: instance.prototype,
    children: instance.values,
    labels: instance[compositeLabels],
    rebuild: (parts) => instance.make(parts),
  };
}

const open = new WeakMap<object, boolean>();

/** Whether objects with this prototype have nothing but their properties: no private fields, nothing of the engine's. */
export function isOpen(prototype: object): boolean {
  let known = open.get(prototype);
  if (known === undefined) {
    known = true;
    for (let owner = prototype; !isBuiltIn(owner); owner = Object.getPrototypeOf(owner)) {
      const text = classText(owner);
      if (text === '' || /#[\w$]|\bgetClassName\b/.test(text)) known = false;
      if (!known || Object.getPrototypeOf(owner) === null) break;
    }
    open.set(prototype, known);
  }
  return known;
}

const builtIn = new Set<object>(
  [Object, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
    ({ prototype }) => prototype,
  ),
);

function isBuiltIn(prototype: object): boolean {
  return builtIn.has(prototype);
}

/** Empty for what is no class of JavaScript code. */
function classText(prototype: object): string {
  if (!Object.hasOwn(prototype, 'constructor')) return '';
  const maker: unknown = prototype.constructor;
  return typeof maker === 'function' ? textOf(maker) : '';
}
