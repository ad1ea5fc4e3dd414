import type { BackendValues } from '@tensorflow/tfjs-core';
import { util } from '@tensorflow/tfjs-core';
import type { DataType } from '../graph/types.js';

/** How many elements at each end of an axis are shown of a longer one. */
const shownAtEnds = 3;

/** A tensor as TensorFlow's `tf.print` shows it: `[[1 2 3]\n [4 5 6]]`, `[0 1 2 ... 97 98 99]`, `1`. */
export function formatTensor(
  values: BackendValues,
  shape: readonly number[],
  dtype: DataType,
): string {
  const element = elementFormatter(values, dtype, shape.length > 0);
  if (shape.length === 0) return element(0);
  const format = (axis: number, start: number): string => {
    if (axis === shape.length) return element(start);
    const size = shape[axis]!;
    const stride = shape.slice(axis + 1).reduce((product, dimension) => product * dimension, 1);
    const isShortened = size > 2 * shownAtEnds;
    const parts: string[] = [];
    for (let index = 0; index < size; index++) {
      if (isShortened && index === shownAtEnds) {
        parts.push('...');
        index = size - shownAtEnds;
      }
      parts.push(format(axis + 1, start + index * stride));
    }
    return `[${parts.join(separator(axis, shape.length))}]`;
  };
  return format(0, 0);
}

/** Rows go on lines of their own, matrices are set apart by an empty line, and so on; what follows is indented. */
function separator(axis: number, rank: number): string {
  const breaks = rank - 1 - axis;
  return breaks === 0 ? ' ' : '\n'.repeat(breaks) + ' '.repeat(axis + 1);
}

function elementFormatter(
  values: BackendValues,
  dtype: DataType,
  isQuoted: boolean,
): (index: number) => string {
  if (dtype === 'string') {
    const strings = values as Uint8Array[];
    return (index) => {
      const text = util.decodeString(strings[index]!);
      return isQuoted ? `"${text}"` : text;
    };
  }
  const numbers = values as Float32Array;
  if (dtype === 'complex64') {
    return (index) =>
      `(${formatFloat(numbers[2 * index]!)},${formatFloat(numbers[2 * index + 1]!)})`;
  }
  if (dtype === 'float32') return (index) => formatFloat(numbers[index]!);
  return (index) => String(numbers[index]);
}

/** Six digits where they name the number exactly, else nine, which always do; as C's `%g` writes them. */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const isExact = Math.fround(Number(value.toPrecision(6))) === Math.fround(value);
  const digits = isExact ? 6 : 9;
  const [mantissa, exponentText] = value.toExponential(digits - 1).split('e') as [string, string];
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < digits) {
    return withoutTrailingZeros(value.toFixed(digits - 1 - exponent));
  }
  const sign = exponent < 0 ? '-' : '+';
  return `${withoutTrailingZeros(mantissa)}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

function withoutTrailingZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
