import { Value, type WhileNode } from '../../graph/graph.js';
import type { DeviceModel } from '../fuse/deviceModel.js';
import { type Block, blocksOf, type Control, type Loop } from './block.js';
import { sectionsOf, workOfBlock } from './techniques.js';

/**
 * How the loops of one workgroup are cut, since systems stop shaders that run for seconds: each slice goes on where the one
 * before it has stopped, until its iterations have cost as much as it may.
 */
export interface Slicing {
  /** Which loop it has stopped in, by its number; 0 before the start and -1 behind the end. Then how often each loop has run. */
  readonly progress: Value;
  /** Loops in program order, the first being number 1. */
  readonly loops: readonly Loop[];
  /** Of an iteration without that of loops inside, in units of so many additions. */
  readonly costs: ReadonlyMap<Loop, number>;
  readonly budget: number;
  /** How many slices are run in a call that cannot ask whether another one is needed. */
  readonly count: number;
  /** The loop of which nobody knows how long it runs; `null` where the slices suffice in any case. */
  readonly open: WhileNode | null;
}

/** In additions. */
const unit = 1024;

/** In seconds of a workgroup's work. Systems give shaders two and more. */
export const secondsOfSlice = 0.15;
const secondsOfCall = 4;

/** `null` where one slice is enough. */
export function slicesOf(control: Control, device: DeviceModel): Slicing | null {
  const loops = [...loopsIn([control])];
  if (loops.length === 0) return null;
  const costs = new Map(loops.map((loop) => [loop, costOf(loop, device)]));
  const total = totalOf([control], costs);
  const budget = Math.ceil((secondsOfSlice * device.workgroupSpeed) / unit);
  if (total <= budget) return null;
  const open = loops.find(({ limit }) => limit === null)?.node ?? null;
  const slices = open === null ? total / budget : secondsOfCall / secondsOfSlice;
  return {
    progress: new Value('int32', [1 + loops.length]),
    loops,
    costs,
    budget,
    count: Math.ceil(slices) + 1,
    open,
  };
}

function costOf({ body, test }: Loop, device: DeviceModel): number {
  const blocks = [body.block, ...(test === null ? [] : [test.block])].map(withoutLoops);
  const work = blocks.reduce((sum, block) => sum + workOfBlock(block), 0);
  const sections = blocks.flat().reduce((sum, step) => sum + sectionsOf(step), 0);
  return Math.max(1, Math.ceil((work + (1 + sections) * device.sectionCost) / unit));
}

/** What an iteration does besides its loops; a conditional that holds loops is taken for nothing. */
function withoutLoops(block: Block): Block {
  return block.filter((step) => step.kind === 'piece' || [...loopsIn([step])].length === 0);
}

/** Infinite where nobody knows. */
function totalOf(block: Block, costs: ReadonlyMap<Loop, number>): number {
  let total = 0;
  for (const step of block) {
    if (step.kind === 'piece') continue;
    const inner = blocksOf(step).reduce((sum, one) => sum + totalOf(one, costs), 0);
    total += step.kind === 'if' ? inner : (step.limit ?? Infinity) * (costs.get(step)! + inner);
  }
  return total;
}

export function* loopsIn(block: Block): Generator<Loop> {
  for (const step of block) {
    if (step.kind === 'piece') continue;
    if (step.kind === 'while') yield step;
    for (const inner of blocksOf(step)) yield* loopsIn(inner);
  }
}
