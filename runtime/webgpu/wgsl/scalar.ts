import type { DataType } from '../../graph/types.js';

/** The types of single elements in generated shaders. */
export type ScalarType = 'f32' | 'i32' | 'bool';

/** An expression of the shader that is cheap to repeat: a name or a literal. */
export interface Scalar {
  readonly code: string;
  readonly type: ScalarType;
}

export function scalarTypeOf(dtype: DataType): ScalarType {
  if (dtype === 'float32') return 'f32';
  return dtype === 'bool' ? 'bool' : 'i32';
}

/** How a buffer holds elements of a type: TensorFlow.js keeps bools as integers of 32 bits. */
export function storedType(type: ScalarType): 'f32' | 'i32' {
  return type === 'f32' ? 'f32' : 'i32';
}

/** A literal. Constant expressions must be finite (WGSL, section 8.1), so the others are made from bits at run time. */
export function literal(value: number, type: ScalarType): string {
  if (type === 'bool') return value ? 'true' : 'false';
  if (type === 'i32') {
    const integer = value | 0;
    return integer < 0 ? `i32(${integer})` : `${integer}i`;
  }
  const rounded = Math.fround(value);
  if (Number.isNaN(rounded)) return 'bitcast<f32>(nan_bits)';
  if (rounded === Infinity) return 'bitcast<f32>(infinity_bits)';
  if (rounded === -Infinity) return '(-bitcast<f32>(infinity_bits))';
  // Drivers keep one constant for both zeros.
  if (Object.is(rounded, -0)) return 'bitcast<f32>(negative_zero_bits)';
  const text = String(rounded);
  return text.startsWith('-') ? `(${text}f)` : `${text}f`;
}

/** The number that code is, as a literal or a converted one; not-a-number where it is something else. */
export function numberOf(code: string): number {
  return Number(code.replace(/[fi]32\(|[()fi]/g, ''));
}

/**
 * A quotient of floats. Drivers multiply by the reciprocal of a literal, so that 21 / 7 is more than 3: where that is
 * rounded, they must not know the divisor.
 */
export function quotient(a: string, b: string, divisor: string): string {
  const size = Math.abs(numberOf(divisor));
  const isExact = !(size > 0) || Number.isInteger(Math.log2(size));
  return isExact ? `${a} / ${b}` : `quotient(${a}, ${b})`;
}

/** What shaders declare besides their buffers. */
export const prelude = `var<private> nan_bits: u32 = 0x7fc00000u;
var<private> infinity_bits: u32 = 0x7f800000u;
var<private> negative_zero_bits: u32 = 0x80000000u;
fn is_nan(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }
fn is_inf(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) == 0x7f800000u; }
fn is_finite(x: f32) -> bool { return (bitcast<u32>(x) & 0x7f800000u) != 0x7f800000u; }
fn is_negative(x: f32) -> bool { return (bitcast<u32>(x) >> 31u) == 1u; }
fn is_nan_4(x: vec4<f32>) -> vec4<bool> { return (bitcast<vec4<u32>>(x) & vec4(0x7fffffffu)) > vec4(0x7f800000u); }
fn is_inf_4(x: vec4<f32>) -> vec4<bool> { return (bitcast<vec4<u32>>(x) & vec4(0x7fffffffu)) == vec4(0x7f800000u); }
fn is_finite_4(x: vec4<f32>) -> vec4<bool> { return (bitcast<vec4<u32>>(x) & vec4(0x7f800000u)) != vec4(0x7f800000u); }
fn is_negative_4(x: vec4<f32>) -> vec4<bool> { return (bitcast<vec4<u32>>(x) >> vec4(31u)) == vec4(1u); }
fn quotient(a: f32, b: f32) -> f32 { return a / select(b, 0f, bitcast<u32>(a) == 0xffffffffu); }
fn quotient_4(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> { return a / select(b, vec4(0f), bitcast<vec4<u32>>(a) == vec4(0xffffffffu)); }
fn to_i32(x: f32) -> i32 { return select(0i, i32(x - ceil(floor(x * 0x1p-31f) * 0.5f) * 0x1p+32f), is_finite(x)); }
fn to_i32_4(x: vec4<f32>) -> vec4<i32> {
  return select(vec4(0i), vec4<i32>(x - ceil(floor(x * 0x1p-31f) * 0.5f) * 0x1p+32f), is_finite_4(x));
}
`;

/** The element as one of another type, as TensorFlow.js casts: integers wrap around, and what is not finite becomes zero. */
export function convert({ code, type }: Scalar, to: ScalarType): Scalar {
  if (type === to) return { code, type };
  // Drivers differ in what `!=` says of not-a-numbers, which are true.
  if (to === 'bool') return { code: `!(${code} == ${type === 'f32' ? '0f' : '0i'})`, type: to };
  const isNarrowed = type === 'f32' && to === 'i32';
  return { code: isNarrowed ? `to_i32(${code})` : `${to}(${code})`, type: to };
}
