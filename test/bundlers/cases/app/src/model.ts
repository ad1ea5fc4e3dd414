import { graph } from 'use-graph';
import { half, shift as moved } from './helpers.js';

export interface Options {
  rate?: number;
}

export function settle(x: number, { rate = 2 }: Options = {}): number {
  'use graph';
  let steps = 0;
  while (x > 1) {
    x = x / rate;
    steps += 1;
    if (steps > 50) break;
  }
  return x + moved(steps);
}

export const absolute = (x: number): number => {
  'use graph';
  return clamp(x > 0 ? x : -x);
};

const clamp = (x: number) => {
  if (x > 100) return 100;
  return x;
};

export class Counter {
  #scale = 3;
  static make<T extends Counter>(this: new () => T): T {
    return new this();
  }
  apply(x: number): number {
    'use graph';
    return this.#scaled(x) + 1;
  }
  #scaled(x: number): number {
    return x * this.#scale;
  }
}

export async function later(x: number): Promise<number> {
  'use graph';
  const y = await x;
  return half(y);
}

export const wrapped = graph((x: number) => (x > 2 ? x - 2 : x));

export function explode(x: number): number {
  'use graph';
  const message = `too large`;
  if (x === 13) throw new RangeError(message);
  return x;
}
