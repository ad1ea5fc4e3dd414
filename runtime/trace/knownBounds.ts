import type { Tensor } from '@tensorflow/tfjs-core';
import type { Graph, IfNode, KernelNode, Node, Value, WhileNode } from '../graph/graph.js';
import { type SymbolicData, symbolicData } from './symbolic.js';
import type { Tracer } from './tracer.js';

/** The least and the greatest that each element may be. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

const any: Bounds = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

/** Of a bool: false counts as 0, and true as 1. */
const truths: Bounds = { least: 0, most: 1 };

/** What a value is the result of, or which value of another graph it is. */
type Origin =
  | Bounds
  | ({ readonly source: Source } & ({ readonly node: Node } | { readonly value: Value }));
type Source = (value: Value) => Origin | null;

/** Of a loop variable that grows as long as the loop goes on. */
const growing = Number.MAX_VALUE;

const starts = new WeakMap<Value, number | Tensor>();

/** What a loop variable is assumed to be at least, and whether anything has been concluded from that. */
interface Assumption {
  readonly least: number;
  isUsed: boolean;
}

const assumptions = new WeakMap<Value, Assumption>();

const told = new WeakMap<Value, Bounds>();

/** Tells between which numbers a traced tensor is, such as the counter of a loop's body, which no op of its graph has made. */
export function noteBounds(tensor: Tensor, bounds: Bounds): void {
  const data = symbolicData(tensor);
  if (data !== null) told.set(data.value, bounds);
}

/** Tells that a traced tensor is a number of things, of which memory holds fewer than float32 counts. */
export function noteCount(tensor: Tensor): void {
  noteBounds(tensor, { least: 0, most: growing });
}

/** Takes it that no iteration leaves a loop variable smaller than it was before the loop: `isRefuted` tells whether one does. */
export function assumeGrowing(variable: Tensor, start: number | Tensor): void {
  const data = symbolicData(variable);
  const before = isNumber(start) ? null : symbolicData(start);
  const least = isNumber(start) ? start : before === null ? Number.NaN : knownBounds(before).least;
  if (data !== null && Number.isFinite(least))
    assumptions.set(data.value, { least, isUsed: false });
}

