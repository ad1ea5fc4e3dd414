import type { Tensor } from '@tensorflow/tfjs-core';

/*
 * A number, bool or text of the program that a tensor chooses is a tensor. Of the names that it inherits in JavaScript
 * (`x.constructor`, `typeof x.trim`) the program reads what it would of the value itself. Those that tensors have for
 * themselves, such as `shape`, stay theirs.
 */

/** Gives a tensor these members of what `prototypeOf` says that the value inherits from, if it is one. */
export function inheriting(
  names: readonly PropertyKey[],
  prototypeOf: (tensor: Tensor, name: PropertyKey) => object | undefined,
): (tensor: Tensor) => void {
  const known = new WeakMap<object, object>();
  return (tensor) => {
    const base = Object.getPrototypeOf(tensor) as object;
    let members = known.get(base);
    if (members === undefined) {
      members = withMembers(base, names, prototypeOf);
      known.set(base, members).set(members, members);
    }
    if (members !== base) Object.setPrototypeOf(tensor, members);
  };
}

function withMembers(
  base: object,
  names: readonly PropertyKey[],
  prototypeOf: (tensor: Tensor, name: PropertyKey) => object | undefined,
): object {
  const members = Object.create(base) as object;
  for (const name of names) {
    Object.defineProperty(members, name, {
      configurable: true,
      get(this: Tensor): unknown {
        const prototype = prototypeOf(this, name);
        if (prototype === undefined) return Reflect.get(base, name, this) as unknown;
        return name === Symbol.toStringTag
          ? prototype.constructor.name
          : Reflect.get(prototype, name);
      },
    });
  }
  return members;
}
