import type { Kernel } from './kernels/kernel.js';
import type { BufferName, Location } from './kernels/memoryPlan.js';
import { type Pipeline, pipelineOf } from './pipelines.js';
import type { Instruction } from './program/instructions.js';
import type { Slicing } from './program/slices.js';

/** An instruction made ready on one device. */
export type Command = Dispatch | Repeat | Slices | Until;

export interface Dispatch {
  readonly kind: 'dispatch';
  /** Its place among all dispatches. */
  readonly number: number;
  readonly pipeline: Pipeline;
  readonly buffers: readonly BufferName[];
  /** The places of the external buffers among `buffers`. */
  readonly externals: readonly number[];
  /** Where the kernel's part of the uniform buffer begins, in bytes, and how long it is; `null` where it has none. */
  readonly uniforms: { readonly offset: number; readonly size: number } | null;
  readonly usesSeed: boolean;
  readonly workgroups: readonly [number, number, number];
  readonly groups: BoundGroup[];
}

/** A bind group and the external buffers that it binds. */
export interface BoundGroup {
  readonly external: readonly GPUBuffer[];
  readonly group: GPUBindGroup;
}

/** The same kernel, told that it begins, goes on, or must end. */
export interface Slices {
  readonly kind: 'slices';
  readonly first: Dispatch;
  readonly next: Dispatch;
  readonly last: Dispatch;
  readonly slicing: Slicing;
  readonly progress: Location;
}

export interface Repeat {
  readonly kind: 'repeat';
  readonly times: number;
  readonly body: readonly Command[];
}

export interface Until {
  readonly kind: 'until';
  /** Whether it goes on, and how many rounds it has gone. */
  readonly progress: readonly [goesOn: Location, rounds: Location];
  readonly limit: number | null;
  readonly body: readonly Command[];
  /** How many rounds the last run took. */
  lastRounds: number;
}

/** A loop of so few commands is rather encoded to its limit than asked for its end. */
const mostCommandsInVain = 64;

/** The commands, and the content of the uniform buffer that they bind parts of. */
export function commandsOf(
  instructions: readonly Instruction<Kernel>[],
  device: GPUDevice,
): { readonly commands: Command[]; readonly uniforms: Uint32Array<ArrayBuffer> } {
  const alignment = device.limits.minUniformBufferOffsetAlignment;
  const uniforms: number[] = [];
  let dispatches = 0;

  const dispatchOf = (kernel: Kernel, number: number, slice = 0): Dispatch => {
    const { code, label, buffers, usesSeed, workgroups } = kernel;
    const offsets = [...kernel.offsets];
    if (kernel.slice !== null) offsets[kernel.slice] = slice;
    const offset = Math.ceil((uniforms.length * 4) / alignment) * alignment;
    const size = Math.ceil(offsets.length / 4) * 16;
    if (size > 0) {
      uniforms.length = offset / 4 + size / 4;
      for (const [index, place] of offsets.entries()) uniforms[offset / 4 + index] = place;
    }
    return {
      kind: 'dispatch',
      number,
      pipeline: pipelineOf(device, { code, label }),
      buffers,
      externals: buffers.flatMap((name) => (isExternal(name) ? [numberOf(name)] : [])),
      uniforms: size === 0 ? null : { offset, size },
      usesSeed,
      workgroups,
      groups: [],
    };
  };
  const commandOf = (instruction: Instruction<Kernel>): Command => {
    switch (instruction.kind) {
      case 'dispatch':
        return dispatchOf(instruction.work, dispatches++);
      case 'slices': {
        const { work, slicing, progress } = instruction;
        const number = dispatches++;
        const [first, next, last] = [0, 1, 2].map((slice) => dispatchOf(work, number, slice));
        return {
          kind: 'slices',
          first: first!,
          next: next!,
          last: last!,
          slicing,
          progress,
        };
      }
      case 'repeat':
        return { kind: 'repeat', times: instruction.times, body: instruction.body.map(commandOf) };
      case 'until': {
        const { progress, limit, body } = instruction;
        return { kind: 'until', progress, limit, body: body.map(commandOf), lastRounds: 0 };
      }
    }
  };
  const commands = instructions.map(commandOf);
  return { commands, uniforms: Uint32Array.from(uniforms, (place) => place ?? 0) };
}

/** Whether only somebody who can wait can encode it. */
export function mustWait(command: Command): boolean {
  if (command.kind === 'dispatch' || command.kind === 'slices') return false;
  return (command.kind === 'until' && command.limit === null) || command.body.some(mustWait);
}

/** Whether asking for the end of a loop pays, or has to be done. */
export function isWorthWaiting({ limit, body }: Until): boolean {
  return limit === null || body.some(mustWait) || limit * commandCount(body) > mostCommandsInVain;
}

function commandCount(commands: readonly Command[]): number {
  return commands.reduce((sum, command) => {
    if (command.kind === 'dispatch' || command.kind === 'slices') return sum + 1;
    const rounds = command.kind === 'repeat' ? command.times : (command.limit ?? 1);
    return sum + rounds * commandCount(command.body);
  }, 0);
}

function isExternal(name: BufferName): name is `external${number}` {
  return name.startsWith('external');
}

export function numberOf(name: `external${number}` | BufferName): number {
  return Number(name.slice('external'.length));
}
