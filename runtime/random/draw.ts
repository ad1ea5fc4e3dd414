import type { RandomDistribution } from '../graph/graph.js';
import { type Key, philox4x32, philoxWgsl } from './philox.js';

/*
 * An element is a function of the seed of the call (the key of Philox), of the number of the random node in its graph, of
 * the iterations of the loops around it, and of its own index. What is written here in TypeScript and below in WGSL gives
 * the same uniform numbers, and up to rounding the same others.
 */

/** Where in a graph, and in which iterations of the loops around, something is drawn. */
export interface DrawPlace {
  readonly number: number;
  /** Of the loops around, the outermost first. */
  readonly iterations: readonly number[];
}

/** The seed of one call: `Math.random()` is asked for it anew at each call. */
export function newSeed(): Key {
  const word = () => Math.floor(Math.random() * 2 ** 32);
  return [word(), word()];
}

/** The numbers of a tensor of `size` elements, before they become what its dtype asks for. */
export function drawNumbers(
  distribution: RandomDistribution,
  size: number,
  seed: Key,
  place: DrawPlace,
): Float32Array {
  const [outer, inner] = iterationWords(place.iterations);
  const numbers = new Float32Array(size);
  if (distribution.kind === 'gamma') {
    for (let index = 0; index < size; index++) {
      numbers[index] = gamma(distribution, (attempt) =>
        philox4x32(
          [index, place.number, outer, inner],
          [seed[0], seed[1] ^ Math.imul(attempt, gammaStep)],
        ),
      );
    }
    return numbers;
  }
  const convert = conversion(distribution);
  for (let index = 0; index < size; index += 4) {
    const words = philox4x32([index >>> 2, place.number, outer, inner], seed);
    for (let lane = 0; lane < 4 && index + lane < size; lane++) {
      numbers[index + lane] = convert(words[lane]!);
    }
  }
  return numbers;
}

const gammaStep = 0x85ebca6b;
const foldFactor = 0x9e3779b1;

/** All but the outermost iteration share a word, which is the second one where there are two. */
function iterationWords([outer = 0, ...inner]: readonly number[]): [number, number] {
  return [outer, inner.reduce((folded, each) => (Math.imul(folded, foldFactor) + each) | 0, 0)];
}

/** In [0, 1), a multiple of 2 ** -24. */
function unit(word: number): number {
  return (word >>> 8) * 2 ** -24;
}

/** In (-1, 1), and never 0: an odd multiple of 2 ** -23. */
function symmetric(word: number): number {
  return (2 * (word >>> 9) + 1) * 2 ** -23 - 1;
}

/** The part of a normal distribution within two deviations. */
const withinTwo = 0.954499736103642;

function conversion(
  distribution: Exclude<RandomDistribution, { kind: 'gamma' }>,
): (word: number) => number {
  if (distribution.kind === 'uniform') {
    const { minimum, maximum } = distribution;
    return (word) => minimum + (maximum - minimum) * unit(word);
  }
  const { mean, deviation } = distribution;
  const part = distribution.kind === 'normal' ? 1 : withinTwo;
  return (word) => mean + deviation * Math.SQRT2 * inverseErf(part * symmetric(word));
}

/** M. Giles, "Approximating the erfinv function", GPU Computing Gems 2 (2010), in single precision. */
const central = [
  2.81022636e-8, 3.43273939e-7, -3.5233877e-6, -4.39150654e-6, 0.00021858087, -0.00125372503,
  -0.00417768164, 0.246640727, 1.50140941,
];
const tail = [
  -0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613,
  0.00943887047, 1.00167406, 2.83297682,
];

function inverseErf(x: number): number {
  const w = -Math.log((1 - x) * (1 + x));
  const [z, coefficients] = w < 5 ? [w - 2.5, central] : [Math.sqrt(w) - 3, tail];
  return x * coefficients.reduce((sum, coefficient) => sum * z + coefficient, 0);
}

/** G. Marsaglia and W. W. Tsang, "A simple method for generating gamma variables", 2000. */
function gamma(
  { alpha, scale }: { readonly alpha: number; readonly scale: number },
  words: (attempt: number) => readonly number[],
): number {
  const d = (alpha < 1 ? alpha + 1 : alpha) - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (let attempt = 0; ; attempt++) {
    const [forNormal, forTest, forPower] = words(attempt);
    const x = Math.SQRT2 * inverseErf(symmetric(forNormal!));
    const v = (1 + c * x) ** 3;
    if (v <= 0 || Math.log(positive(forTest!)) >= 0.5 * x * x + d * (1 - v + Math.log(v))) continue;
    return scale * d * v * (alpha < 1 ? positive(forPower!) ** (1 / alpha) : 1);
  }
}

