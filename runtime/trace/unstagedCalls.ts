import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../errors.js';
import { type Graph, type Node, subgraphs, type Value } from '../graph/graph.js';
import type { SourceLocation } from '../graph/types.js';
import { allNodes } from '../graph/walk.js';
import { warn } from '../warnings.js';
import { decidingArgument, type Given, soughtNumber, type Values } from './decidingArguments.js';
import { deniesNumbers, truthsGiven } from './givenTruths.js';
import { currentLocation } from './location.js';
import { callCatching } from './swallowedErrors.js';
import { symbolicData } from './symbolic.js';
import {
  framesIn,
  functionNameOf,
  includeOf,
  leftToNode,
  packageOf,
  stackDownTo,
} from './unstagedFrames.js';
import {
  carriesDirective,
  catches,
  catchesCallOf,
  comparesInCondition,
  functionParameters,
  handsOn,
  isStagedFunction,
  isStagedText,
  loopsWhileCallOf,
  loopsWhileCompared,
  testsCallOf,
  testsSomeCall,
  textOf,
} from './unstagedText.js';
import { placeOf } from './userStack.js';

/*
 * A function that was not staged runs as JavaScript in a trace, where `if (x.greater(0))` takes a tensor for true. What
 * gives it away is that the comparison becomes a node of the graph which nothing uses.
 */

/** A call that staged code makes of something else. */
interface Call {
  readonly callee: object;
  readonly location: SourceLocation | null;
  /** The callee runs as it is written, and staged functions that run in the call are others, which it calls. */
  readonly isForeign: boolean;
  /** How many nodes had been traced before. */
  readonly start: number;
  isStaged: boolean;
  comparisons: Comparison[];
  /** What staged functions gave that it called and was not given in this call: it has them from elsewhere. */
  found: Comparison[];
  frame: OwnFrame | null;
}

/** The frame of the code that has it. Reads the stack of then, for the message of which it is a part. */
type OwnFrame = () => string | undefined;

/** A truth value that a function computed and did not return, or that a function which it was given returned to it. */
interface Comparison {
  readonly callee: object;
  /** The parameter to which the function was given, `found`, or `handed` where the function was given the value itself. */
  readonly from: string | Origin | null;
  /** Of the code that has it, where a stack may tell. */
  readonly frame: OwnFrame | null;
  readonly location: SourceLocation | null;
  readonly value: Value;
  readonly dataId: object;
}

type Origin = typeof found | typeof handed;
const found = Symbol('found');
const handed = Symbol('handed');

const calls: Call[] = [];
let kept: Comparison[] = [];
let nodeCount = 0;
/** The truth value that the last node gave: what a function returns that ends with one. */
let latest: { readonly value: Value; readonly dataId: object; readonly node: number } | null = null;
const warned = new WeakSet<object>();
const nothing = { anything: false, truths: false };
/** What the traces that run have so far. */
let traced = nothing;

/** A trace begins, with tensors of these dtypes; what it returns ends it. */
export function expectTensors(dtypes: readonly string[]): () => void {
  const before = traced;
  noteTraced(dtypes);
  return () => {
    traced = before;
    // What is left was compared in traces of branches and loops that others have taken the place of.
    if (before === nothing) kept = [];
  };
}

function noteTraced(dtypes: readonly string[]): void {
  traced = {
    anything: traced.anything || dtypes.length > 0,
    truths: traced.truths || dtypes.includes('bool'),
  };
}

/**
 * Calls what may be a function that was not staged, and refuses one that decides with a tensor it is given. `body` makes the
 * call with the arguments.
 */
