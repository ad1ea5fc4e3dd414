/**
 * What an expression is when the inputs are tensors: a float32 or int32 scalar, a bool, or a float32 vector of three
 * elements. `host` is a whole number that no tensor ever decides, `text` one of `texts`, which a tensor may choose.
 */
export type Type = 'float' | 'int' | 'bool' | 'vector' | 'text' | 'host';

export const texts = ['idle', 'run', 'stop'];

/** An expression that can be read, and mostly assigned: a variable, a property, an element. */
export interface Place {
  readonly text: string;
  readonly type: Type;
  readonly isAssignable: boolean;
}

export interface Callable {
  /** What stands before the parenthesis. */
  readonly text: string;
  readonly parameters: readonly Type[];
  /** How many of the parameters have no default. */
  readonly required: number;
  /** Null where it returns nothing. */
  readonly result: Type | null;
  /** How often its innermost statement may run in one call. */
  readonly weight: number;
}

/** An array of floats whose length never changes. */
export interface List {
  readonly text: string;
  readonly length: number;
}

/** Two rows of two floats, or an array of floats to which loops and branches push. */
export interface Named {
  readonly text: string;
}

/** An object whose properties are floats. */
export interface Fields {
  readonly text: string;
  readonly keys: readonly string[];
}

export interface Records extends Fields {
  readonly length: number;
}

/** A float, or where it has keys an object with floats, that may be null or undefined. */
export interface Maybe extends Fields {
  readonly missing: 'null' | 'undefined';
}

interface Bindings {
  readonly places: readonly Place[];
  readonly callables: readonly Callable[];
  readonly lists: readonly List[];
  readonly objects: readonly Fields[];
  /** Arrays of such objects. */
  readonly records: readonly Records[];
  readonly growing: readonly Named[];
  readonly grids: readonly Named[];
  readonly maybes: readonly Maybe[];
  /** Objects in variables that are given others. */
  readonly replaced: readonly Fields[];
}

const none: Bindings = {
  places: [],
  callables: [],
  lists: [],
  objects: [],
  records: [],
  growing: [],
  grids: [],
  maybes: [],
  replaced: [],
};

/** The names that a statement can see. Later statements of the same block see what earlier ones declared. */
export class Scope {
  #bindings: Bindings;
  /** Names that the text of this block has mentioned or declared itself: they cannot be declared in it any more. */
  readonly #own = new Set<string>();

  constructor(bindings: Bindings = none) {
    this.#bindings = bindings;
  }

  inner(): Scope {
    return new Scope(this.#bindings);
  }

  declare(
    name: string,
    { places = [], callables = [], lists = [], objects = [], ...more }: Partial<Bindings>,
  ): void {
    this.#own.add(name);
    const visible = (binding: { readonly text: string }) => rootOf(binding.text) !== name;
    const before = this.#bindings;
    this.#bindings = {
      places: [...before.places.filter(visible), ...places],
      callables: [...before.callables.filter(visible), ...callables],
      lists: [...before.lists.filter(visible), ...lists],
      objects: [...before.objects.filter(visible), ...objects],
      records: [...before.records.filter(visible), ...(more.records ?? [])],
      growing: [...before.growing.filter(visible), ...(more.growing ?? [])],
      grids: [...before.grids.filter(visible), ...(more.grids ?? [])],
      maybes: [...before.maybes.filter(visible), ...(more.maybes ?? [])],
      replaced: [...before.replaced.filter(visible), ...(more.replaced ?? [])],
    };
  }

  without(name: string): Scope {
    const scope = this.inner();
    scope.declare(name, {});
    return scope;
  }

  /** Keeps the block from declaring the names in a text that stands in it already. */
  mention(text: string): void {
    for (const [name] of text.matchAll(/[a-z]\d*\b/g)) this.#own.add(name);
  }

  declares(name: string): boolean {
    return this.#own.has(name);
  }

  /** Names of variables that an inner block may declare anew. */
  get variables(): readonly Place[] {
    return this.#bindings.places.filter(({ text }) => /^[a-z]\d*$/.test(text));
  }

  readable(type: Type): readonly Place[] {
    return this.#bindings.places.filter(
      (place) => place.type === type || (type === 'int' && place.type === 'host'),
    );
  }

  assignable(type: Type): readonly Place[] {
    return this.#bindings.places.filter((place) => place.isAssignable && place.type === type);
  }

  callables(result: Type | null): readonly Callable[] {
    return this.#bindings.callables.filter((callable) => callable.result === result);
  }

  get lists(): readonly List[] {
    return this.#bindings.lists;
  }

  get objects(): readonly Fields[] {
    return this.#bindings.objects;
  }

  get records(): readonly Records[] {
    return this.#bindings.records;
  }

  get grids(): readonly Named[] {
    return this.#bindings.grids;
  }

  get maybes(): readonly Maybe[] {
    return this.#bindings.maybes;
  }

  get replaced(): readonly Fields[] {
    return this.#bindings.replaced;
  }

  get growing(): readonly Named[] {
    return this.#bindings.growing;
  }
}

function rootOf(text: string): string {
  return /^[\w$]+/.exec(text)![0];
}
