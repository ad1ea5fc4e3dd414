import {
  formatFrame,
  formatLocation,
  framesOf,
  isInternal,
  setFrames,
  UseGraphError,
} from '../../diagnostics/index.js';
import { takeThrower } from '../graph/failure.js';
import type { Caller } from '../graph/graph.js';
import type { SourceLocation } from '../graph/types.js';
import { functionNameOf } from './unstagedFrames.js';

/*
 * Staged code runs far below the runtime, in functions without names, at places of a bundle. What a user wants to read is
 * which of his functions called which, where, and in which branch or iteration. So an error on its way out of a trace is
 * told what it passes: the place of each construct, the part of it, and the name of each function. At the end its stack is
 * written anew.
 */

/** What the user's code calls to run a graph function. */
export interface EntryPoint {
  readonly callee: (...args: never[]) => unknown;
  /** The function that calls it is what the plugin left of the graph function itself. */
  readonly isInPlace: boolean;
}

/** A branch or iteration. */
interface Part {
  readonly name: string;
  readonly place: SourceLocation | null;
  /** More about it, for the message. */
  readonly detail: string;
}

interface Frame {
  readonly name: string;
  /** The innermost place in the function. */
  readonly place: SourceLocation | null;
  /** The branches and iterations around that, innermost first. */
  readonly parts: readonly Part[];
}

interface Passed {
  /** The functions that were left, innermost first. */
  readonly left: Frame[];
  /** Of the function that it is in now. */
  place: SourceLocation | null;
  parts: Part[];
}

const passed = new WeakMap<Error, Passed>();

function passedBy(error: Error): Passed {
  const known = passed.get(error);
  if (known !== undefined) return known;
  const made: Passed = { left: [], place: null, parts: [] };
  passed.set(error, made);
  return made;
}

/** One error is told in the place of another, which has come the same way. */
export function passOn(from: Error, to: Error): void {
  const way = passed.get(from);
  if (way !== undefined) passed.set(to, way);
}

/** The error comes out of a construct of the user's at `place`. */
export function passPlace(error: unknown, place: SourceLocation): void {
  if (error instanceof Error) passedBy(error).place ??= place;
}

/**
 * The error comes out of a part of the construct at `place`: `the else branch of the if statement`. `detail` tells more
 * about it, where there is a message for that.
 */
export function passPart(
  error: unknown,
  name: string,
  place: SourceLocation | null,
  detail: (() => string) | undefined,
): void {
  if (!(error instanceof Error)) return;
  const more = (error instanceof UseGraphError && detail?.()) || '';
  passedBy(error).parts.push({ name, place, detail: more });
}

const unstaged = new WeakMap<Error, readonly string[]>();

/** The error comes out of functions that staged code called, and that run as they are written. */
export function passUnstaged(error: Error, frames: readonly string[]): void {
  unstaged.set(error, frames);
}

/** The error comes out of a function that is traced. */
export function passStart(error: unknown): void {
  if (error instanceof Error) passedBy(error);
}

/** The error comes out of the user's code that a node of the graph called: `place`, in `caller`. */
export function passNode(
  error: unknown,
  place: SourceLocation | null,
  caller: Caller | null,
): void {
  if (!(error instanceof Error)) return;
  const way = passedBy(error);
  if (way.place !== null || way.left.length > 0) return;
  way.place = place;
  for (let inner = caller; inner !== null && inner.outer !== null; inner = inner.outer) {
    way.left.push({ name: inner.name, place: way.place, parts: [] });
    way.place = inner.calledAt;
  }
}

/** As `passNode`, for a promise of that code. */
export function writeRejection(
  error: unknown,
  place: SourceLocation | null,
  caller: Caller | null,
): void {
  passNode(error, place, caller);
  let outermost = caller;
  while (outermost !== null && outermost.outer !== null) outermost = outermost.outer;
  writeStackLater(error, { name: outermost?.name ?? '' });
}

/** Where the stack of what a node of the graph has thrown tells where it was made, that is its place. */
function passThrower(error: Error): void {
  const node = takeThrower(error);
  if (node === undefined) return;
  const place = throwersOf(error).length > 0 ? null : node.location;
  passNode(error, place, node.caller ?? null);
}

/** As `writeUserStack`, for an error that has passed a node: nobody is on the stack any more who called the graph function. */
export function writeStackLater(error: unknown, left: Left): void {
  if (!(error instanceof Error)) return;
  passThrower(error);
  if (passed.has(error)) writeUserStack(error, left, { callee: writeStackLater, isInPlace: false });
}

/** A graph function that an error leaves. */
interface Left {
  readonly name: string;
  readonly at?: SourceLocation | null;
}

/** The error comes out of a function, which is the user's if it was staged. */
export function passFunction(error: unknown, name: string, isStaged: () => boolean): void {
  if (!(error instanceof Error)) return;
  const way = passedBy(error);
  if (way.place === null && !isStaged()) return;
  way.left.push({ name, place: way.place, parts: way.parts });
  way.place = null;
  way.parts = [];
}