export function callUnstaged<T>(
  f: object,
  given: Given,
  values: Values,
  body: (args: readonly unknown[]) => T,
): T {
  const { args } = given;
  const { isTensor } = values;
  // Only staged code calls so.
  enterStaged();
  const text = textOf(f);
  // What a native function does with tensors, a function that it is given does.
  const callee = text !== '' ? f : (args.find((arg) => typeof arg === 'function') as object);
  const isStaged = isStagedFunction(callee ?? f);
  const call: Call = {
    callee: callee ?? f,
    location: currentLocation(),
    isForeign: text !== '' && !isStaged,
    start: nodeCount,
    isStaged,
    comparisons: [],
    found: [],
    frame: null,
  };
  // A class's text is that of all its methods.
  const ownText = /^class\b/.test(text) ? '' : text;
  const parameters = call.isForeign ? functionParameters(ownText, args) : [];
  calls.push(call);
  let result: T;
  try {
    const run = () => body(parameters.length === 0 ? args : watched(args, parameters, f, isTensor));
    result =
      call.isForeign && catches(ownText)
        ? callCatching(catchesCallOf(parameters, ownText), run)
        : run();
    noteFound(call);
  } finally {
    calls.pop();
  }
  // Where nothing has been traced yet, no object holds a tensor, and a proxy of the program's would notice the question.
  const asked = traced.anything ? given : { args };
  if (!call.isStaged) {
    if (carriesDirective(text)) warnNotTransformed(f, call.location);
    const expression = ownText === '' ? null : decidingArgument(ownText, asked, isTensor);
    if (expression !== null) {
      const frame = call.comparisons[0]?.frame ?? null;
      throw refusal(f, `decides with \`${expression}\`, a traced tensor,`, call.location, frame);
    }
  }
  // What a staged construct asked for itself came before it told that the function is staged.
  const noted = [...(call.isStaged ? [] : call.comparisons), ...call.found];
  if (call.isForeign && traced.truths) {
    for (const truth of truthsGiven(f, given, values))
      kept.push({ ...truth, callee: f, from: handed, frame: null, location: call.location });
  }
  const mayDeny = call.isForeign && !call.isStaged && traced.anything;
  if (mayDeny && deniesNumbers(given, result, values)) warnDenied(f, call.location);
  const sought = mayDeny ? soughtNumber(ownText, given, result, isTensor) : null;
  if (sought !== null) warnSought(f, sought, call.location);
  if (noted.length === 0) return result;
  const parts: readonly unknown[] = values.isDecided(result) ? [result] : [result].flat();
  const returned = new Set(parts.map((value) => (isTensor(value) ? value.dataId : undefined)));
  kept.push(...noted.filter(({ dataId }) => !returned.has(dataId)));
  return result;
}

/** What reads a tensor, where staged code does not do so itself. */
export interface Reader {
  /** The functions that run as they are written, innermost first. */
  readonly frames: readonly string[];
  /** The innermost of them asks by its directive for being as it is. */
  readonly isOptedOut: boolean;
  /** The name of a function of JavaScript or TensorFlow.js. */
  readonly called: string;
}

export function currentReader(): Reader {
  const callee = calls.at(-1)?.callee;
  if (callee === undefined) return { frames: [], isOptedOut: false, called: '' };
  const text = textOf(callee);
  const frames = isStagedText(text) ? [] : framesIn(stackDownTo(callUnstaged));
  return {
    frames,
    isOptedOut: frames.length === 1 && carriesDirective(text, 'use no graph'),
    called: frames.length === 0 && !isStagedText(text) ? (callee as { name: string }).name : '',
  };
}

/** The arguments, with functions that tell of the truth values which they return to a function that was not staged. */
function watched(
  args: readonly unknown[],
  parameters: readonly (string | null)[],
  callee: object,
  isTensor: (value: unknown) => value is Tensor,
): unknown[] {
  const location = currentLocation();
  return args.map((arg, index) => {
    const from = parameters[index] ?? null;
    if (typeof arg !== 'function' || from === null || !handsOn(from, textOf(callee))) return arg;
    return new Proxy(arg, {
      apply(target, self, given) {
        const result: unknown = Reflect.apply(target, self, given);
        const data = isTensor(result) && result.dtype === 'bool' ? symbolicData(result) : null;
        if (data === null) return result;
        if (latest?.dataId === data) latest = null;
        const text = textOf(callee);
        if (loopsWhileCallOf(from, text)) {
          throw refusal(callee, 'loops for as long as a tensor says,', location, frameHere());
        }
        kept.push({
          callee,
          from,
          frame: frameHere(),
          location,
          value: data.value,
          dataId: data,
        });
        return result;
      },
    });
  });
}

