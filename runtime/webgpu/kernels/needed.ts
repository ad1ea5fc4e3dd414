import type { Operation } from '../lower/operation.js';

/** The operations of the same kernel that an operation reads results of. */
export type ClusterInputs = (operation: Operation) => readonly Operation[];

/** Those of `members`, in their order, that have to be computed for `roots`. */
export function neededFor(
  roots: readonly Operation[],
  members: readonly Operation[],
  inputsOf: ClusterInputs,
): Operation[] {
  const needed = new Set<Operation>(roots);
  for (let index = members.length - 1; index >= 0; index--) {
    const member = members[index]!;
    if (needed.has(member)) for (const input of inputsOf(member)) needed.add(input);
  }
  return members.filter((member) => needed.has(member));
}
