import type { Slot } from './slot.js';

/*
 * A development server gives a page the new version of a module that was edited, and browsers never let go of a module that
 * they have loaded: the graphs of its functions would stay on the GPU, edit after edit.
 */

/** What was made by the present version of each file of which there may be another. */
const slotsOf = new Map<string, WeakRef<Slot>[]>();

/** A version of the module begins to run: what the graph functions of the one before keep is freed. */
export function replace_module(file: string): void {
  for (const slot of slotsOf.get(file) ?? []) slot.deref()?.dispose();
  slotsOf.set(file, []);
}

export function noteSlot(slot: Slot): void {
  if (slotsOf.size === 0 || slot.info.at == null) return;
  const slots = slotsOf.get(slot.info.at.replace(/:\d+:\d+$/, ''));
  if (slots === undefined) return;
  slots.push(new WeakRef(slot));
  // A power of two: now and then those that went are forgotten.
  if (slots.length >= 64 && (slots.length & (slots.length - 1)) === 0) {
    slots.splice(0, slots.length, ...slots.filter((reference) => reference.deref() !== undefined));
  }
}