function warnNotTransformed(f: object, location: SourceLocation | null): void {
  if (warned.has(f)) return;
  warned.add(f);
  warn(
    'not-transformed',
    `${nameOf(f)} carries the directive "use graph", but the use-graph plugin has not transformed it: its conditions and ` +
      'loops are not staged.',
    location,
    'Add the plugin to the configuration of your bundler; for a package, to its option include.',
  );
}

/** Code that knows of tensors in conditions began to run: the call around is one of a function that was staged, or ours. */
export function enterStaged(): void {
  const call = calls.at(-1);
  if (call !== undefined) call.isStaged = true;
}

/** A function that is staged, and begins to run, tells that what ran before has ended. */
export function enterStagedFunction(): void {
  const call = calls.at(-1);
  if (call === undefined) return;
  call.isStaged = true;
  if (!call.isForeign) return;
  noteFound(call);
  // Only tensors give truth values.
  if (!traced.anything || call.frame !== null) return;
  const stack = stackDownTo(callUnstaged);
  call.frame = () => framesIn(stack).at(-1);
}

/** Keeps the truth value that a staged function ended with. */
function noteFound(call: Call): void {
  if (!call.isForeign || !call.isStaged || latest === null || latest.node <= call.start) return;
  const { callee, location, frame } = call;
  const { value, dataId } = latest;
  call.found.push({ callee, from: found, frame, location, value, dataId });
  latest = null;
}

/** A node was traced. */
export function noteComparison(node: Node, dataId: object): void {
  // The tape of a gradient copies what it keeps.
  if (node.kind === 'kernel' && node.kernel === 'Identity') return;
  nodeCount++;
  const [value] = node.outputs;
  if (value !== undefined) noteTraced([value.dtype]);
  // That a loop was left by a jump is no value of the program's.
  const isValue = value?.dtype === 'bool' && !value.name?.startsWith('did ');
  latest = isValue ? { value, dataId, node: nodeCount } : null;
  const call = calls.at(-1);
  if (call === undefined || value?.dtype !== 'bool' || node.kind !== 'kernel') return;
  const { callee, isStaged } = call;
  if (isStaged) return;
  if (loopsWhileCompared(textOf(callee))) {
    throw refusal(callee, 'loops for as long as a tensor says,', call.location, frameHere());
  }
  call.comparisons.push({
    callee,
    from: null,
    frame: frameHere(),
    location: node.location ?? call.location,
    value,
    dataId,
  });
}

/** Tells of truth values in a finished graph that functions computed for nothing. */
export function reportUnusedComparisons(graph: Graph): void {
  if (kept.length === 0) return;
  const made = new Set<Value>(graph.parameters);
  const used = new Set<Value>(graph.outputs);
  for (const node of allNodes(graph)) {
    for (const value of node.outputs) made.add(value);
    for (const value of node.inputs) used.add(value);
    for (const inner of subgraphs(node)) for (const value of inner.outputs) used.add(value);
  }
  const candidates = kept.filter(({ value }) => made.has(value));
  kept = kept.filter(({ value }) => !made.has(value));
  for (const { callee, from, frame, location, value } of candidates) {
    if (used.has(value)) continue;
    const text = textOf(callee);
    const called = from === found ? testsSomeCall(text) : from === handed ? null : from;
    if (called !== null && (from === found || testsCallOf(called, text))) {
      throw refusal(
        callee,
        `decides with what \`${called}()\` returns, a traced tensor,`,
        location,
        frame,
      );
    }
    if (from === null && comparesInCondition(text)) {
      throw refusal(callee, 'decides with a comparison of traced tensors,', location, frame);
    }
    if (!warned.has(callee)) warnUnused(callee, from, location, frame);
    warned.add(callee);
  }
}

