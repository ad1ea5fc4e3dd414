import type { Argument, Prototype } from './argument.js';
import { addToSet, setInMap } from './collections.js';

/**
 * The arguments that the traced function is given: those of the call, with `leaves` in place of the call's tensors and
 * variables and new containers, so that the trace cannot change the caller's: `containers` gets these.
 */
export function rebuildArguments(
  args: readonly Argument[],
  leaves: Iterator<unknown>,
  containers: object[] = [],
): unknown[] {
  return new Rebuilding(leaves, containers).all(args);
}

class Rebuilding {
  constructor(
    private readonly leaves: Iterator<unknown>,
    private readonly containers: object[],
  ) {}

  all(args: readonly Argument[]): unknown[] {
    return args.map((argument) => this.#rebuild(argument));
  }

  #rebuild(argument: Argument): unknown {
    switch (argument.kind) {
      case 'tensor':
      case 'variable':
        return this.leaves.next().value;
      case 'value':
        return argument.value;
      case 'hole':
        return undefined;
      case 'reference':
        return argument.reference.deref();
      case 'same':
        return this.containers[argument.first];
      case 'array': {
        const array = this.#add<unknown[]>([], argument.prototype);
        array.length = argument.items.length;
        argument.items.forEach((item, index) => {
          if (item.kind !== 'hole') array[index] = this.#rebuild(item);
        });
        return array;
      }
      case 'set': {
        const set = this.#add(new Set(), argument.prototype);
        for (const item of this.all(argument.items)) addToSet.call(set, item);
        return set;
      }
      case 'record': {
        const record = this.#add(argument.isBare ? Object.create(null) : {}, null);
        argument.keys.forEach((key, index) => {
          const value = this.#rebuild(argument.items[index]!);
          const enumerable = index < argument.listed || typeof key === 'symbol';
          const property = { value, enumerable, writable: true, configurable: true };
          Object.defineProperty(record, key, property);
        });
        return record;
      }
      case 'map': {
        const map = this.#add(new Map(), argument.prototype);
        const keys = this.all(argument.keys);
        const items = this.all(argument.items);
        keys.forEach((key, index) => {
          setInMap.call(map, key, items[index]);
        });
        return map;
      }
    }
  }

  #add<T extends object>(container: T, prototype: Prototype): T {
    this.containers.push(container);
    const own = prototype?.deref();
    return own === undefined ? container : Object.setPrototypeOf(container, own);
  }
}
