import type { DeviceModel } from '../fuse/deviceModel.js';
import type { Emitter } from '../wgsl/emitter.js';
import type { Kernel } from './kernel.js';

/** How the work of a kernel is spread over its invocations. */
export interface Grid {
  readonly workgroupSize: number;
  /** Known when all work has been written. */
  readonly workgroups: Kernel['workgroups'];
  /** Writes what is done for each of so many numbers, which may be done at the same time. */
  forEach(emitter: Emitter, count: number, body: (id: string) => void): void;
}

/** One invocation for each number, in as many workgroups as that takes. */
export class SpreadGrid implements Grid {
  #workgroups: Kernel['workgroups'] = [1, 1, 1];

  constructor(
    readonly device: DeviceModel,
    readonly workgroupSize: number,
  ) {}

  get workgroups(): Kernel['workgroups'] {
    return this.#workgroups;
  }

  forEach(emitter: Emitter, count: number, body: (id: string) => void): void {
    const { workgroupSize } = this;
    const needed = Math.ceil(count / workgroupSize);
    const x = Math.min(needed, this.device.workgroupCountLimit);
    const y = Math.ceil(needed / x);
    this.#workgroups = [x, y, 1];
    const group = y === 1 ? 'workgroup.x' : `(workgroup.x + workgroup.y * ${x}u)`;
    const id = emitter.let(`i32(${group} * ${workgroupSize}u + local)`);
    if (x * y * workgroupSize === count) body(id);
    else emitter.block(`if (${id} < ${count})`, () => body(id));
  }
}

/** One workgroup that does everything, step after step: each `forEach` sees what those before it have written. */
export class SingleWorkgroup implements Grid {
  readonly workgroups: Kernel['workgroups'] = [1, 1, 1];
  #isFirst = true;

  constructor(readonly workgroupSize: number) {}

  forEach(emitter: Emitter, count: number, body: (id: string) => void): void {
    if (!this.#isFirst) {
      emitter.line('storageBarrier();');
      emitter.line('workgroupBarrier();');
    }
    this.#isFirst = false;
    if (count === 1) {
      emitter.block('if (local == 0u)', () => body('0'));
      return;
    }
    const id = emitter.name();
    const head = `for (var ${id}: i32 = i32(local); ${id} < ${count}; ${id} += ${this.workgroupSize})`;
    emitter.block(head, () => body(id));
  }
}
