import { isCollection } from '../values/entryPresence.js';
import { contentOf, type Place, setPlace, unset } from './places.js';

/* What the branches and loops that are being traced assign: each is told of its own, and puts it back. */

export interface Write {
  readonly place: Place;
  /** A copy of what the place held before. */
  readonly before: unknown;
}

/** A branch or loop body, as what is recorded of it. */
export type Construct = readonly Write[];

/** What is assigned now goes to the innermost one. */
interface Recording {
  readonly writes: Write[];
  /** Whether what it is told of does not stay, as far as it is no state. */
  readonly putsBack: boolean;
  outer: Recording | null;
}

let recording: Recording | null = null;

/** The innermost that is being traced. */
export function currentConstruct(): Construct | null {
  return recording?.writes ?? null;
}

/** Whether what is traced now is in it. */
export function isAround(construct: Construct): boolean {
  for (let inner = recording; inner !== null; inner = inner.outer)
    if (inner.writes === construct) return true;
  return false;
}

/** From now on, until the function returned is called, `writes` gets what is assigned. */
export function recordingTo(writes: Write[]): () => void {
  const own = startRecording(writes, true);
  return () => endRecording(own);
}

/** As `recordingTo`, and the construct around is told of them in the end. */
export function recordingOutward(writes: Write[]): () => void {
  const own = startRecording(writes, false);
  return () => {
    endRecording(own);
    for (const write of writes) addTo(own.outer, write);
  };
}

function startRecording(writes: Write[], putsBack: boolean): Recording {
  recording = { writes, putsBack, outer: recording };
  return recording;
}

/** What follows a throw is recorded up to the end of its block, which may be behind the end of what was begun before. */
function endRecording(own: Recording): void {
  if (recording === own) {
    recording = own.outer;
    return;
  }
  for (let inner = recording; inner !== null; inner = inner.outer)
    if (inner.outer === own) inner.outer = own.outer;
}

/** Adds to `writes` what `body` assigns, or puts it back where that throws. */
export function recordWrites<T>(body: () => T, writes: Write[]): T {
  return orUndone(body, writes, recordingTo(writes));
}

/** As `recordWrites`, and tells the construct around of them. */
export function recordTold<T>(body: () => T, writes: Write[] = []): T {
  return orUndone(body, writes, recordingOutward(writes));
}

function orUndone<T>(body: () => T, writes: readonly Write[], end: () => void): T {
  try {
    return body();
  } catch (error) {
    undo(writes);
    throw error;
  } finally {
    end();
  }
}

/** Nothing of an object that the branch or loop body has made has to be put back any more. */
export function forgetWrites(object: object): void {
  for (let inner = recording; inner !== null; inner = inner.outer) {
    const others = inner.writes.filter(({ place }) => ownerOf(place) !== object);
    if (others.length < inner.writes.length) inner.writes.splice(0, inner.writes.length, ...others);
    if (inner.putsBack) return;
  }
}

/** Whether a branch or loop body around would have to put back what has been changed of the object. */
export function isChangedAround(object: object): boolean {
  for (let inner = recording; inner !== null; inner = inner.outer)
    if (inner.writes.some(({ place }) => ownerOf(place) === object)) return true;
  return false;
}

function ownerOf({ owner, container }: Place): object | undefined {
  return owner ?? container;
}

/** What has been frozen there was made there: nobody reads it any more. A frozen Map or Set takes entries all the same. */
export function undo(writes: readonly Write[]): void {
  for (const { place, before } of writes.toReversed()) {
    const owner = ownerOf(place);
    if (owner !== undefined && Object.isFrozen(owner) && !isCollection(owner)) continue;
    if (before !== unset) setPlace(place, before);
    else if (place.exists !== false) place.write(unset);
  }
}

/** What each object was made in whose properties change one by one: outside of that nobody can have seen it change. */
const births = new WeakMap<object, Construct>();

/** Tells that such an object is new. Its constructor may have assigned properties of it by now. */
export function noteBirth(object: object): void {
  if (recording === null) return;
  const { writes } = recording;
  births.set(object, writes);
  const others = writes.filter(({ place }) => place.owner !== object);
  if (others.length < writes.length) writes.splice(0, writes.length, ...others);
}

/** Whether a branch or iteration around puts back what is changed now of an object that it has not made. */
export function isPutBackAround(object: object, maker: Construct | undefined): boolean {
  for (let inner = recording; inner !== null; inner = inner.outer) {
    if (inner.writes === maker || inner.writes === births.get(object)) return false;
    if (inner.putsBack) return true;
  }
  return false;
}

function isBornIn({ owner }: Place, construct: Construct): boolean {
  return owner !== undefined && births.get(owner) === construct;
}

/** Tells the construct around this one of a place, before it is written. */
export function noteWrite(place: Place): void {
  if (recording !== null && !isKnown(recording, place) && !isBornIn(place, recording.writes))
    recording.writes.push({ place, before: presentValue(place) });
}

/** The same of a place that has been written. */
export function noteWritten(write: Write): void {
  addTo(recording, write);
}

function addTo(to: Recording | null, write: Write): void {
  if (to !== null && !isKnown(to, write.place) && !isBornIn(write.place, to.writes))
    to.writes.push(write);
}

function isKnown({ writes }: Recording, place: Place): boolean {
  return writes.some((write) => write.place.isSame(place));
}

/** A copy, since branches and loops change objects of their state where they are. */
function presentValue(place: Place): unknown {
  return place.exists === false ? unset : contentOf(place);
}
