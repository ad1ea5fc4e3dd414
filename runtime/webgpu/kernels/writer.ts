import { internalError } from '../../errors.js';
import type { ConstantNode, RandomNode, Value } from '../../graph/graph.js';
import { drawWgsl, integerWgsl, iterationsWgsl } from '../../random/draw.js';
import type { Definitions } from '../fuse/accesses.js';
import type { DeviceModel } from '../fuse/deviceModel.js';
import { splatOf } from '../lower/constants.js';
import { type MapOperation, type Reader, sizesOf } from '../lower/operation.js';
import { Emitter } from '../wgsl/emitter.js';
import { Index, named, plus, sizeOf, times } from '../wgsl/index.js';
import { inVectors } from '../wgsl/lanes.js';
import { literal, prelude, type Scalar, scalarTypeOf, storedType } from '../wgsl/scalar.js';
import type { Grid } from './grid.js';
import type { Kernel } from './kernel.js';
import type { BufferName, Location, MemoryPlan } from './memoryPlan.js';
import type { Vectors } from './vectors.js';

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
  readonly type: Element | `vec4<${Element}>`;
}

type Element = 'f32' | 'i32' | 'u32';

/** The variable by which a workgroup's invocations decide together. */
const decision = 'decision';

const enableSubgroups = 'enable subgroups;\nrequires subgroup_id;\n';

const enableFloat16 = 'enable f16;\n';

const ofSubgroup =
  ', @builtin(subgroup_size) subgroup_size: u32, @builtin(subgroup_invocation_id) subgroup_invocation: u32, @builtin(subgroup_id) subgroup: u32';

/** Writes one kernel: its statements, and the buffers that these turn out to need. */
export class KernelWriter implements Reader {
  readonly emitter = new Emitter();
  /** The elements at hand of the tensors that the kernel computes itself. */
  readonly known = new Map<Value, Scalar>();
  readonly #buffers = new Map<BufferName, BoundBuffer>();
  readonly #offsets: number[] = [];
  readonly #offsetNames = new Map<Value, string>();
  #slice: number | null = null;
  /** By distribution. */
  readonly #drawNames = new Map<string, string>();
  #declarations = '';
  #usesSubgroups = false;

  /** `vectors` says what the kernel computes four elements of at a time; `null` where nothing is. */
  constructor(
    readonly context: KernelContext,
    readonly vectors: Vectors | null = null,
  ) {}

  read(value: Value, index: Index): Scalar {
    const known = this.known.get(value);
    if (known !== undefined) return known;
    return this.emitter.once(`${value.id} ${index.key}`, () => this.#read(value, index));
  }

  draw(node: RandomNode, index: Index, iterations: readonly Scalar[]): Scalar {
    const { emitter } = this;
    const { distribution, number } = node;
    const key = JSON.stringify(distribution);
    let name = this.#drawNames.get(key);
    if (name === undefined) {
      name = `draw${this.#drawNames.size}`;
      this.#drawNames.set(key, name);
      for (const declaration of drawWgsl(distribution, name)) this.#declare(declaration);
    }
    const words = iterationsWgsl(iterations.map(({ code }) => `bitcast<u32>(${code})`));
    const drawn = emitter.let(`${name}(u32(${index.flat}), ${number}u, ${words}, seed.xy)`);
    if (node.outputs[0]!.dtype === 'float32') return { code: drawn, type: 'f32' };
    return emitter.scalar(integerWgsl(drawn, distribution), 'i32');
  }

  /** Stores an element of each; rows first, whose places others may tell until they are written over. */
  storeAll(stored: readonly Value[], position: string): void {
    const isRow = (value: Value) => this.#rowOf(value) !== null;
    for (const value of stored.filter(isRow)) this.store(value, position);
    for (const value of stored) if (!isRow(value)) this.store(value, position);
  }

  store(value: Value, position: string): void {
    const location = this.context.plan.locations.get(value)!;
    const type = scalarTypeOf(value.dtype);
    const { code } = this.known.get(value)!;
    const stored = type === 'bool' ? `select(0i, 1i, ${code})` : code;
    const bits = isExternal(location) ? stored : `bitcast<u32>(${stored})`;
    const at = this.#inRow(value, position, 1);
    this.emitter.line(`${this.#place(location, value, at, true)} = ${bits};`);
  }

  /** Stores four elements; `position` is that of the vector. */
  storeVector(value: Value, position: string): void {
    const location = this.context.plan.locations.get(value)!;
    const type = scalarTypeOf(value.dtype);
    const { code } = this.known.get(value)!;
    const stored = inVectors(type === 'bool' ? `select(0i, 1i, ${code})` : code);
    const bits = isExternal(location) ? stored : `bitcast<vec4<u32>>(${stored})`;
    const at = this.#inRow(value, position, 4);
    this.emitter.line(`${this.#vectorPlace(location, value, at, true)} = ${bits};`);
  }

  #rowOf(value: Value): MapOperation['store'] | null {
    const definition = this.context.definitions.get(value);
    return (definition?.kind === 'map' ? definition.store : null) ?? null;
  }

