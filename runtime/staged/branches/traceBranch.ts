import type { Tensor } from '@tensorflow/tfjs-core';
import { within } from '../../trace/session.js';
import { traceSubgraph } from '../../trace/subgraph.js';
import { currentTracer } from '../../trace/tracer.js';
import { recordWrites, type Write } from '../state/recording.js';
import type { OpenState } from '../state/state.js';
import type { Part } from '../values/construct.js';
import {
  Branch,
  leavesOf,
  newTensors,
  readPlaces,
  readReferred,
  readState,
  takeBeside,
} from './branch.js';
import { currentTry } from './guardedTry.js';
import { runLevel } from './level.js';

/** Traces `body` as a branch that starts from the present state, and puts the state back afterwards. */
export function traceBranch(
  name: 'main' | 'else',
  part: Part,
  open: OpenState,
  body: () => void,
): Branch {
  const before = open.read();
  const outer = leavesOf(before);
  let values: unknown[] = [];
  let ends: unknown[] = [];
  let referred = new Map<unknown, unknown>();
  let tensors: Tensor[] = [];
  let completes = true;
  const writes: Write[] = [];
  const trace = () => {
    try {
      return traceSubgraph(name, [], () => {
        recordWrites(() => {
          completes = inPart(part, () => runLevel(open, body)) || currentTry() !== null;
        }, writes);
        currentTracer().endsExecution = !completes;
        // What an execution leaves that ends with an exception is never asked for.
        values = completes ? readState(open) : before;
        ends = completes ? readPlaces(writes) : [];
        referred = readReferred([...values, ...ends]);
        tensors = newTensors(open, outer, values, ends, referred);
        return tensors;
      });
    } finally {
      open.write(before);
    }
  };
  const subgraph = trace();
  const results = new Map(tensors.map((tensor, index) => [tensor, subgraph.outputs[index]!]));
  const extra = takeBeside(open, before, writes, ends);
  return new Branch(
    part.short,
    subgraph,
    values,
    results,
    extra,
    writes,
    ends,
    referred,
    completes,
  );
}

/** Runs a part of a construct, by the name that errors call it. */
export function inPart<T>({ long }: Part, body: () => T): T {
  return long === null ? body() : within(long, body);
}
