import { textOf } from '../../trace/unstagedText.js';

/** How the private fields of a class are read and written. */
interface Fields {
  readonly names: readonly string[];
  readonly read: (object: object) => readonly unknown[];
  readonly write: (object: object, values: readonly unknown[]) => void;
}

const told = new WeakMap<object, Fields>();
const none: Fields = { names: [], read: () => [], write: () => {} };

/** A class says that it can be made without running its constructor, and what private fields it has. */
export function private_fields(
  C: { readonly prototype: object },
  names?: readonly string[],
  read?: Fields['read'],
  write?: Fields['write'],
): void {
  told.set(C.prototype, names === undefined ? none : { names, read: read!, write: write! });
}

/** Whether the class of objects with the prototype has told of its private fields, which a staged one does. */
export function tellsOfFields(prototype: object): boolean {
  return told.has(prototype);
}

/** What a constructor that is to make a blank object can take apart as its parameters say, and that is never missing. */
const placeholder: object = new Proxy(() => {}, {
  get: (_, key) => (key === Symbol.iterator ? () => placeholders.values() : placeholder),
});

/** More than constructors have parameters, so that no default is evaluated. */
const placeholders: readonly object[] = new Array<object>(64).fill(placeholder);

let isMakingBlank = false;

/** Whether a constructor is to leave the object as its fields begin. */
export function is_blank(): boolean {
  return isMakingBlank;
}

/** The private fields of objects with a prototype, those of the classes that theirs extends first. */
export interface PrivateFields extends Fields {
  /** A new object of the class, whose fields are to be set. */
  blank(): object;
}

const known = new WeakMap<object, PrivateFields | null>();

/** `null` for a class without any, and where there may be some that nothing is known of. */
export function privateFieldsOf(prototype: object): PrivateFields | null {
  let found = known.get(prototype);
  if (found === undefined) {
    found = findFields(prototype);
    known.set(prototype, found);
  }
  return found;
}

function findFields(prototype: object): PrivateFields | null {
  const layers: Fields[] = [];
  let maker: unknown;
  for (let owner = prototype; owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    if (owner === null || !Object.hasOwn(owner, 'constructor')) return null;
    const C: unknown = owner.constructor;
    const text = typeof C === 'function' ? textOf(C) : '';
    const fields = told.get(owner);
    // A class that extends one with private fields has its constructor left out.
    if (text === '' || (fields === undefined && (maker !== undefined || text.includes('#'))))
      return null;
    if (fields === undefined) continue;
    maker ??= C;
    layers.unshift(fields);
  }
  return maker === undefined ? null : combined(prototype, maker as () => void, layers);
}

function combined(prototype: object, maker: () => void, layers: readonly Fields[]): PrivateFields {
  return {
    names: layers.flatMap(({ names }) => names),
    read: (object) => layers.flatMap(({ read }) => read(object)),
    write(object, values) {
      let begin = 0;
      for (const { names, write } of layers) {
        const end = begin + names.length;
        if (names.length > 0) write(object, values.slice(begin, end));
        begin = end;
      }
    },
    blank() {
      const outer = isMakingBlank;
      isMakingBlank = true;
      try {
        const target = prototype.constructor as () => void;
        return Reflect.construct(maker, placeholders, target) as object;
      } finally {
        isMakingBlank = outer;
      }
    },
  };
}
