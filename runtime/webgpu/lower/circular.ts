import type { Emitter } from '../wgsl/emitter.js';
import { literal } from '../wgsl/scalar.js';

/**
 * Half of pi in parts. The first has so few bits that its products with integers below 2¹⁶ are exact (Cody and Waite,
 * "Software Manual for the Elementary Functions", chapter 8).
 */
const halfPi = ['1.5703125f', '4.8375129699707031e-4f', '7.5497899548918822e-8f'];

/**
 * Sine and cosine as polynomials around the nearest multiple of half a pi, since WGSL promises three digits only, and
 * between -pi and pi only. The coefficients are those of the Cephes library (`sinf`, `cosf`).
 */
function quarterTurn(x: string, emitter: Emitter) {
  const turns = emitter.let(`round(${x} * 0.63661975f)`);
  const rest = halfPi.reduce((left, part) => emitter.let(`fma(-${turns}, ${part}, ${left})`), x);
  const square = emitter.let(`${rest} * ${rest}`);
  const sine = emitter.let(
    `fma(fma(fma(-1.9515296e-4f, ${square}, 8.332161e-3f), ${square}, -0.16666655f) * ${square}, ${rest}, ${rest})`,
  );
  const cosine = emitter.let(
    `fma(fma(fma(fma(2.4433157e-5f, ${square}, -1.3887316e-3f), ${square}, 4.1666646e-2f), ${square}, -0.5f), ${square}, 1f)`,
  );
  const quadrant = emitter.let(`i32(${turns})`);
  const isOdd = emitter.let(`(${quadrant} & 1i) == 1i`);
  return { sine, cosine, quadrant, isOdd };
}

/** What is not finite has no place on the circle. */
function ofFinite(x: string, code: string, emitter: Emitter): string {
  const value = emitter.let(code);
  return `select(${literal(Number.NaN, 'f32')}, ${value}, is_finite(${x}))`;
}

/** A function that is zero, of the same sign, at zero. */
function throughZero(x: string, code: string): string {
  return `select(${code}, ${x}, ${x} == 0f)`;
}

export function sine(x: string, emitter: Emitter): string {
  const { sine, cosine, quadrant, isOdd } = quarterTurn(x, emitter);
  const size = emitter.let(`select(${sine}, ${cosine}, ${isOdd})`);
  const signed = `select(${size}, -${size}, (${quadrant} & 2i) == 2i)`;
  return throughZero(x, ofFinite(x, signed, emitter));
}

export function cosine(x: string, emitter: Emitter): string {
  const { sine, cosine, quadrant, isOdd } = quarterTurn(x, emitter);
  const size = emitter.let(`select(${cosine}, ${sine}, ${isOdd})`);
  return ofFinite(x, `select(${size}, -${size}, ((${quadrant} + 1i) & 2i) == 2i)`, emitter);
}

export function tangent(x: string, emitter: Emitter): string {
  const { sine, cosine, isOdd } = quarterTurn(x, emitter);
  const above = emitter.let(`select(${sine}, -${cosine}, ${isOdd})`);
  const below = emitter.let(`select(${cosine}, ${sine}, ${isOdd})`);
  return throughZero(x, ofFinite(x, `${above} / ${below}`, emitter));
}
