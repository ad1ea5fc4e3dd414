import type { PrivateFields } from '../../function/signature/privateFields.js';
import { type Candidate, markChosen } from './choice.js';
import { noteConstructed } from './constructed.js';
import { withArticle } from './describeValue.js';
import { type Fixed, fix } from './fixedness.js';
import { ownKeys } from './propertyPresence.js';
import {
  accessorsOf,
  type Composite,
  compositeKind,
  compositeLabels,
  compositeParts,
  compositeType,
  noteCyclic,
  withParts,
} from './structure.js';

/**
 * An object of a class of the user's as one of two branches leaves it, or an iteration: its class and what its properties
 * hold. Where the other one leaves another object of the class, an object is made of what both of them hold.
 */
export class Instance implements Composite {
  constructor(
    readonly prototype: object,
    readonly keys: readonly PropertyKey[],
    readonly values: readonly unknown[],
    readonly fixed: Fixed,
    /** Objects that it may be, where no graph can tell which. */
    protected readonly candidates: readonly Candidate[] = [],
  ) {}

  get [compositeType](): object {
    return this.prototype;
  }

  get [compositeKind](): string {
    const isPlain = this.prototype === Object.prototype;
    const name = isPlain ? 'object' : this.prototype.constructor.name || 'class';
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

  [withParts](parts: readonly unknown[], fixed = this.fixed): Instance {
    return new Instance(this.prototype, this.keys, parts, fixed, this.candidates);
  }

  chosenFrom(candidates: readonly Candidate[]): Instance {
    return new Instance(this.prototype, this.keys, this.values, this.fixed, candidates);
  }

  /** A new object of the class. */
  make(values: readonly unknown[]): object {
    const made = this.empty(values);
    this.keys.forEach((key, index) => {
      const property = { value: values[index], writable: true, enumerable: this.isListed(key) };
      Object.defineProperty(made, key, { ...property, configurable: true });
    });
    if (this.prototype === Object.prototype) noteCyclic(made);
    if (this.candidates.length > 0) markChosen(made, this.candidates);
    return noteConstructed(fix(made, this.fixed));
  }

  /** One of the same class with other properties; the values of private fields stand behind those of the keys. */
  withProperties(keys: readonly PropertyKey[], values: readonly unknown[]): Instance {
    return new Instance(this.prototype, keys, values, this.fixed);
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
export class PrivateInstance extends Instance {
  constructor(
    prototype: object,
    keys: readonly PropertyKey[],
    values: readonly unknown[],
    fixed: Fixed,
    candidates: readonly Candidate[],
    private readonly fields: PrivateFields,
  ) {
    super(prototype, keys, values, fixed, candidates);
  }

  protected override get names(): readonly string[] {
    return [...super.names, ...this.fields.names];
  }

  override [withParts](parts: readonly unknown[], fixed = this.fixed): Instance {
    return this.#like(parts, this.candidates, fixed);
  }

  override chosenFrom(candidates: readonly Candidate[]): Instance {
    return this.#like(this.values, candidates);
  }

  override withProperties(keys: readonly PropertyKey[], values: readonly unknown[]): Instance {
    return new PrivateInstance(this.prototype, keys, values, this.fixed, [], this.fields);
  }

  #like(
    values: readonly unknown[],
    candidates: readonly Candidate[],
    fixed = this.fixed,
  ): Instance {
    const { prototype, keys, fields } = this;
    return new PrivateInstance(prototype, keys, values, fixed, candidates, fields);
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
