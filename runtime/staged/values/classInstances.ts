import { type ListContents, listOf, makeList } from '../../function/signature/list.js';
import { privateFieldsOf } from '../../function/signature/privateFields.js';
import { textOf } from '../../trace/unstagedText.js';
import { closureOf } from './closures.js';
import { fix, fixedOf } from './fixedness.js';
import { Instance, PrivateInstance } from './instance.js';
import { mayBecomeLonger, noteLonger } from './longerArrays.js';
import { MadeFunction } from './madeFunction.js';
import { isOfTable, ownKeys, uncertainKeys } from './propertyPresence.js';
import {
  compositeKind,
  compositeLabels,
  compositeParts,
  isCyclic,
  isPlainObject,
  type Node,
  nodeOf,
  withParts,
} from './structure.js';
import { isTensor } from './tensors.js';
import { Variant } from './variant.js';
import { variantOf } from './variantObjects.js';

/* Which values are objects of classes of the user's, and what they hold. */

/** Whether the value is an object of a class of the user's, or one of several such. */
export function isOfClass(value: unknown): boolean {
  if (value instanceof Instance || value instanceof Variant) return true;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isTensor(value))
    return false;
  if (isCyclic(value)) return true;
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

/** What an error holds, whose text may be a tensor. */
let errorInstanceOf: (error: Error) => Instance | null;

/** Called once, by the module that knows the texts of errors. */
export function setErrorInstanceOf(of: typeof errorInstanceOf): void {
  errorInstanceOf = of;
}

/** What an object of a class of the user's, or an error, holds; `null` for any other value, and where there may be more than can be seen. */
export function classInstanceOf(value: unknown): Instance | null {
  const closure = closureOf(value);
  if (closure !== undefined) return new MadeFunction(closure);
  if (value instanceof Error) return errorInstanceOf(value);
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
  const fixed = fixedOf(value);
  if (fields === null) return new Instance(prototype, keys, values, fixed);
  return new PrivateInstance(
    prototype,
    keys,
    [...values, ...fields.read(value)],
    fixed,
    [],
    fields,
  );
}

/** As `nodeOf`, and of an object of a class, or an array whose length a tensor decides, of which another one is made of other parts. */
export function elementNode(value: unknown): Node | null {
  const list = listOf(value);
  if (list !== undefined) return listNode(value as unknown[], list);
  const node = nodeOf(value);
  const instance = node === null ? classInstanceOf(value) : null;
  if (instance === null) return node;
  return {
    kind: instance[compositeKind],
    type: instance.prototype,
    children: instance.values,
    labels: instance[compositeLabels],
    fixed: instance.fixed,
    rebuild: (parts, fixed) => instance[withParts](instance.values, fixed).make(parts),
  };
}

function listNode(array: unknown[], list: ListContents): Node | null {
  const node = nodeOf(list);
  return (
    node && {
      ...node,
      fixed: fixedOf(array),
      rebuild: (parts, fixed) => {
        const contents = node.rebuild(parts, fixed) as ListContents;
        const copy = fix(makeList([], contents), fixed ?? fixedOf(array));
        if (mayBecomeLonger(array)) noteLonger(copy);
        return copy;
      },
    }
  );
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
