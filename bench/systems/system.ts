import type { Program, Scale, Workload } from '../workloads/workload.js';
import type { SystemId } from './ids.js';

/** A library, or hand-written code, that runs the workloads. */
export interface System {
  readonly id: SystemId;
  /** Makes it ready in this page or process; throws where it cannot be used. */
  start(): Promise<void>;
  /** The workload's program, its inputs on the device, or why there is none. */
  load(workload: Workload, scale: Scale): Promise<Runnable | string>;
}

/** A program behind the functions that measuring needs. */
export interface Runnable {
  /** Encodes and submits one call's work. A program that must read while it runs returns a promise. */
  run(): void | Promise<void>;
  /** Hands over to the device what `run` left pending. This is part of what a call costs in JavaScript. */
  flush(): void;
  /** Resolves when the device has done all it was given. */
  finish(): Promise<void>;
  /** The elements of the last call's results, then those of the program's state. */
  read(): Promise<Float32Array[]>;
  /** Frees the last call's results. */
  release(): void;
}

/** A `Runnable` of a program whose values are `Value`, kept from one function to the next. */
export function runnable<Value>(
  program: Program<Value>,
  device: {
    readonly flush: (values: readonly Value[]) => void;
    readonly finish: () => Promise<unknown>;
    readonly read: (value: Value) => Promise<ArrayLike<number>>;
    readonly release: (value: Value) => void;
  },
): Runnable {
  let results: readonly Value[] = [];
  const values = () => [...results, ...(program.state?.() ?? [])];
  return {
    run() {
      const called = program.call();
      if (!(called instanceof Promise)) {
        results = called;
        return;
      }
      return called.then((made) => {
        results = made;
      });
    },
    flush: () => device.flush(values()),
    finish: async () => {
      await device.finish();
    },
    async read() {
      const read: Float32Array[] = [];
      for (const value of values()) read.push(Float32Array.from(await device.read(value)));
      return read;
    },
    release() {
      for (const result of results) device.release(result);
      results = [];
    },
  };
}