function warnUnused(
  callee: object,
  from: Comparison['from'],
  location: SourceLocation | null,
  frame: OwnFrame | null,
): void {
  const name = nameOf(callee);
  const does =
    from === handed
      ? 'is given a traced truth value'
      : from === null
        ? 'compares traced tensors'
        : `${from === found ? 'calls' : 'is given'} a function that compares traced tensors`;
  warn(
    'unused-comparison',
    `${name} ${does}, and nothing in the graph uses ${from === handed ? 'it' : 'the result'}: if it decides with that and was not staged, it has ` +
      'taken it for true.',
    location,
    adviceFor(callee, frame),
  );
}

/** Two tensors are two objects, and no number is one. */
function warnDenied(callee: object, location: SourceLocation | null): void {
  if (warned.has(callee)) return;
  warned.add(callee);
  warn(
    'unused-comparison',
    `${nameOf(callee)} is given a traced number and another, and returned false while tracing, which the graph keeps: if it ` +
      'compares them, it has compared objects.',
    location,
    adviceFor(callee, null),
  );
}

/** Among numbers no object is found. */
function warnSought(callee: object, expression: string, location: SourceLocation | null): void {
  if (warned.has(callee)) return;
  warned.add(callee);
  warn(
    'unused-comparison',
    `${nameOf(callee)} looks for \`${expression}\`, a traced number, or compares it, and the graph keeps what it returned while ` +
      'tracing: to JavaScript a tensor is an object, and no number.',
    location,
    adviceFor(callee, null),
  );
}

/** A trace failed: its comparisons say nothing. */
export function forgetComparisons(): void {
  kept = [];
  latest = null;
}

function frameHere(): OwnFrame {
  const stack = stackDownTo(callUnstaged);
  return () => framesIn(stack)[0];
}

function adviceFor(callee: object, frame: OwnFrame | null): string {
  const packageName = packageOf(frame?.());
  const others = 'or use tf.where, or cond() of use-graph, in it.';
  if (packageName !== null)
    return `Have the plugin stage the package ${packageName}, ${includeOf(packageName)}, or decide outside of it with tf.where, or cond() of use-graph.${leftToNode()}`;
  const { name } = callee as { name?: string };
  return (
    `Put "use graph" into ${name || 'that function'} (or, where it or its module begins with "use no graph", take that out), ${others} ` +
    'Functions of your own files are staged where the plugin finds who calls them; those of a package ' +
    `where its option names it: ${includeOf(null)}.${leftToNode()}`
  );
}

function refusal(
  callee: object,
  what: string,
  location: SourceLocation | null,
  frame: OwnFrame | null = null,
): StagingError {
  return new StagingError(
    'unstaged-condition',
    `${nameOf(callee)}${whereOf(callee, frame?.())} ${what} but was not staged: to JavaScript the tensor is an object, whatever it holds.`,
    location,
    adviceFor(callee, frame),
  );
}

/** ` (in inner() of the package geometry, index.js:3:7)` */
function whereOf(callee: object, frame: string | undefined): string {
  const place = placeOf(frame)?.replace(/^.*[\\/]/, '');
  if (frame === undefined || place === undefined || place.includes('<anonymous>')) return '';
  const name = functionNameOf(frame);
  const found = packageOf(frame);
  const inner = name === '' || name === (callee as { name?: string }).name ? '' : `${name}()`;
  const owner = found === null ? '' : `the package ${found}`;
  const code = [inner, owner].filter((part) => part !== '').join(' of ');
  return code === '' ? ` (${place})` : ` (in ${code}, ${place})`;
}

function nameOf(callee: object): string {
  return (callee as { name?: string }).name || 'A function without a name';
}
