import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Bit operators take the last 32 bits of numbers that int32 does not hold, and float32 rounds. */
const bodies = [
  'const k = n | 0; return [k & 0xFFFFFFFF, 0xFFFFFFFF & -k, k ^ 0xEDB88320, k | 0x80000001, k ^ 3000000001, k & 1e12, k | 2 ** 32];',
  'let crc = -1; for (let i = 0; i < n; i++) { crc ^= i + 104; for (let j = 0; j < 8; j++) crc = (crc & 1) !== 0 ? (crc >>> 1) ^ 0xEDB88320 : crc >>> 1; } return crc ^ -1;',
  'const k = n | 0; return [Math.imul(k, 0xcc9e2d51), Math.imul(0x85ebca6b, k), Math.imul(k, 0x1b873593)];',
  'const k = n | 0; return [(k + 0xe6546b64) | 0, (k - 0x9e3779b9) | 0, (0xe6546b64 - k) & 0xff, (k + 0x9e3779b9 + 1) >> 3, (k + 3000000001) ^ k];',
  'let w = n | 0, s = 0; for (let i = 0; i < n; i++) { w = (w + 0x9e3779b9) | 0; let t = Math.imul(w ^ (w >>> 16), 0x21f0aaad); t = Math.imul(t ^ (t >>> 15), 0x735a2d97); s = (s + (t ^ (t >>> 15))) | 0; } return s;',
  'const k = n | 0; const sum = k + 3e9; return [sum > 1e9, (k + 0.5) | 0];',
];

describe.each(executors)('bit operators on large numbers, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
