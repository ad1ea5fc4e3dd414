import { type ConstantData, PrintHole, PrintText } from './graph.js';
import type { Shape } from './types.js';

/** Longer arrays are shortened. */
const LONGEST = 8;
const SHOWN = 6;
const DEEPEST = 4;

/** The elements of a constant: `[1, 2, 3]`, `all 0` where they are the same, or `2` for a scalar. */
export function formatConstant(data: ConstantData, shape: Shape): string {
  const scalar = shape?.length === 0;
  if ('splat' in data) return `${scalar ? '' : 'all '}${formatNumber(data.splat)}`;
  const { values } = data;
  const formatValues = scalar ? formatFirst : formatList;
  if (Array.isArray(values)) return formatValues(values, formatText);
  // Elements of float32 have about seven decimal digits; the rest is noise of the conversion.
  const single = values instanceof Float32Array;
  return formatValues(values as ArrayLike<number>, (element) =>
    formatNumber(single && element !== 0 ? Number(element.toPrecision(7)) : element),
  );
}

/** Plain data in one line, as a JavaScript literal where there is one. */
export function formatData(
  data: unknown,
  formatHole: (hole: PrintHole) => string = () => '?',
  depth = 0,
): string {
  if (data instanceof PrintHole) return formatHole(data);
  if (typeof data === 'string') return JSON.stringify(data);
  if (typeof data === 'number') return formatNumber(data);
  if (typeof data === 'function') return `[function ${data.name || 'anonymous'}]`;
  if (typeof data !== 'object' || data === null) return String(data);
  if (depth === DEEPEST) return '…';
  const formatElement = (element: unknown): string => formatData(element, formatHole, depth + 1);
  if (data instanceof PrintText) return data.pieces.map(formatElement).join(' + ');
  if (Array.isArray(data)) return formatList(data, formatElement);
  if (ArrayBuffer.isView(data) && 'length' in data) {
    return formatList(data as unknown as ArrayLike<number>, formatElement);
  }
  const prototype: unknown = Object.getPrototypeOf(data);
  if (prototype !== Object.prototype && prototype !== null) {
    return `[${data.constructor?.name ?? 'object'}]`;
  }
  const entries = Object.entries(data).map(([key, value]) => `${key}: ${formatElement(value)}`);
  return `{${entries.join(', ')}}`;
}

function formatList<T>(list: ArrayLike<T>, format: (element: T) => string): string {
  const shown = list.length <= LONGEST ? list.length : SHOWN;
  const elements = Array.from({ length: shown }, (_, index) => format(list[index]!));
  if (shown < list.length) elements.push(`… ${list.length - shown} more`);
  return `[${elements.join(', ')}]`;
}

function formatFirst<T>(list: ArrayLike<T>, format: (element: T) => string): string {
  return format(list[0]!);
}

function formatNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function formatText(bytes: Uint8Array): string {
  return JSON.stringify(new TextDecoder().decode(bytes));
}
