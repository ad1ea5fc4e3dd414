import type { Tensor } from '@tensorflow/tfjs-core';
import { enterPart } from '../../function/entry.js';
import { listOf } from '../../function/signature/list.js';
import type { Slot } from '../../function/slot.js';
import { collectDisposals, isUntouched } from '../../trace/session.js';
import type { State } from '../state/state.js';
import { fix } from '../values/fixedness.js';
import { isTensor } from '../values/tensors.js';
import { isWeakTensor, markWeak } from '../values/weak.js';
import { type Contents, emptyObject, fill, namesOf, valuesByName } from './contents.js';
import { Findings } from './findings.js';
import type { Holdings } from './holdings.js';
import { heldByItem } from './loopItem.js';
import { MadeFunctions, madeFunctions } from './madeFunctions.js';
import { type Outcome, settledOutcome, type Weak } from './outcome.js';
import { Changes, changesIn, changesOf } from './partChanges.js';
import { decodedCopy, type Encoded, type PartLeft, PartObjects, sizeOf } from './partObjects.js';
import { isContainer, leavesOf, mapLeaves } from './partValues.js';
import { inWords, withWords } from './wideNumbers.js';

/** Statements of an asynchronous function that are a graph of their own. */
export interface Part {
  readonly slot: Slot;
  readonly code: () => unknown;
  /** The function's variables that it mentions, and `this`. */
  readonly state: State;
  /** Whether it stands in a loop. */
  readonly isRepeated: boolean;
  /** Arrays to which it only pushes. */
  readonly appended: readonly ArrayPath[];
  /** The variables that others know besides the function's parts, by their indices. */
  readonly shared: readonly number[];
}

/** An array in the variables of a part: the index of one, and the keys of properties in it. */
export type ArrayPath = readonly [index: number, ...keys: string[]];

/**
 * Runs a part, and leaves variables and objects as it does. Gives the number of the jump that it ends with, or 0. Throws
 * `MadeFunctions`, and leaves all as it was, where it makes functions.
 */
export async function runPart(part: Part, holdings: Holdings): Promise<unknown> {
  const { slot, code, state, isRepeated, appended, shared } = part;
  const before = state.get();
  const arrays = new Set(appended.map((path) => arrayAt(before, path)));
  const objects = new PartObjects(arrays);
  const given = objects.encode(before);
  const made: Tensor[] = [];
  const held = given.contents.map((contents, index) => ({
    ...contents,
    values: heldByItem(objects.all[index]!, contents.values, made),
  }));
  const args = [held, ...given.values].map((arg) =>
    mapLeaves(arg, (leaf) => withWords(orGone(leaf), made)),
  );
  const leaves = leavesOf(args);
  const weak = leaves.map(isWeakTensor);
  const findings = new Findings();
  let plain: Plain | null = null;
  const implementation = (...taken: unknown[]): Outcome => {
    const [contents, ...values] = withWeak(taken, weak).map(inWords) as [
      readonly Contents[],
      ...unknown[],
    ];
    try {
      const traced = objects.enter(contents);
      state.set(values.map((value) => decodedCopy(value, traced)));
      const disposedOf = new Set<Tensor>();
      const { result: jump, left } = collectDisposals(disposedOf, () => objects.changedBy(code));
      const isPlain = isUntouched() && !leaves.some(isTensor);
      const remaining = (): PartLeft => left(state.get());
      const { encoded: after, objects: all } = isPlain ? remaining() : findings.judged(remaining);
      const functions = madeFunctions(given, after);
      if (functions.size > 0) throw new MadeFunctions(functions);
      const changed = {
        values: changesOf(values, after.values),
        contents: changesIn(contents, after.contents),
      };
      const disposed = places(leavesOf(taken), (leaf) => disposedOf.has(leaf as Tensor));
      const outcome = { jump, ...changed, weak: weakIn(changed), disposed };
      plain = isPlain ? { outcome, all } : null;
      return outcome;
    } finally {
      objects.restore();
      state.set(before);
    }
  };
  slot.takes(['objects', ...state.names]);
  let outcome: Outcome;
  try {
    const enter = () => enterPart(slot, args, implementation);
    outcome = (await findings.known(enter)) as Outcome;
  } finally {
    for (const tensor of made) tensor.dispose();
  }
  const own = madeByPlain(plain, outcome);
  outcome = await settledOutcome(outcome, given, objects.all.length, holdings);
  const done = { before, given, objects, own, outcome, arrays, isRepeated };
  const { after, replaced } = leave(done, holdings);
  state.set(after);
  holdings.share(
    shared.map((index) => after[index]),
    objects.all,
  );
  for (const place of outcome.disposed) (leaves[place] as Tensor).dispose();
  holdings.sweep(slot, state, replaced);
  return outcome.jump;
}