/** Whether the iteration may leave less than was assumed, and something has been concluded from that. */
export function isRefuted(variable: Tensor, end: unknown): boolean {
  const data = symbolicData(variable);
  const assumption = data && assumptions.get(data.value);
  if (!assumption?.isUsed) return false;
  const after = typeof end === 'object' && end !== null ? symbolicData(end as Tensor) : null;
  const least = isNumber(end) ? end : after === null ? any.least : knownBounds(after).least;
  return !(least >= assumption.least);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** Tells what a loop variable is in the first iteration. */
export function markStart(variable: Tensor, start: number | Tensor): void {
  const data = symbolicData(variable);
  if (data !== null) starts.set(data.value, start);
}

/** Between which numbers the elements of a traced tensor are, as far as the ops tell that have made it. */
export function knownBounds({ tracer, value }: SymbolicData): Bounds {
  return tracer.ended ? any : boundsOf(value, ofTrace(tracer), searching());
}

/** The same, and what loops of the graph tell that are known to run so many times: how long arrays are at most to which they push. */
export function boundsBehindLoops({ tracer, value }: SymbolicData): Bounds {
  return tracer.ended ? any : boundsOf(value, ofTrace(tracer), searching(true));
}

/** The same in the first iteration of each loop around. */
export function boundsAtStart({ tracer, value }: SymbolicData): Bounds {
  return tracer.ended ? any : boundsOf(value, ofTrace(tracer, true), searching());
}

function ofTrace(tracer: Tracer, isAtStart = false): Source {
  const source: Source = (value) => {
    const node = tracer.producer(value);
    if (node) return { node, source };
    const capture = tracer.captures.find(({ parameter }) => parameter === value);
    const start = isAtStart ? starts.get(value) : undefined;
    if (typeof start === 'number') return { least: start, most: start };
    const tensor = capture?.tensor ?? start;
    const data = tensor && symbolicData(tensor);
    return data && !data.tracer.ended
      ? { value: data.value, source: ofTrace(data.tracer, isAtStart) }
      : null;
  };
  return source;
}

function ofBranch(branch: Graph, { inputs }: IfNode, around: Source): Source {
  const source: Source = (value) => {
    const node = branch.nodes.find(({ outputs }) => outputs.includes(value));
    if (node) return { node, source };
    const index = branch.parameters.indexOf(value);
    return index === -1 ? null : { value: inputs[index + 1]!, source: around };
  };
  return source;
}

function ofBody({ body, inputs, loopVariableCount }: WhileNode, around: Source): Source {
  const source: Source = (value) => {
    const node = body.nodes.find(({ outputs }) => outputs.includes(value));
    if (node) return { node, source };
    const index = body.parameters.indexOf(value);
    return index < loopVariableCount ? null : { value: inputs[index]!, source: around };
  };
  return source;
}

interface Search {
  /** Of values met before: one may be an operand of many others. */
  readonly found: Map<Value, Bounds>;
  readonly entersLoops: boolean;
}

function searching(entersLoops = false): Search {
  return { found: new Map(), entersLoops };
}

function boundsOf(value: Value, source: Source, search: Search): Bounds {
  const known = search.found.get(value);
  if (known !== undefined) return known;
  const bounds = boundsFrom(value, source, search);
  search.found.set(value, bounds);
  return bounds;
}

function boundsFrom(value: Value, source: Source, search: Search): Bounds {
  if (value.dtype === 'bool')
    return intersection(truths, boundsOfOrigin(value, source(value), search));
  const isTold = told.get(value);
  const origin = source(value);
  if (isTold !== undefined)
    return origin === null ? isTold : intersection(isTold, boundsOfOrigin(value, origin, search));
  return boundsOfOrigin(value, origin, search);
}

function boundsOfOrigin(value: Value, origin: Origin | null, search: Search): Bounds {
  if (origin === null) {
    const assumption = assumptions.get(value);
    if (assumption === undefined) return any;
    assumption.isUsed = true;
    return { least: assumption.least, most: growing };
  }
  if ('least' in origin) return origin;
  if ('value' in origin) return boundsOf(origin.value, origin.source, search);
  const { node } = origin;
  switch (node.kind) {
    case 'constant':
      if ('splat' in node.data) return { least: node.data.splat, most: node.data.splat };
      return value.dtype === 'string' ? any : ofNumbers(node.data.values as Float32Array);
    case 'if': {
      const index = node.outputs.indexOf(value);
      const [one, other] = [node.thenBranch, node.elseBranch].map((branch) =>
        boundsOf(branch.outputs[index]!, ofBranch(branch, node, origin.source), search),
      );
      return union(one!, other!);
    }
    case 'while': {
      if (!search.entersLoops) return any;
      const index = node.outputs.indexOf(value);
      const start = boundsOf(node.inputs[index]!, origin.source, search);
      return sum(start, changeBy(node, index, origin.source, search));
    }
    case 'kernel':
      return ofKernel(node, (input) => boundsOf(node.inputs[input]!, origin.source, search));
    default:
      return any;
  }
}

/** How much more or less a loop that runs so many times leaves of a variable than it had before, such as the size of an array. */
function changeBy(node: WhileNode, index: number, around: Source, search: Search): Bounds {
  const { tripCount, body } = node;
  if (tripCount === null) return any;
  const changes = new Map<Value, Bounds>([[body.parameters[index]!, { least: 0, most: 0 }]]);
  const { least, most } = changeTo(body.outputs[index]!, ofBody(node, around), changes, search);
  const times = (change: number) => product(tripCount, change);
  return { least: times(Math.min(0, least)), most: times(Math.max(0, most)) };
}

/** How much more or less a value is than the loop variable of which it has been computed. `changes` are those known. */
function changeTo(
  value: Value,
  source: Source,
  changes: Map<Value, Bounds>,
  search: Search,
): Bounds {
  const known = changes.get(value);
  if (known !== undefined) return known;
  const change = changeFrom(value, source, changes, search);
  changes.set(value, change);
  return change;
}

function changeFrom(
  value: Value,
  around: Source,
  changes: Map<Value, Bounds>,
  search: Search,
): Bounds {
  const origin = around(value);
  if (origin === null || 'least' in origin) return any;
  const { source } = origin;
  const change = (of: Value, within = source) => changeTo(of, within, changes, search);
  if ('value' in origin) return change(origin.value);
  const { node } = origin;
  const index = node.outputs.indexOf(value);
  if (node.kind === 'if') {
    const [one, other] = [node.thenBranch, node.elseBranch].map((branch) =>
      change(branch.outputs[index]!, ofBranch(branch, node, source)),
    );
    return union(one!, other!);
  }
  if (node.kind === 'while')
    return sum(change(node.inputs[index]!), changeBy(node, index, source, search));
  if (node.kind !== 'kernel') return any;
  const [first, second, third] = node.inputs;
  if (node.kernel === 'Identity') return change(first!);
  if (node.kernel === 'Select') return union(change(second!), change(third!));
  if (node.kernel === 'Add') return sum(change(first!), boundsOf(second!, source, search));
  return any;
}

function ofKernel(node: KernelNode, input: (index: number) => Bounds): Bounds {
  const { least, most } = any;
  switch (node.kernel) {
    case 'Identity':
    case 'Reshape':
      return input(0);
    case 'Cast':
    case 'Round':
      return map(input(0), Math.floor, Math.ceil);
    case 'Floor':
      return map(input(0), Math.floor, Math.floor);
    case 'Ceil':
      return map(input(0), Math.ceil, Math.ceil);
    case 'Add':
    case 'Sub': {
      const [one, other] = [input(0), input(1)];
      return node.kernel === 'Add'
        ? sum(one, other)
        : exact(one.least - other.most, one.most - other.least);
    }
    case 'Multiply': {
      const [one, other] = [input(0), input(1)];
      const products = [one.least, one.most].flatMap((x) => [
        product(x, other.least),
        product(x, other.most),
      ]);
      return exact(Math.min(...products), Math.max(...products));
    }
    case 'Neg':
      return { least: -input(0).most, most: -input(0).least };
    case 'Sign':
      return map(input(0), Math.sign, Math.sign);
    case 'Mod':
      return node.inputs[0]!.dtype === 'int32' ? remainders(input(1)) : any;
    case 'Minimum':
      return {
        least: Math.min(input(0).least, input(1).least),
        most: Math.min(input(0).most, input(1).most),
      };
    case 'Maximum':
      return {
        least: Math.max(input(0).least, input(1).least),
        most: Math.max(input(0).most, input(1).most),
      };
    case 'ClipByValue': {
      const { clipValueMin, clipValueMax } = node.attributes as Record<string, number>;
      return { least: clipValueMin ?? least, most: clipValueMax ?? most };
    }
    case 'Select':
      return union(input(1), input(2));
    case 'LogicalAnd':
      return {
        least: Math.min(input(0).least, input(1).least),
        most: Math.min(input(0).most, input(1).most),
      };
    case 'LogicalNot':
      return opposite(input(0));
    case 'Less':
    case 'GreaterEqual': {
      // A float may be NaN, which its bounds do not tell.
      if (node.inputs.some(({ dtype }) => dtype !== 'int32')) return any;
      const [one, other] = [input(0), input(1)];
      const isLess = {
        least: Number(one.most < other.least),
        most: Number(one.least < other.most),
      };
      return node.kernel === 'Less' ? isLess : opposite(isLess);
    }
    case 'ArgMax':
    case 'ArgMin': {
      const size = node.inputs[0]!.shape?.[node.attributes.axis as number];
      return typeof size === 'number' ? { least: 0, most: size - 1 } : any;
    }
    default:
      return any;
  }
}

function map({ least, most }: Bounds, below: (x: number) => number, above: (x: number) => number) {
  return { least: below(least), most: above(most) };
}

/**
 * Larger numbers are rounded in float32, and may wrap around in int32. Only what grows without bound, which a loop
 * variable does, is taken not to come so far.
 */
function exact(least: number, most: number): Bounds {
  const isExact = (bound: number) => Math.abs(bound) <= 2 ** 24;
  if (isExact(least) && most === growing) return { least, most };
  return isExact(least) && isExact(most) ? { least, most } : any;
}

function sum(one: Bounds, other: Bounds): Bounds {
  return exact(one.least + other.least, one.most + other.most);
}

/** Nothing times anything is nothing. */
function product(x: number, y: number): number {
  return x === 0 || y === 0 ? 0 : x * y;
}

/** Of whole numbers, by divisors within the bounds: they take the sign of the divisor. */
function remainders({ least, most }: Bounds): Bounds {
  if (least > 0) return { least: 0, most: most - 1 };
  return most < 0 ? { least: least + 1, most: 0 } : any;
}

function opposite({ least, most }: Bounds): Bounds {
  return { least: 1 - most, most: 1 - least };
}

function intersection(a: Bounds, b: Bounds): Bounds {
  return { least: Math.max(a.least, b.least), most: Math.min(a.most, b.most) };
}

function union(a: Bounds, b: Bounds): Bounds {
  return { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) };
}

function ofNumbers(numbers: ArrayLike<number>): Bounds {
  let bounds: Bounds = { least: any.most, most: any.least };
  for (let index = 0; index < numbers.length; index++)
    bounds = union(bounds, { least: numbers[index]!, most: numbers[index]! });
  return bounds;
}
