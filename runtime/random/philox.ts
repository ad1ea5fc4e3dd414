/*
 * Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011): a function of a
 * counter and a key, without a state, whose results for different counters are as good as independent. So each element
 * of each tensor is drawn by itself, in any order, on the host or on a GPU, and can be drawn once more for a gradient.
 */

const multipliers = [0xd2511f53, 0xcd9e8d57] as const;
/** The key grows by these from round to round: the golden ratio and the square root of three less one. */
const weyl = [0x9e3779b9, 0xbb67ae85] as const;
const rounds = 10;

export type Counter = readonly [number, number, number, number];
export type Key = readonly [number, number];

/** Four words of 32 random bits. */
export function philox4x32(counter: Counter, key: Key): [number, number, number, number] {
  let [c0, c1, c2, c3] = counter;
  let [k0, k1] = key;
  for (let round = 0; round < rounds; round++) {
    const high0 = highWord(multipliers[0], c0);
    const high1 = highWord(multipliers[1], c2);
    const low0 = Math.imul(multipliers[0], c0);
    const low1 = Math.imul(multipliers[1], c2);
    [c0, c1, c2, c3] = [high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0];
    k0 = (k0 + weyl[0]) | 0;
    k1 = (k1 + weyl[1]) | 0;
  }
  return [c0 >>> 0, c1 >>> 0, c2 >>> 0, c3 >>> 0];
}

/** The upper half of a product of 64 bits, through products of 16 bits each. */
function highWord(a: number, b: number): number {
  const [aLow, aHigh] = [a & 0xffff, a >>> 16];
  const [bLow, bHigh] = [b & 0xffff, b >>> 16];
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const carry = aLow * bHigh + (middle % 0x10000);
  return (aHigh * bHigh + Math.floor(middle / 0x10000) + Math.floor(carry / 0x10000)) | 0;
}

/** The same function in WGSL, of the same bits: `philox4x32(counter: vec4<u32>, key: vec2<u32>) -> vec4<u32>`. */
export function philoxWgsl(): string {
  return `
fn high_word(a: u32, b: u32) -> u32 {
  let middle = (a >> 16u) * (b & 0xffffu) + (((a & 0xffffu) * (b & 0xffffu)) >> 16u);
  let carry = (a & 0xffffu) * (b >> 16u) + (middle & 0xffffu);
  return (a >> 16u) * (b >> 16u) + (middle >> 16u) + (carry >> 16u);
}

fn philox4x32(start: vec4<u32>, first_key: vec2<u32>) -> vec4<u32> {
  var c = start;
  var k = first_key;
  for (var round = 0; round < ${rounds}; round++) {
    let high0 = high_word(${multipliers[0]}u, c.x);
    let high1 = high_word(${multipliers[1]}u, c.z);
    c = vec4<u32>(high1 ^ c.y ^ k.x, ${multipliers[1]}u * c.z, high0 ^ c.w ^ k.y, ${multipliers[0]}u * c.x);
    k = k + vec2<u32>(${weyl[0]}u, ${weyl[1]}u);
  }
  return c;
}
`;
}
