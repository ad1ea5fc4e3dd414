import { PolymorphicFunction } from './polymorphic.js';
import { noteSlot } from './replacedModules.js';
import type { AnyFunction, FunctionInfo, GraphOptions } from './signature/options.js';
import { takesOnlyRest } from './sourceText.js';

/** What belongs to one marked function: for each `this` that it is called with, its traces. */
export class Slot {
  #unbound: PolymorphicFunction | null = null;
  readonly #bound = new WeakMap<object, PolymorphicFunction>();
  #all: WeakRef<PolymorphicFunction>[] = [];
  #mostAll = 64;

  #info: FunctionInfo;
  #hasSeenCode = false;

  constructor(
    info: FunctionInfo,
    readonly options: GraphOptions = {},
  ) {
    // Messages and graphs need a name.
    this.#info = info.name === '' ? { ...info, name: 'anonymous' } : info;
    noteSlot(this);
  }

  get info(): FunctionInfo {
    return this.#info;
  }

  /** A function that uses `arguments` is staged with a rest parameter, which the list of its parameters lacks. */
  see(implementation: AnyFunction): void {
    if (this.#hasSeenCode) return;
    this.#hasSeenCode = true;
    const { parameters } = this.#info;
    if (parameters === undefined || !takesOnlyRest(implementation)) return;
    if (parameters.at(-1)?.startsWith('...') === true) return;
    this.#info = { ...this.#info, parameters: [...parameters, '...arguments'] };
  }

  /** Names what it takes, where its code has no parameters that would. */
  takes(parameters: readonly string[]): void {
    if (this.#info.parameters === undefined) this.#info = { ...this.#info, parameters };
  }

  /** The function for calls with this `this`. Its traces live as long as the object. */
  for(self: unknown): PolymorphicFunction {
    if (typeof self !== 'object' && typeof self !== 'function') return this.#withoutThis();
    if (self === null || self === globalThis) return this.#withoutThis();
    const known = this.#bound.get(self);
    if (known !== undefined) return known;
    const made = this.#make(new WeakRef(self));
    this.#bound.set(self, made);
    return made;
  }

  /** Those for every `this` that is still alive. */
  all(): readonly PolymorphicFunction[] {
    const alive = this.#all.flatMap((reference) => reference.deref() ?? []);
    if (alive.length < this.#all.length) this.#all = alive.map((item) => new WeakRef(item));
    return alive;
  }

  /** Forgets all traces and frees what they keep on backends. */
  dispose(): void {
    for (const item of this.all()) item.dispose();
  }

  #withoutThis(): PolymorphicFunction {
    this.#unbound ??= this.#make(null);
    return this.#unbound;
  }

  #make(self: WeakRef<object> | null): PolymorphicFunction {
    const made = new PolymorphicFunction(this.info, this.options, self);
    this.#all.push(new WeakRef(made));
    // Objects come and go: now and then those that went are forgotten.
    if (this.#all.length > this.#mostAll) this.#mostAll = 2 * this.all().length + 64;
    return made;
  }
}
