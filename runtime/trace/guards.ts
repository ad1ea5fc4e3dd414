import { Tensor } from '@tensorflow/tfjs-core';
import { formatType } from '../graph/types.js';
import { holeFor } from './errorText.js';
import { hostRead } from './hostRead.js';
import { rowsOf } from './rows.js';
import { symbolicData } from './symbolic.js';
import { isTracing } from './tracer.js';

/**
 * Makes the host's silent conversions of a traced tensor throw: `x > 0`, `x + 1` or a template literal in a function
 * that was not staged would compare or print an object, `JSON.stringify` write out its fields. Ordinary tensors convert
 * as they always did, to what `toString` gives; but to a number, which an eager run makes of one for an element of a typed array
 * or a comparator's answer. And a tensor can be iterated, row by row, wherever JavaScript iterates: in
 * a nested pattern, in `Array.from`. What Node's console shows of a traced one is what it is, without how it is traced. Returns
 * the function that undoes all.
 */
export function installGuards(): () => void {
  const prototype = Tensor.prototype as object as Record<PropertyKey, unknown>;
  if (Symbol.toPrimitive in prototype) return () => {};
  prototype[Symbol.toPrimitive] = function (this: Tensor, hint: string): string | number {
    const data = symbolicData(this);
    if (data === null)
      return hint === 'number' && isNumber(this) ? this.dataSync()[0]! : this.toString();
    const hole = hint === 'number' ? null : holeFor(this);
    if (hole !== null) return hole;
    throw hostRead(data, hint === 'string' ? 'text' : 'number');
  };
  prototype.toJSON = function (this: Tensor): object {
    const data = symbolicData(this);
    if (data !== null) throw hostRead(data, 'by JSON.stringify()');
    return { ...this };
  };
  Object.defineProperty(prototype, inspected, {
    configurable: true,
    value: function (this: Tensor): unknown {
      const data = symbolicData(this);
      return data === null ? this : `Tensor(${formatType(data.value)}, traced: print() shows it)`;
    },
  });
  Object.defineProperty(prototype, Symbol.iterator, {
    configurable: true,
    value: function (this: Tensor): Iterator<Tensor> {
      return rowsOf(this)[Symbol.iterator]();
    },
  });
  return () => {
    delete prototype[inspected];
    delete prototype[Symbol.iterator];
    delete prototype[Symbol.toPrimitive];
    delete prototype.toJSON;
  };
}

/** Whether it is a number to an eager run: a trace would keep what it holds now. */
function isNumber({ size, dtype }: Tensor): boolean {
  return !isTracing() && size === 1 && dtype !== 'string';
}

/** What Node asks an object for that it is to show. Where the answer is the object, it is shown as any other. */
const inspected = Symbol.for('nodejs.util.inspect.custom');
