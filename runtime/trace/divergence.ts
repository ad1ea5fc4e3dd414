/**
 * Thrown where nothing more can happen on a path of the graph, since it ends with an exception of its own there. It
 * unwinds to the end of the branch or body that is being traced, and is no error: no handler of the program may see it.
 */
export class Diverged {}

export const diverged = new Diverged();
