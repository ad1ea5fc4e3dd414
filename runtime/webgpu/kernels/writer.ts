import { internalError } from '../../errors.js';
import type { ConstantNode, Value } from '../../graph/graph.js';
import type { Definitions } from '../fuse/accesses.js';
import type { DeviceModel } from '../fuse/deviceModel.js';
import type { Reader } from '../lower/operation.js';
import type { BufferName, Location, MemoryPlan } from '../plan.js';
import { Emitter } from '../wgsl/emitter.js';
import type { Index } from '../wgsl/index.js';
import { literal, prelude, type Scalar, scalarTypeOf, storedType } from '../wgsl/scalar.js';
import type { Kernel } from './kernel.js';

/** What all kernels of a region are written from. */
export interface KernelContext {
  readonly definitions: Definitions;
  readonly constants: ReadonlyMap<Value, ConstantNode>;
  readonly stored: ReadonlySet<Value>;
  readonly plan: MemoryPlan;
  readonly device: DeviceModel;
}

interface BoundBuffer {
  readonly name: string;
  isWritten: boolean;
  readonly type: 'f32' | 'i32' | 'u32';
}

/** Writes one kernel: its statements, and the buffers that these turn out to need. */
export class KernelWriter implements Reader {
  readonly emitter = new Emitter();
  readonly #buffers = new Map<BufferName, BoundBuffer>();

  /** `own` gives the elements that the kernel computes itself, and `null` for other tensors. */
  constructor(
    readonly context: KernelContext,
    readonly own: (value: Value) => Scalar | null,
  ) {}

  read(value: Value, index: Index): Scalar {
    const own = this.own(value);
    if (own !== null) return own;
    return this.emitter.once(`${value.id} ${index.key}`, () => this.#read(value, index));
  }

  #read(value: Value, index: Index): Scalar {
    const { constants, definitions, stored, plan } = this.context;
    const constant = constants.get(value);
    if (constant !== undefined && 'splat' in constant.data) {
      const type = scalarTypeOf(value.dtype);
      return { code: literal(constant.data.splat, type), type };
    }
    const definition = definitions.get(value);
    if (definition?.kind === 'map' && !stored.has(value)) return definition.emit(this, index);
    const location = plan.locations.get(value);
    if (location === undefined) {
      throw internalError(`A kernel reads value ${value.id}, which no kernel has stored.`);
    }
    return this.load(location, value, index.flat);
  }

  load(location: Location, value: Value, position: string): Scalar {
    const type = scalarTypeOf(value.dtype);
    const place = this.emitter.let(at(this.#bind(location, value, false), location, position));
    const bits = location.buffer.startsWith('external')
      ? place
      : `bitcast<${storedType(type)}>(${place})`;
    return this.emitter.scalar(type === 'bool' ? `${bits} != 0i` : bits, type);
  }

  store(value: Value, position: string, { code }: Scalar): void {
    const location = this.context.plan.locations.get(value)!;
    const type = scalarTypeOf(value.dtype);
    const stored = type === 'bool' ? `select(0i, 1i, ${code})` : code;
    const bits = location.buffer.startsWith('external') ? stored : `bitcast<u32>(${stored})`;
    this.emitter.line(`${at(this.#bind(location, value, true), location, position)} = ${bits};`);
  }

  /** The kernel, with a main function whose body has been written. */
  finish(
    label: string,
    workgroupSize: number,
    workgroups: Kernel['workgroups'],
    declarations = '',
  ): Kernel {
    const bound = [...this.#buffers.values()];
    const bindings = bound.map(
      ({ name, isWritten, type }, binding) =>
        `@group(0) @binding(${binding}) var<storage, ${isWritten ? 'read_write' : 'read'}> ${name}: array<${type}>;`,
    );
    const body = this.emitter.toString().replace(/^/gm, '  ');
    const code = `${bindings.join('\n')}
${prelude}${declarations}@compute @workgroup_size(${workgroupSize})
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) local: u32) {
${body}
}
`;
    return { label, code, buffers: [...this.#buffers.keys()], workgroups };
  }

  #bind({ buffer }: Location, value: Value, isWritten: boolean): string {
    let bound = this.#buffers.get(buffer);
    if (bound === undefined) {
      const type = buffer.startsWith('external') ? storedType(scalarTypeOf(value.dtype)) : 'u32';
      bound = { name: `b${this.#buffers.size}`, isWritten, type };
      this.#buffers.set(buffer, bound);
    }
    bound.isWritten ||= isWritten;
    return bound.name;
  }
}

function at(name: string, { offset }: Location, position: string): string {
  if (offset === 0) return `${name}[${position}]`;
  return /^\d+$/.test(position)
    ? `${name}[${offset + Number(position)}]`
    : `${name}[${position} + ${offset}]`;
}

/** Names the number of the invocation in a grid, and the workgroups that make up one with so many invocations. */
export function invocations(
  emitter: Emitter,
  count: number,
  workgroupSize: number,
  { workgroupCountLimit }: DeviceModel,
): { readonly id: string; readonly workgroups: Kernel['workgroups']; readonly isExact: boolean } {
  const needed = Math.ceil(count / workgroupSize);
  const x = Math.min(needed, workgroupCountLimit);
  const y = Math.ceil(needed / x);
  const group = y === 1 ? 'workgroup.x' : `(workgroup.x + workgroup.y * ${x}u)`;
  const id = emitter.let(`i32(${group} * ${workgroupSize}u + local)`);
  return { id, workgroups: [x, y, 1], isExact: x * y * workgroupSize === count };
}