/** In (0, 1). */
function positive(word: number): number {
  return (2 * (word >>> 9) + 1) * 2 ** -24;
}

/**
 * In WGSL `name(index: u32, number: u32, iterations: vec2<u32>, seed: vec2<u32>) -> f32`, with the functions that it needs
 * before it, which are the same for all distributions. The words for the iterations are `iterationsWgsl` of those of the
 * loops around.
 */
export function drawWgsl(distribution: RandomDistribution, name: string): readonly string[] {
  switch (distribution.kind) {
    case 'gamma':
      return [philoxWgsl(), inverseErfWgsl, positiveWgsl, gammaWgsl(distribution, name)];
    case 'uniform':
      return [philoxWgsl(), ofWordWgsl(distribution, name)];
    default:
      return [philoxWgsl(), inverseErfWgsl, ofWordWgsl(distribution, name)];
  }
}

function ofWordWgsl(
  distribution: Exclude<RandomDistribution, { kind: 'gamma' }>,
  name: string,
): string {
  return `
fn ${name}(index: u32, number: u32, iterations: vec2<u32>, seed: vec2<u32>) -> f32 {
  let words = philox4x32(vec4<u32>(index >> 2u, number, iterations), seed);
  let word = words[index & 3u];
  return ${convertedWgsl(distribution)};
}
`;
}

/** What becomes of a number that is drawn for a tensor of integers or booleans. */
export function integerWgsl(drawn: string, { kind }: RandomDistribution): string {
  return kind === 'uniform' ? `i32(${drawn})` : `i32(round(${drawn}))`;
}

/** The two words that stand for iterations, given as `u32` expressions, the outermost first. */
export function iterationsWgsl([outer = '0u', ...inner]: readonly string[]): string {
  const folded = inner.reduce((sum, each) => `(${sum} * ${foldFactor}u + ${each})`, '0u');
  return `vec2<u32>(${outer}, ${folded})`;
}

function convertedWgsl(distribution: Exclude<RandomDistribution, { kind: 'gamma' }>): string {
  if (distribution.kind === 'uniform') {
    const { minimum, maximum } = distribution;
    return `${float(minimum)} + ${float(maximum - minimum)} * (f32(word >> 8u) * ${float(2 ** -24)})`;
  }
  const { mean, deviation } = distribution;
  const part = float(distribution.kind === 'normal' ? 1 : withinTwo);
  return `${float(mean)} + ${float(deviation * Math.SQRT2)} * inverse_erf(${part} * symmetric(word))`;
}

const inverseErfWgsl = `
fn symmetric(word: u32) -> f32 {
  return f32(2u * (word >> 9u) + 1u) * ${float(2 ** -23)} - 1.0;
}

fn inverse_erf(x: f32) -> f32 {
  let w = -log((1.0 - x) * (1.0 + x));
  if (w < 5.0) {
    let z = w - 2.5;
    return x * ${polynomialWgsl(central)};
  }
  let z = sqrt(w) - 3.0;
  return x * ${polynomialWgsl(tail)};
}
`;

function polynomialWgsl(coefficients: readonly number[]): string {
  return coefficients.map(float).reduce((sum, coefficient) => `(${sum} * z + ${coefficient})`);
}

const positiveWgsl = `
fn positive(word: u32) -> f32 {
  return f32(2u * (word >> 9u) + 1u) * ${float(2 ** -24)};
}
`;

function gammaWgsl(
  { alpha, scale }: { readonly alpha: number; readonly scale: number },
  name: string,
): string {
  const d = (alpha < 1 ? alpha + 1 : alpha) - 1 / 3;
  return `
fn ${name}(index: u32, number: u32, iterations: vec2<u32>, seed: vec2<u32>) -> f32 {
  for (var attempt = 0u; attempt < 1000u; attempt++) {
    let key = vec2<u32>(seed.x, seed.y ^ (attempt * ${gammaStep}u));
    let words = philox4x32(vec4<u32>(index, number, iterations), key);
    let x = ${float(Math.SQRT2)} * inverse_erf(symmetric(words.x));
    let root = 1.0 + ${float(1 / Math.sqrt(9 * d))} * x;
    let v = root * root * root;
    if (v > 0.0 && log(positive(words.y)) < 0.5 * x * x + ${float(d)} * (1.0 - v + log(v))) {
      return ${float(scale * d)} * v${alpha < 1 ? ` * pow(positive(words.z), ${float(1 / alpha)})` : ''};
    }
  }
  return ${float(scale * d)};
}
`;
}

function float(value: number): string {
  const text = String(Math.fround(value));
  return /[.e]/.test(text) ? `f32(${text})` : `f32(${text}.0)`;
}