/**
 * Writes the stack of an error that leaves a graph function: the user's functions, then those that called it. The error's
 * type and message stay.
 */
export function writeUserStack(error: unknown, { name, at = null }: Left, entry: EntryPoint): void {
  if (!(error instanceof Error)) return;
  passThrower(error);
  const places = error instanceof UseGraphError ? error.places : [];
  // What ran as a graph, and not as code, has passed nothing.
  const isOfRun = !passed.has(error) && places.length > 0;
  const way = passedBy(error);
  passed.delete(error);
  const inside = throwersOf(error);
  const place = way.place ?? (inside.length > 0 || way.left.length > 0 ? null : ownPlaceOf(error));
  const start = inside.length > 0 ? null : at;
  const functions = [...way.left, { name, place: place ?? start, parts: way.parts }];
  const parts = functions.flatMap((frame) => frame.parts);
  if (error instanceof UseGraphError && parts.length > 0) {
    error.setWithin([...new Set(parts.map(described))]);
  }
  const frames = isOfRun
    ? places.map((frame) =>
        functionNameOf(frame) === '' ? formatFrame(name, placeOf(frame)!) : frame,
      )
    : functions.flatMap((frame, index) => [
        ...frameOf(frame, index === 0 ? () => placeWithin(frame.name, inside) : () => null),
        ...frame.parts.flatMap((part) => frameOf(part, () => null)),
      ]);
  // A function that calls itself is listed once.
  const thrower = functions[0]!.name;
  const isInPart = functions[0]!.parts.length > 0;
  const own = inside.map((frame, index) =>
    isPart(frame) || (isInPart && index === inside.length - 1 && isSimple(frame))
      ? formatFrame(thrower, placeOf(frame)!)
      : frame,
  );
  const all = new Set([...(unstaged.get(error) ?? []), ...own, ...frames]);
  setFrames(error, [...all, ...callersOf(entry)]);
}

/** Leaves the user's functions in the stack of an error that came out of no graph. */
export function leaveUserFrames(error: unknown): void {
  if (!(error instanceof Error)) return;
  const own = framesOf(error).filter(
    (frame) => !isInternal(frame) && !frame.endsWith('(<anonymous>)'),
  );
  if (own.length > 0) setFrames(error, own);
}

function described({ name, place, detail }: Part): string {
  return `${name}${place === null ? '' : ` at ${place}`}${detail}`;
}

function frameOf(
  { name, place }: { readonly name: string; readonly place: SourceLocation | null },
  otherwise: () => string | null,
): string[] {
  const known = place ?? otherwise();
  return known === null ? [] : [formatFrame(name, known)];
}

/** The frames of the user's own code that threw the error, where it was not ours or TensorFlow.js' that did. */
function throwersOf(error: Error): string[] {
  if (error instanceof UseGraphError) return [];
  const frames = framesOf(error);
  const end = frames.findIndex(isInternal);
  return end < 0 ? frames.slice(0, 1) : frames.slice(0, end);
}

/** What is wrong may stand in no construct that tells where it is. */
function ownPlaceOf(error: Error): SourceLocation | null {
  const location = error instanceof UseGraphError ? error.location : null;
  return location === null ? null : formatLocation(location);
}

/** Whether the function may be a part of a staged construct that V8 calls by what else the helper is given. */
function isSimple(frame: string): boolean {
  return /^\s+at [\w$]+ \(/.test(frame);
}

/** Whether the function is a part of a staged construct: V8 calls it by the helper that it is given to. */
function isPart(frame: string): boolean {
  return /^\s+at [\w$]+\.\w+_(?:stmt|exp)\b[\w$.]* \(/.test(frame);
}

/** Code that is evaluated, as bundlers do while developing, has a name where its functions have none. */
const nameless = new Set(['', 'eval']);

/** The innermost place in a function of the name. What was staged of it may be a function in it without a name. */
function placeWithin(name: string, frames: string[]): string | null {
  const own = frames.pop();
  const inner = frames.at(-1);
  const isWrapped = inner !== undefined && functionNameOf(own!) === name;
  return placeOf(isWrapped && nameless.has(functionNameOf(inner)) ? frames.pop() : own);
}

/** The place that a line of a stack names. */
export function placeOf(frame: string | null | undefined): string | null {
  return /([^(@\s]+:\d+:\d+)\)?$/.exec(frame ?? '')?.[1] ?? null;
}

function callersOf({ callee, isInPlace }: EntryPoint): string[] {
  if (!('captureStackTrace' in Error)) return [];
  const here = new Error();
  Error.captureStackTrace(here, callee);
  return framesOf(here)
    .slice(isInPlace ? 1 : 0)
    .filter((frame) => !isInternal(frame));
}
