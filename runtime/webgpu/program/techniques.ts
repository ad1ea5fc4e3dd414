import type { DeviceModel } from '../fuse/deviceModel.js';
import { workOf } from '../fuse/work.js';
import { usualIterations } from '../prepare/work.js';
import { type Block, blocksOf, type Control, type Loop, type Step } from './block.js';

/**
 * How control flow runs without the host. In one workgroup: its kernels are sections of one, between which it branches
 * and loops. Guarded: its kernels are all run, and leave at once where a flag says that they are not wanted.
 */
export type Technique = 'one workgroup' | 'guarded';

/** Longer shaders than this take drivers long to compile. */
const mostSections = 96;

/** That is still better than a loop that cannot be run without waiting for it. */
const mostSectionsOfOpen = 512;

/**
 * A shader's statements may be nested 127 deep (WGSL, "Limits"), where an `else` or a loop counts twice and a
 * section has blocks of its own.
 */
const deepestNesting = 56;

/** An iteration of a loop of unknown length is done by one workgroup up to so many additions where the host cannot wait for it. */
const mostWorkOfIteration = 2 ** 22;

/** Where a run is awaited, the host can ask loops of unknown length whether they have ended. */
export function chooseTechniques(
  block: Block,
  device: DeviceModel,
  isAwaited: boolean,
): Map<Control, Technique> {
  const techniques = new Map<Control, Technique>();
  choose(block, isAwaited);
  return techniques;

  function choose(within: Block, canAsk: boolean): void {
    for (const step of within) {
      if (step.kind === 'piece') continue;
      const technique = fitsOneWorkgroup(step, canAsk, device) ? 'one workgroup' : 'guarded';
      techniques.set(step, technique);
      // Loops inside would be asked again and again.
      if (technique === 'guarded') for (const inner of blocksOf(step)) choose(inner, false);
    }
  }
}

function fitsOneWorkgroup(step: Control, canAsk: boolean, device: DeviceModel): boolean {
  if (nestingOf(step) > deepestNesting) return false;
  const sections = sectionsOf(step);
  const mayWait = !isOpen(step);
  if (sections > (mayWait ? mostSections : mostSectionsOfOpen)) return false;
  // Guarded kernels would cost so much for being begun.
  if (workOnce(step) <= device.smallWork * sections) return true;
  if (canAsk && step.kind === 'while' && !isOpenInside(step)) return false;
  return !mayWait && workOfOpen(step) <= mostWorkOfIteration;
}

/** Of the largest iteration, where a loop of unknown length inside of others has iterations of its own. */
function workOfOpen(step: Control): number {
  let own = 0;
  let largest = 0;
  for (const inner of blocksOf(step).flat()) {
    if (inner.kind === 'piece' || !isOpen(inner)) own += workOfStep(inner);
    else largest = Math.max(largest, workOfOpen(inner));
  }
  return Math.max(own, largest);
}

/** Whether only the device can say when it ends. */
function isOpen(step: Step): boolean {
  if (step.kind === 'piece') return false;
  return (step.kind === 'while' && step.limit === null) || isOpenInside(step);
}

function isOpenInside(step: Control): boolean {
  return blocksOf(step).some((block) => block.some(isOpen));
}

/** Of a conditional, or of one iteration. */
function workOnce(step: Control): number {
  if (step.kind === 'if') {
    return Math.max(workOfBlock(step.thenBranch.block), workOfBlock(step.elseBranch.block));
  }
  return workOfIteration(step);
}

function workOfIteration({ test, body }: Loop): number {
  return workOfBlock(body.block) + (test === null ? 0 : workOfBlock(test.block));
}

export function workOfBlock(block: Block): number {
  return block.reduce((sum, step) => sum + workOfStep(step), 0);
}

function workOfStep(step: Step): number {
  switch (step.kind) {
    case 'piece':
      return step.clusters.reduce((sum, one) => sum + workOf(one, step.clustering), 0);
    case 'if':
      return workOnce(step);
    case 'while': {
      const iterations =
        step.test === null ? step.limit! : Math.min(usualIterations, step.limit ?? Infinity);
      return iterations * workOfIteration(step);
    }
  }
}

/** How many conditionals and loops are one in the other. */
function nestingOf(step: Step): number {
  if (step.kind === 'piece') return 0;
  return 1 + Math.max(0, ...blocksOf(step).flat().map(nestingOf));
}

export function sectionsOf(step: Step): number {
  if (step.kind === 'piece') return step.clusters.length;
  return blocksOf(step).reduce(
    (sum, block) => sum + block.reduce((inner, one) => inner + sectionsOf(one), 0),
    0,
  );
}
