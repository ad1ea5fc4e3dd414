import { textOf } from '../../trace/unstagedText.js';
import { absentOf } from '../values/absent.js';
import { chosenFunctionOf } from '../values/chosenFunction.js';
import { isTensor } from '../values/tensors.js';

type Hint = 'default' | 'number' | 'string';

/**
 * What an object of the program stands for beside a number or in a text (ECMA-262, ToPrimitive), where a function of the user's
 * says so, which may give a tensor. JavaScript itself takes no tensor from these. Anything else as it is.
 */
export function primitiveOf(value: unknown, hint: Hint): unknown {
  if (typeof value !== 'object' || value === null || isTensor(value)) return value;
  if (Array.isArray(value) || ArrayBuffer.isView(value) || absentOf(value) !== undefined)
    return value;
  const object = value as Record<PropertyKey, unknown>;
  const convert = object[Symbol.toPrimitive];
  if (isOfUser(convert)) {
    const primitive: unknown = Reflect.apply(convert, object, [hint]);
    if (isPrimitive(primitive)) return primitive;
    throw noPrimitive();
  }
  if (convert !== undefined) return value;
  let isAsked = false;
  for (const name of hint === 'string' ? ['toString', 'valueOf'] : ['valueOf', 'toString']) {
    const method = object[name];
    if (typeof method !== 'function') continue;
    // Once one of the user's has run, JavaScript must not run it again.
    if (!isAsked && !isOfUser(method)) {
      // Object.prototype.valueOf gives the object itself, which is no primitive value.
      if (name === 'valueOf' && method === Object.prototype.valueOf) continue;
      return name === 'valueOf' && boxes.has(method) ? Reflect.apply(method, object, []) : value;
    }
    const primitive: unknown = Reflect.apply(method, object, []);
    if (isPrimitive(primitive)) return primitive;
    isAsked = true;
  }
  if (isAsked) throw noPrimitive();
  return value;
}

function isPrimitive(value: unknown): boolean {
  return isTensor(value) || Object(value) !== value;
}

function noPrimitive(): TypeError {
  return new TypeError('Cannot convert object to primitive value');
}

/** Of `new Number(3)` and its like. */
const boxes = new Set<unknown>(
  [Number, String, Boolean, BigInt].map(({ prototype }) => prototype.valueOf),
);

function isOfUser(method: unknown): method is (...args: unknown[]) => unknown {
  if (typeof method !== 'function') return false;
  return textOf(method) !== '' || chosenFunctionOf(method) !== undefined;
}