/** What code did that was JavaScript alone: no graph gives it anew. */
interface Plain {
  readonly outcome: Outcome;
  readonly all: readonly object[];
}

function madeByPlain(plain: Plain | null, outcome: Outcome): readonly object[] {
  return plain?.outcome === outcome ? plain.all : [];
}

interface Done {
  readonly before: readonly unknown[];
  readonly given: Encoded;
  readonly objects: PartObjects;
  /** Of a part that was JavaScript, the objects that it has left, by their numbers. */
  readonly own: readonly object[];
  readonly outcome: Outcome;
  readonly arrays: ReadonlySet<unknown>;
  readonly isRepeated: boolean;
}

interface Left {
  /** The values of the variables. */
  readonly after: unknown[];
  /** What the variables and the objects held before. */
  readonly replaced: readonly Tensor[];
}

/** Leaves the objects as the part left them. */
function leave(done: Done, holdings: Holdings): Left {
  const { before, given, objects, own, outcome, arrays } = done;
  const all = [...objects.all];
  const isNew = (index: number): boolean => index >= objects.all.length;
  for (const [index, contents] of outcome.contents) {
    if (!isNew(index)) continue;
    all[index] = own[index] ?? emptyObject(contents);
    holdings.make(all[index]);
  }
  const make = (object: object) => holdings.make(object);
  const changes = new Changes(all, done.isRepeated && !hasGrown(done), make);
  const after = before.map((value, index) => {
    if (!outcome.values.has(index)) return value;
    const left = changes.apply(given.values[index], outcome.values.get(index));
    if (isTensor(left) && outcome.weak.values.includes(index)) markWeak(left);
    holdings.put(changes.takeTensors(), left);
    return left;
  });
  for (const [index, contents] of outcome.contents) {
    const object = all[index]!;
    if (isNew(index) && object === own[index]) continue;
    holdings.change(object);
    const known = valuesByName(given.contents[index]);
    const weak = outcome.weak.contents.get(index) ?? [];
    const left = namesOf(contents).map((name, place) => {
      const value = changes.apply(known.get(name), contents.values[place]);
      return isTensor(value) && weak.includes(place) ? markWeak(value) : value;
    });
    if (arrays.has(object)) for (const item of left) (object as unknown[]).push(item);
    else fill(object, contents, left);
    fix(object, contents.fixed);
    holdings.put(changes.takeTensors(), object);
  }
  return { after, replaced: changes.replaced };
}

/** Whether there is more than before, or less: the next part needs a graph of its own, which may know numbers. */
function hasGrown({ given, outcome }: Done): boolean {
  const after = given.values.map((value, index) =>
    outcome.values.has(index) ? outcome.values.get(index) : value,
  );
  const size = sizeOf(given.values, (index) => given.contents[index]);
  return size !== sizeOf(after, (index) => outcome.contents.get(index) ?? given.contents[index]);
}

/** Nobody asks what a list or another value that is read later is made of. */
function weakIn({ values, contents }: Pick<Outcome, 'values' | 'contents'>): Weak {
  return {
    values: [...values].filter(([, value]) => isWeakTensor(value)).map(([index]) => index),
    contents: new Map(
      [...contents]
        .filter(([, { values: held }]) => Array.isArray(held) && listOf(held) === undefined)
        .map(([index, { values: held }]) => [index, places(held, isWeakTensor)]),
    ),
  };
}

function places(values: readonly unknown[], holds: (value: unknown) => boolean): number[] {
  return [...values.keys()].filter((place) => holds(values[place]));
}

/** Stands for a tensor that has been disposed of, of which a part may make no use. */
const gone = Object.freeze(new (class DisposedTensor {})());

function orGone(leaf: unknown): unknown {
  return isTensor(leaf) && leaf.isDisposed ? gone : leaf;
}

function withWeak(args: readonly unknown[], weak: readonly boolean[]): unknown[] {
  let index = 0;
  return args.map((arg) =>
    mapLeaves(arg, (leaf) => (weak[index++] === true && isTensor(leaf) ? markWeak(leaf) : leaf)),
  );
}

function arrayAt(values: readonly unknown[], [index, ...keys]: ArrayPath): unknown[] | null {
  const found = keys.reduce<unknown>(
    (object, key) => (isContainer(object) ? (Reflect.get(object, key) as unknown) : null),
    values[index],
  );
  return Array.isArray(found) ? found : null;
}