  /** The position in the whole tensor, where the value is but a row of it; in steps of so many elements. */
  #inRow(value: Value, position: string, step: number): string {
    const row = this.#rowOf(value);
    if (row === null) return position;
    const { code } = this.read(row!.index, Index.ofFlat(this.emitter, sizesOf(row!.index), '0'));
    const start = times(code, sizeOf(sizesOf(value)) / step);
    return named(this.emitter, plus(position, start));
  }

  /** Reads four elements of a tensor in memory; `index` is the place of the first. */
  readVector(value: Value, index: Index): Scalar {
    const { constants, plan } = this.context;
    const type = scalarTypeOf(value.dtype);
    const constant = constants.get(value);
    const same = constant === undefined ? null : splatOf(constant);
    if (same !== null) return { code: literal(same, type), type };
    const location = plan.locations.get(value)!;
    const position = this.emitter.let(`${index.flat} / 4`);
    const place = this.emitter.let(this.#vectorPlace(location, value, position, false));
    const bits = isExternal(location) ? place : `bitcast<vec4<${storedType(type)}>>(${place})`;
    if (type === 'bool') return this.emitter.scalar(`${bits} != 0i`, type);
    return bits === place ? { code: place, type } : this.emitter.scalar(bits, type);
  }

  /** A boolean of one element as an expression that is the same in all invocations of the workgroup (WGSL, section 15.2). */
  decide(value: Value, grid: Grid): string {
    const { emitter } = this;
    this.#declare(`var<workgroup> ${decision}: u32;\n`);
    this.known.clear();
    grid.forEach(emitter, 1, () => {
      const { code } = this.read(value, Index.ofFlat(emitter, sizesOf(value), '0'));
      emitter.line(`${decision} = select(0u, 1u, ${code});`);
    });
    return emitter.anew(`workgroupUniformLoad(&${decision}) != 0u`);
  }

  /** A number that one invocation knows, for all of the workgroup. */
  sharedNumber(read: () => string): string {
    const { emitter } = this;
    this.#declare('var<workgroup> number: i32;\n');
    emitter.block('if (local == 0u)', () => emitter.line(`number = ${read()};`));
    return emitter.anew('workgroupUniformLoad(&number)');
  }

  /** Leaves at once where the flag does not hold: all invocations of a workgroup together where barriers follow. */
  guard(flag: Value, hasBarriers: boolean): void {
    const { emitter } = this;
    const read = () => this.read(flag, Index.ofFlat(emitter, sizesOf(flag), '0')).code;
    if (!hasBarriers) {
      emitter.line(`if (!${read()}) { return; }`);
      return;
    }
    this.#declare(`var<workgroup> ${decision}: u32;\n`);
    emitter.block('if (local == 0u)', () => {
      emitter.line(`${decision} = select(0u, 1u, ${read()});`);
    });
    const holds = emitter.anew(`workgroupUniformLoad(&${decision}) != 0u`);
    emitter.line(`if (!${holds}) { return; }`);
  }

  /** Which slice is running: see `Kernel.slice`. */
  slice(): string {
    this.#slice ??= this.#offsets.push(0) - 1;
    return this.#uniform(this.#slice);
  }

  #uniform(index: number): string {
    return `offsets[${index >> 2}].${'xyzw'[index & 3]}`;
  }

  /** What an invocation knows of the subgroup that it belongs to. */
  subgroup(): { readonly size: string; readonly invocation: string; readonly number: string } {
    this.#usesSubgroups = true;
    return { size: 'subgroup_size', invocation: 'subgroup_invocation', number: 'subgroup' };
  }

  #declare(declaration: string): void {
    if (!this.#declarations.includes(declaration)) this.#declarations += declaration;
  }

  /** An array that the invocations of a workgroup share: the same one wherever type, length and number are the same. */
  shared(type: string, length: number, number: number): string {
    const name = `shared_${type.replace(/\W/g, '_')}_${length}_${number}`;
    this.#declare(`var<workgroup> ${name}: array<${type}, ${length}>;\n`);
    return name;
  }

  /** The kernel, when all its work has been written. */
  finish(label: string, { workgroupSize, workgroups }: Grid): Kernel {
    const bound = [...this.#buffers.values()];
    const bindings = bound.map(
      ({ name, isWritten, type }, binding) =>
        `@group(0) @binding(${binding}) var<storage, ${isWritten ? 'read_write' : 'read'}> ${name}: array<${type}>;`,
    );
    if (this.#offsets.length > 0) {
      const count = Math.ceil(this.#offsets.length / 4);
      bindings.push(
        `@group(0) @binding(${bound.length}) var<uniform> offsets: array<vec4<i32>, ${count}>;`,
      );
    }
    const usesSeed = this.#drawNames.size > 0;
    if (usesSeed) {
      bindings.push(`@group(0) @binding(${bindings.length}) var<uniform> seed: vec4<u32>;`);
    }
    const [directives, parameters] = this.#usesSubgroups ? [enableSubgroups, ofSubgroup] : ['', ''];
    const float16 = this.#declarations.includes('f16') ? enableFloat16 : '';
    const code = `${float16}${directives}${bindings.join('\n')}
${prelude}${this.#declarations}@compute @workgroup_size(${workgroupSize})
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) local: u32${parameters}) {
${this.emitter}
}
`;
    const buffers = [...this.#buffers.keys()];
    const offsets = this.#offsets;
    return {
      label,
      code,
      buffers,
      offsets,
      slice: this.#slice,
      usesSeed,
      workgroupSize,
      workgroups,
    };
  }

  #read(value: Value, index: Index): Scalar {
    const { constants, definitions, stored, plan } = this.context;
    const type = scalarTypeOf(value.dtype);
    const constant = constants.get(value);
    const same = constant === undefined ? null : splatOf(constant);
    if (same !== null) return { code: literal(same, type), type };
    const definition = definitions.get(value);
    if (definition?.kind === 'map' && !stored.has(value)) return definition.emit(this, index);
    const location = plan.locations.get(value);
    if (location === undefined) {
      throw internalError(`A kernel reads value ${value.id}, which no kernel has stored.`);
    }
    // What is read outside of the tensor is not used, but a constant place there would be refused.
    const position = index.flat.startsWith('-') ? '0' : index.flat;
    const place = this.emitter.let(this.#place(location, value, position, false));
    const bits = isExternal(location) ? place : `bitcast<${storedType(type)}>(${place})`;
    if (type === 'bool') return this.emitter.scalar(`${bits} != 0i`, type);
    return bits === place ? { code: place, type } : this.emitter.scalar(bits, type);
  }

  /** Places in shared buffers are no part of the shader, so that equal kernels are compiled once. */
  #place(location: Location, value: Value, position: string, isWritten: boolean): string {
    const name = this.#bind(location, value, isWritten);
    const whole = this.#positionIn(location, value, position);
    if (!this.#isOfVectors(location)) return `${name}[${whole}]`;
    const at = this.emitter.let(whole);
    return `${name}[${at} / 4][${at} % 4]`;
  }

  /** Every tensor begins at a multiple of four elements. */
  #vectorPlace(location: Location, value: Value, position: string, isWritten: boolean): string {
    const name = this.#bind(location, value, isWritten);
    if (isExternal(location)) return `${name}[${position}]`;
    return `${name}[${position} + ${this.#offsetOf(location, value)} / 4]`;
  }

  #positionIn(location: Location, value: Value, position: string): string {
    if (isExternal(location)) return position;
    const offset = this.#offsetOf(location, value);
    return position === '0' ? offset : `${position} + ${offset}`;
  }

  #isOfVectors({ buffer }: Location): boolean {
    return this.vectors?.buffers.has(buffer) ?? false;
  }

  #offsetOf({ offset }: Location, value: Value): string {
    let name = this.#offsetNames.get(value);
    if (name === undefined) {
      const index = this.#offsets.push(offset) - 1;
      name = this.#uniform(index);
      this.#offsetNames.set(value, name);
    }
    return this.emitter.let(name);
  }

  #bind({ buffer }: Location, value: Value, isWritten: boolean): string {
    let bound = this.#buffers.get(buffer);
    if (bound === undefined) {
      const isTyped = buffer.startsWith('external');
      const element = isTyped ? storedType(scalarTypeOf(value.dtype)) : 'u32';
      const type = this.vectors?.buffers.has(buffer) ? (`vec4<${element}>` as const) : element;
      bound = { name: `b${this.#buffers.size}`, isWritten, type };
      this.#buffers.set(buffer, bound);
    }
    bound.isWritten ||= isWritten;
    return bound.name;
  }
}

function isExternal({ buffer }: Location): boolean {
  return buffer.startsWith('external');
}
