import { ExecutionError } from '../errors.js';
import { failureOf } from '../graph/failure.js';
import type { Graph, WhileNode } from '../graph/graph.js';

/** The error about a loop in one workgroup that does not end: systems would stop its shader, and the device with it. */
export function loopTooLong(loop: WhileNode, { name }: Graph): ExecutionError {
  const error = new ExecutionError(
    'loop-too-long',
    `A loop in the graph '${name}' was stopped: it has run for very long on the GPU, and its test still holds.`,
    loop.location,
    'See that the test ends the loop, or bound it with setLoopOptions({ maximumIterations }).',
  );
  return failureOf(loop, error);
}
