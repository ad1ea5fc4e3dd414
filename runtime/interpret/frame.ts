import type { KernelBackend, TensorInfo } from '@tensorflow/tfjs-core';
import { release, retain } from './backend.js';

/** The values of one run of one program. It owns a reference to each tensor that it holds. */
export class Frame {
  readonly #slots: (TensorInfo | null)[];

  constructor(
    readonly backend: KernelBackend,
    slotCount: number,
  ) {
    this.#slots = new Array<TensorInfo | null>(slotCount).fill(null);
  }

  get(slot: number): TensorInfo {
    return this.#slots[slot]!;
  }

  /** Takes over the caller's reference. */
  set(slot: number, info: TensorInfo): void {
    this.#slots[slot] = info;
  }

  /** A reference of the caller's own to each. */
  share(slots: readonly number[]): TensorInfo[] {
    return slots.map((slot) => retain(this.backend, this.get(slot)));
  }

  free(slots: readonly number[]): void {
    for (const slot of slots) {
      const info = this.#slots[slot];
      if (info == null) continue;
      this.#slots[slot] = null;
      release(this.backend, info);
    }
  }

  freeAll(): void {
    this.free(Array.from(this.#slots.keys()));
  }
}
