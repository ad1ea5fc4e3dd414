import { cast, stack, type Tensor, tensor } from '@tensorflow/tfjs-core';
import { type ListContents, listOf } from '../../function/signature/list.js';
import { type DataType, formatType } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { absentOf } from '../values/absent.js';
import { describeValue } from '../values/describeValue.js';
import { dtypeOf, isTensor, typeOf } from '../values/tensors.js';
import {
  constant,
  fits,
  isHostScalar,
  isWeakTensor,
  markWeak,
  naturalDtype,
} from '../values/weak.js';

/** Throws where one of the values is a variable that has no value in a loop's first iteration. */
export function requirePresent(...values: readonly unknown[]): void {
  for (const value of values) {
    const absent = absentOf(value);
    if (absent !== undefined) throw absent.used();
  }
}

/** Whether the value can stand beside a tensor. */
export function isOperand(value: unknown): boolean {
  if (isTensor(value)) return value.dtype !== 'string';
  if (Array.isArray(value)) return listOf(value) !== undefined || value.every(isOperand);
  return ArrayBuffer.isView(value) || typeof value === 'number' || typeof value === 'boolean';
}

/** The other operand of an operator on tensors, as a tensor. `operation` names both in the error. */
export function asOperand(value: unknown, beside: Tensor, operation: string): Tensor {
  if (isTensor(value)) return value;
  if (typeof value === 'number' || typeof value === 'boolean') {
    const dtype = operandDtype(value, dtypeOf(beside));
    const operand = constant(dtype === 'bool' ? value : Number(value), dtype);
    return typeof value === 'number' ? markWeak(operand) : operand;
  }
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return arrayAsTensor(value, beside);
  throw errorHere(
    'operand-type',
    `${operation} of a tensor ${formatType(typeOf(beside))} and ${describeValue(value)} has no meaning: ` +
      'beside the tensor there may be tensors, numbers, booleans, and arrays of them.',
  );
}

/** Bool tensors count as 0 and 1 in arithmetic. */
export function numeric(operand: Tensor): Tensor {
  return operand.dtype === 'bool' ? cast(operand, 'int32') : operand;
}

/** Integers become float32, the result's dtype where it need not be whole. */
export function floating(operand: Tensor): Tensor {
  return operand.dtype === 'int32' || operand.dtype === 'bool' ? cast(operand, 'float32') : operand;
}

/** Whether the value's dtype is the runtime's guess: a result of such operands alone is weakly typed too. */
export function isWeakOperand(value: unknown): boolean {
  return isTensor(value) ? isWeakTensor(value) : isHostScalar(value);
}

interface StackableList extends ListContents {
  stack(): Tensor;
}

/** Nested arrays, of numbers, booleans and tensors, as one tensor; integers take an int32 dtype beside an int32 tensor. */
export function arrayAsTensor(array: unknown, beside: Tensor | null): Tensor {
  const list = listOf<StackableList>(array);
  if (list !== undefined) return list.stack();
  const leaves = leavesOf(array);
  if (leaves.some(isTensor)) return stacked(array, beside);
  if (leaves.some((leaf) => !isHostScalar(leaf))) {
    throw errorHere(
      'operand-type',
      `An array is used as a tensor but holds ${describeValue(leaves.find((leaf) => !isHostScalar(leaf)))}. ` +
        'It may hold tensors, numbers and booleans.',
    );
  }
  return tensor(array as number[], undefined, arrayDtype(array, leaves, beside));
}

function stacked(array: unknown, beside: Tensor | null): Tensor {
  const elements = array as readonly unknown[];
  const reference = beside ?? (leavesOf(array).find(isTensor) as Tensor);
  const rows = elements.map((element) =>
    Array.isArray(element) || ArrayBuffer.isView(element)
      ? arrayAsTensor(element, reference)
      : asOperand(element, reference, 'An array'),
  );
  const dtypes = new Set(rows.map(dtypeOf));
  if (dtypes.size === 1) return stack(rows);
  const common = dtypes.has('float32') ? 'float32' : 'int32';
  return stack(rows.map((row) => cast(row, common)));
}

function leavesOf(array: unknown): unknown[] {
  if (ArrayBuffer.isView(array)) return [...(array as unknown as Iterable<number>)];
  return Array.isArray(array) ? array.flatMap(leavesOf) : [array];
}

function arrayDtype(array: unknown, leaves: readonly unknown[], beside: Tensor | null): DataType {
  if (array instanceof Float32Array || array instanceof Float64Array) return 'float32';
  if (ArrayBuffer.isView(array)) return 'int32';
  if (leaves.every((leaf) => typeof leaf === 'boolean'))
    return leaves.length === 0 ? 'float32' : 'bool';
  if (leaves.every((leaf) => typeof leaf === 'string')) return 'string';
  const wanted = beside === null ? 'int32' : dtypeOf(beside);
  return leaves.every((leaf) => isHostScalar(leaf) && fits(Number(leaf), wanted))
    ? wanted
    : 'float32';
}

function operandDtype(value: number | boolean, beside: DataType): DataType {
  if (typeof value === 'boolean')
    return beside === 'bool' ? 'bool' : operandDtype(Number(value), beside);
  return fits(value, beside) ? beside : naturalDtype(value);
}
