import { ExecutionError } from '../errors.js';
import type { Graph, Value } from '../graph/graph.js';
import type { DeviceModel } from './fuse/deviceModel.js';
import type { Kernel } from './kernels/kernel.js';
import type { MemoryPlan } from './kernels/memoryPlan.js';
import { splatOf } from './lower/constants.js';
import { allPieces, type Block, type Control } from './program/block.js';
import { type Program, ProgramBuilder } from './program/build.js';
import {
  allWork,
  type Group,
  type Instruction,
  mapWork,
  Sequencer,
} from './program/instructions.js';
import { buffersOf } from './program/items.js';
import { planMemory } from './program/planMemory.js';
import { type Slicing, slicesOf } from './program/slices.js';
import { chooseTechniques, type Technique } from './program/techniques.js';
import { ProgramWriter } from './program/write.js';
import { refuseTooLarge } from './tensorTooLarge.js';

/** A graph of kernels and control flow as shaders, when these run, and the memory that they need. */
export interface CompiledRegion {
  readonly graph: Graph;
  readonly parameters: readonly Value[];
  readonly outputs: readonly Value[];
  readonly instructions: readonly Instruction<Kernel>[];
  readonly plan: MemoryPlan;
  /** The elements of constants, as bits. */
  readonly constants: Uint32Array<ArrayBuffer>;
}

/** Which kernels compute a graph, when these run, and where its tensors are. */
export interface RegionPlan {
  readonly graph: Graph;
  readonly program: Program;
  readonly techniques: ReadonlyMap<Control, Technique>;
  readonly memory: MemoryPlan;
  readonly instructions: readonly Instruction<Group>[];
}

/**
 * Writes the shaders of a graph all of whose nodes can be compiled. `replaced` says which parameter each output takes the
 * place of, where one does.
 */
export function compileRegion(
  graph: Graph,
  replaced: ReadonlyMap<number, number>,
  device: DeviceModel,
): CompiledRegion {
  return writeRegion(planRegion(graph, replaced, device), device);
}

export const tooManyBuffers = 'a kernel would bind more buffers than the device allows';

/**
 * `reserved`: kernels bind at most so many buffers that enter or leave less than the device allows. `copiesParameters`: they
 * read copies of what enters, which have no buffers of their own.
 */
export function planRegion(
  graph: Graph,
  replaced: ReadonlyMap<number, number>,
  device: DeviceModel,
  reserved = 0,
  copiesParameters = false,
): RegionPlan {
  const { parameters, outputs } = graph;
  const predecessors = new Map(
    [...replaced].map(([output, parameter]) => [outputs[output]!, parameters[parameter]!]),
  );
  // What enters or leaves, each with the tensor whose buffer it has if it is written in place.
  const externals = new Map(
    [...outputs, ...parameters].map((value) => [value, predecessors.get(value) ?? value]),
  );
  const sparing = { ...device, storageBufferLimit: device.storageBufferLimit - reserved };
  const builder = new ProgramBuilder(externals, predecessors, sparing);
  const program = builder.build(graph, copiesParameters);
  refuseTooLarge(program.block, graph, device);
  const techniques = chooseTechniques(program.block, device, graph.isAwaited ?? false);
  const slicings = new Map<Control, Slicing>();
  for (const [control, technique] of techniques) {
    const slicing = technique === 'one workgroup' ? slicesOf(control, device) : null;
    if (slicing !== null) slicings.set(control, slicing);
  }
  const kept = Array.from(slicings.values(), ({ progress }) => progress);
  const memory = planMemory(program, parameters, replaced, kept, device);
  const sequencer = new Sequencer(techniques, slicings, memory, device);
  const instructions = sequencer.sequence(program.block);
  if (bindsTooMany(instructions, memory, device)) {
    // Kernels have been made as large as they may be if the outputs share buffers with what they replace.
    if (memory.inPlace.size < replaced.size) {
      return planRegion(graph, memory.inPlace, device, reserved, copiesParameters);
    }
    // Or if the arena is one buffer.
    const pages = memory.arenaSizes.length;
    if (reserved < pages - 1) {
      return planRegion(graph, replaced, device, pages - 1, copiesParameters);
    }
    // One operation may read all that enters, as what many early returns choose from.
    if (!copiesParameters) return planRegion(graph, replaced, device, reserved, true);
    throw new ExecutionError(
      'device-refused',
      `The graph '${graph.name}' was not computed: ${tooManyBuffers}.`,
      null,
      'Call it again: it then runs kernel by kernel.',
    );
  }
  return { graph, program, techniques, memory, instructions };
}

function bindsTooMany(
  instructions: readonly Instruction<Group>[],
  memory: MemoryPlan,
  device: DeviceModel,
): boolean {
  return [...allWork(instructions)].some(({ items, guard }) =>
    items.some((item) => buffersOf(item, guard, memory).size > device.storageBufferLimit),
  );
}

export function writeRegion(planned: RegionPlan, device: DeviceModel): CompiledRegion {
  const { graph, program, memory: plan, instructions } = planned;
  const { block, outputs } = program;
  const writer = new ProgramWriter(block, plan, device);
  return {
    graph,
    parameters: graph.parameters,
    outputs,
    instructions: mapWork(instructions, (group) => writer.write(group)),
    plan,
    constants: constantBits(block, plan),
  };
}

function constantBits(block: Block, plan: MemoryPlan): Uint32Array<ArrayBuffer> {
  const bits = new Uint32Array(plan.constantsSize);
  for (const { region } of allPieces(block)) {
    for (const [value, node] of region.constants) {
      const location = plan.locations.get(value);
      if (location === undefined || splatOf(node) !== null || !('values' in node.data)) continue;
      const numbers = node.data.values as Float32Array | Int32Array | Uint8Array;
      const target =
        value.dtype === 'float32' ? new Float32Array(bits.buffer) : new Int32Array(bits.buffer);
      target.set(numbers, location.offset);
    }
  }
  return bits;
}
