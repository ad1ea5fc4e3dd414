import { isRowShared, type RowCluster, workersOf } from '../fuse/cluster.js';
import type { DeviceModel } from '../fuse/deviceModel.js';
import type { Emitter } from '../wgsl/emitter.js';
import { Hazards, type Section } from './hazards.js';
import type { Kernel } from './kernel.js';
import { sharingSteps } from './sharing.js';

/** How the work of a kernel is spread over its invocations. */
export interface Grid {
  readonly workgroupSize: number;
  /** Known when all work has been written. */
  readonly workgroups: Kernel['workgroups'];
  /** Writes what is done for each of so many numbers, which may be done at the same time. */
  forEach(emitter: Emitter, count: number, body: (id: string) => void): void;
  /** Writes what a workgroup does together, for each of so many numbers. */
  forEachGroup(emitter: Emitter, count: number, body: (group: string) => void): void;
  /** How many invocations share a row: all of a workgroup, or one. */
  workersOf(rows: RowCluster): number;
  forEachRow(emitter: Emitter, rows: RowCluster, body: (row: string) => void): void;
}

/** One invocation for each number, in as many workgroups as that takes. */
export class SpreadGrid implements Grid {
  #workgroupSize: number;
  #workgroups: Kernel['workgroups'] = [1, 1, 1];

  /** Where the numbers take more workgroups than `mostWorkgroups`, each works on several. */
  constructor(
    readonly device: DeviceModel,
    workgroupSize: number,
    readonly mostWorkgroups = Infinity,
  ) {
    this.#workgroupSize = workgroupSize;
  }

  /** Known, as `workgroups` is, when all work has been written. */
  get workgroupSize(): number {
    return this.#workgroupSize;
  }

  get workgroups(): Kernel['workgroups'] {
    return this.#workgroups;
  }

  forEach(emitter: Emitter, count: number, body: (id: string) => void): void {
    // A processor would compute the elements of idle invocations too.
    this.#workgroupSize = Math.min(this.#workgroupSize, count);
    const { workgroupSize, mostWorkgroups } = this;
    const groups = Math.ceil(count / workgroupSize);
    if (groups > mostWorkgroups) {
      const id = emitter.name();
      const start = `i32(${this.#begin(mostWorkgroups)} * ${workgroupSize}u + local)`;
      const step = mostWorkgroups * workgroupSize;
      const head = `for (var ${id}: i32 = ${start}; ${id} < ${count}; ${id} += ${step})`;
      emitter.block(head, () => body(id));
      return;
    }
    const group = this.#begin(groups);
    const id = emitter.let(`i32(${group} * ${workgroupSize}u + local)`);
    const [x, y] = this.#workgroups;
    if (x * y * workgroupSize === count) body(id);
    else emitter.block(`if (${id} < ${count})`, () => body(id));
  }

  forEachGroup(emitter: Emitter, count: number, body: (group: string) => void): void {
    const group = emitter.let(`i32(${this.#begin(count)})`);
    const [x, y] = this.#workgroups;
    if (x * y !== count) emitter.line(`if (${group} >= ${count}) { return; }`);
    body(group);
  }

  #begin(count: number): string {
    const x = Math.min(count, this.device.workgroupCountLimit);
    const y = Math.ceil(count / x);
    this.#workgroups = [x, y, 1];
    return y === 1 ? 'workgroup.x' : `(workgroup.x + workgroup.y * ${x}u)`;
  }

  workersOf(rows: RowCluster): number {
    return isRowShared(rows, this.device) ? workersOf(rows, this.device) : 1;
  }

  forEachRow(emitter: Emitter, rows: RowCluster, body: (row: string) => void): void {
    const workers = this.workersOf(rows);
    this.forEach(emitter, rows.rowCount * workers, (id) => {
      body(workers === 1 ? id : emitter.let(`(${id} / ${workers})`));
    });
  }
}

/** One workgroup that does everything, section after section: each sees what those before it have written. */
export class SingleWorkgroup implements Grid {
  readonly workgroups: Kernel['workgroups'] = [1, 1, 1];
  readonly hazards = new Hazards();
  #section: Section | null = null;

  constructor(
    readonly device: DeviceModel,
    readonly workgroupSize: number,
  ) {}

  /** Says what the following `forEach` reads and writes. */
  begin(section: Section): void {
    this.#section = section;
  }

  forEach(emitter: Emitter, count: number, body: (id: string) => void): void {
    this.#waitForOthers(emitter);
    if (count === 1) {
      emitter.block('if (local == 0u)', () => body('0'));
      return;
    }
    const id = emitter.name();
    const head = `for (var ${id}: i32 = i32(local); ${id} < ${count}; ${id} += ${this.workgroupSize})`;
    emitter.block(head, () => body(id));
  }

  forEachGroup(emitter: Emitter, count: number, body: (group: string) => void): void {
    this.#waitForOthers(emitter);
    const group = emitter.name();
    emitter.block(`for (var ${group}: i32 = 0; ${group} < ${count}; ${group}++)`, () => {
      body(group);
      // The next one uses the same memory of the workgroup.
      emitter.line('workgroupBarrier();');
    });
  }

  /** Sharing takes barriers, which pay only where invocations really run at the same time. */
  workersOf({ rowCount, columnCount }: RowCluster): number {
    const { workgroupSize, device } = this;
    if (device.isSoftware) return 1;
    const steps = 2 * sharingSteps(workgroupSize, device);
    const shared = rowCount * (Math.ceil(columnCount / workgroupSize) + steps);
    const alone = Math.ceil(rowCount / workgroupSize) * columnCount;
    return shared < alone ? workgroupSize : 1;
  }

  forEachRow(emitter: Emitter, rows: RowCluster, body: (row: string) => void): void {
    if (this.workersOf(rows) === 1) {
      this.forEach(emitter, rows.rowCount, body);
      return;
    }
    this.#waitForOthers(emitter);
    const row = emitter.name();
    emitter.block(`for (var ${row}: i32 = 0; ${row} < ${rows.rowCount}; ${row}++)`, () =>
      body(row),
    );
  }

  #waitForOthers(emitter: Emitter): void {
    const section = this.#section!;
    if (this.hazards.mustWait(section)) {
      emitter.line('storageBarrier();');
      this.hazards.clear();
    }
    this.hazards.add(section);
  }
}
