import type { Tensor } from '@tensorflow/tfjs-core';
import { UseGraphError } from '../../errors.js';
import { assertNode, constantNode, kernelNode } from '../../graph/builder.js';
import { type ConstantData, hasEffect, type Node, Value } from '../../graph/graph.js';
import type { DataType, TensorType } from '../../graph/types.js';
import { predicatesOfVariables } from '../../trace/chosenVariables.js';
import { isGone } from '../../trace/heirs.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { lateOf } from '../../trace/late.js';
import { padKernel } from '../../trace/paddedRows.js';
import { currentLocation } from '../../trace/session.js';
import { type Subgraph, traceFurther } from '../../trace/subgraph.js';
import { symbolicData } from '../../trace/symbolic.js';
import { TensorMap } from '../../trace/tensorMap.js';
import { currentTracer } from '../../trace/tracer.js';
import { canBeRow, isUnmade } from '../lists/elements.js';
import { HalfOfWord, half } from '../lists/halfOfWord.js';
import { placesAmong, Reference, Selection } from '../lists/references.js';
import { StackedCells } from '../lists/stackedCells.js';
import { StagedList } from '../lists/stagedList.js';
import { predicatesOf } from '../operators/chosenText.js';
import { beside } from '../state/outward.js';
import { pathsIn, possiblePathsIn } from '../state/paths.js';
import { contentOf, distinct, type Place, setPlace } from '../state/places.js';
import { undo, type Write } from '../state/recording.js';
import { copied, copyOfContents, mapFrozen, originalsIn } from '../state/snapshot.js';
import type { Entry, OpenState } from '../state/state.js';
import { Unmerged } from '../values/absent.js';
import { candidatesOf, rowOf } from '../values/choice.js';
import { objectOfLeaf } from '../values/entries.js';
import { isCollection } from '../values/entryPresence.js';
import { originalsAmong } from '../values/originals.js';
import { isThereOf } from '../values/outside.js';
import { mapLeaves, nodeOf } from '../values/structure.js';
import { isTensor, isVariable, typeOf } from '../values/tensors.js';
import { Variant } from '../values/variant.js';
import type { HostScalar } from '../values/weak.js';
import { rememberedWords } from '../values/wideInteger.js';
import { isListLike } from './growth.js';
import { ChosenCells } from './referredRows.js';

/** A place that a branch assigned beside its state, and what it was at the branch's end. */
export interface Extra extends Write {
  readonly after: unknown;
}

/** A traced branch, to which outputs are added once it is known what the other branch leaves. */
export class Branch {
  readonly #nodes: Node[];
  readonly #captures: Subgraph['captures'][number][] = [];
  /** Those of the captures. */
  readonly #parameters = new TensorMap<Value>();
  readonly #outputs: Value[] = [];
  /** Of what was traced after its end. */
  readonly #results = new Map<Tensor, Value>();

  constructor(
    /** As errors call it: `the else branch`. */
    readonly name: string,
    readonly subgraph: Subgraph,
    /** What the state was at its end. */
    readonly values: readonly unknown[],
    readonly results: ReadonlyMap<Tensor, Value>,
    /** What it assigned beside the state, and what that was at its end. */
    readonly extra: readonly Extra[],
    /** All that it assigned. */
    readonly writes: readonly Write[],
    /** What each of them left. */
    private readonly ends: readonly unknown[],
    /** What the objects hold at its end to which arrays refer whose length a tensor decides. */
    private readonly referred: ReadonlyMap<unknown, unknown>,
    /** False where nothing comes after it: all its paths throw. */
    readonly completes = true,
  ) {
    this.#nodes = [...subgraph.nodes];
    for (const capture of subgraph.captures) this.#addCapture(capture);
  }

  /** Whether running the branch does anything beside computing its outputs. */
  get hasEffect(): boolean {
    return (
      this.subgraph.nodes.some(hasEffect) ||
      this.subgraph.variables.some(({ entry, final }) => entry !== final)
    );
  }

  assigns(place: Place): boolean {
    return this.#indexOf(place) !== -1;
  }

  /** What a place that one of the branches assigned was at the end of this one. */
  valueOf(place: Place): unknown {
    const index = this.#indexOf(place);
    return index === -1 || this.ends.length === 0 ? contentOf(place) : this.ends[index];
  }

  /** What an object held at its end to which an array refers; undefined where that is not known. */
  heldBy(object: unknown): unknown {
    const isUnchanged = this.writes.length === 0 && canBeRow(object);
    return this.referred.get(object) ?? (isUnchanged ? copied(object) : undefined);
  }

  /** Puts what it left where it assigned it. */
  redo(): void {
    this.ends.forEach((end, index) => {
      setPlace(this.writes[index]!.place, end);
    });
  }

  #indexOf(place: Place): number {
    return this.writes.findIndex((write) => write.place.isSame(place));
  }

  #selected(which: unknown, dtype: DataType): Value {
    if (which instanceof StackedCells) {
      const { cells, shape, open } = which;
      this.addColumn(cells, { dtype, shape: shape.slice(1) }, open);
      return this.#outputs.pop()!;
    }
    if (isTensor(which)) {
      const value = this.#valueOf(which);
      return value.dtype === dtype ? value : this.#cast(value, dtype);
    }
    if (which instanceof HalfOfWord) {
      const divisor = this.#constant(constantOf(half), { dtype, shape: [] });
      const inputs = [this.#valueOf(which.word), divisor];
      const node = kernelNode(which.kernel, inputs, ['a', 'b'], {}, currentLocation());
      this.#nodes.push(node);
      return node.outputs[0]!;
    }
    if (!(which instanceof Selection))
      return this.#constant(constantOf(which as HostScalar), { dtype, shape: [] });
    const inputs = [
      this.#valueOf(which.predicate),
      this.#selected(which.one, dtype),
      this.#selected(which.other, dtype),
    ];
    const node = kernelNode('Select', inputs, ['condition', 't', 'e'], {}, currentLocation());
    this.#nodes.push(node);
    return node.outputs[0]!;
  }

  #valueOf(tensor: Tensor): Value {
    return this.results.get(tensor) ?? this.#results.get(tensor) ?? this.#capture(tensor);
  }

  /** Traces more at its end: what `body` makes of tensors of it. */
  trace(tensors: readonly Tensor[], body: (tensors: Tensor[]) => readonly Tensor[]): void {
    const values = tensors.map((tensor) => this.#valueOf(tensor));
    let made: readonly Tensor[] = [];
    const { nodes, captures, outputs } = traceFurther(this.subgraph, values, (inside) => {
      made = body(inside);
      return made;
    });
    this.#nodes.push(...nodes);
    for (const capture of captures) this.#addCapture(capture);
    made.forEach((tensor, index) => {
      this.#results.set(tensor, outputs[index]!);
    });
  }

  addTensor(tensor: Tensor, dtype: DataType): void {
    const value = this.#valueOf(tensor);
    this.#outputs.push(value.dtype === dtype ? value : this.#cast(value, dtype));
  }

  addHostScalar(value: HostScalar, dtype: DataType): void {
    this.#addConstant(constantOf(value), { dtype, shape: [] });
  }

  /** The elements, one behind the other along a new first axis; a tensor holds them so already. */
  addColumn(
    elements: Tensor | ChosenCells | readonly unknown[],
    type: TensorType,
    open: number,
  ): void {
    if (elements instanceof ChosenCells) {
      this.#addChosen(elements, type, open);
      return;
    }
    if (isTensor(elements)) {
      this.addTensor(elements, type.dtype);
      return;
    }
    if (elements.length === 0) {
      this.addFiller({ dtype: type.dtype, shape: [0, ...(type.shape ?? [])] });
      return;
    }
    for (const element of elements) {
      if (isUnmade(element)) this.#outputs.push(this.#selected(element, type.dtype));
      else if (isTensor(element)) this.addTensor(element, type.dtype);
      else this.addHostScalar(element as HostScalar, type.dtype);
    }
    const rows = this.#padded(this.#outputs.splice(-elements.length), open);
    const node = kernelNode('Pack', rows, null, { axis: 0 }, currentLocation());
    this.#nodes.push(node);
    this.#outputs.push(node.outputs[0]!);
  }

  /** Each as long as the longest along its first axes, so many of them. */
  #padded(rows: readonly Value[], open: number): readonly Value[] {
    if (open === 0) return rows;
    const axes = [...new Array<number>(open).keys()];
    const longest = rows.reduce((one, other) => this.#padTo(one, other, axes));
    return rows.map((row) => this.#padTo(row, longest, axes));
  }

  #padTo(x: Value, like: Value, axes: readonly number[]): Value {
    const node = kernelNode(padKernel, [x, like], ['x', 'like'], { axes }, currentLocation());
    this.#nodes.push(node);
    return node.outputs[0]!;
  }

  #addChosen({ which, numbers, cells }: ChosenCells, type: TensorType, open: number): void {
    this.addColumn(cells, type, open);
    const table = this.#outputs.pop()!;
    const places = placesAmong(numbers);
    const numbered = this.#valueOf(which);
    const indices = places === null ? numbered : this.#gathered(this.#integers(places), numbered);
    this.#outputs.push(this.#gathered(table, indices));
  }

  #integers(values: readonly number[]): Value {
    return this.#constant(
      { values: Int32Array.from(values) },
      { dtype: 'int32', shape: [values.length] },
    );
  }

  #gathered(table: Value, indices: Value): Value {
    const attributes = { axis: 0, batchDims: 0 };
    const inputs = ['x', 'indices'];
    const node = kernelNode('GatherV2', [table, indices], inputs, attributes, currentLocation());
    this.#nodes.push(node);
    return node.outputs[0]!;
  }

  /** Fails the execution where one of the values is not there: nobody can ask a row of a tensor. */
  requireThere(values: readonly unknown[]): void {
    const lates = values.filter(isTensor).map(lateOf);
    for (const late of new Set(lates)) {
      if (late === undefined || knownToHold(late.isSet) === true) continue;
      const { isSet, message, location } = late;
      this.#nodes.push(assertNode(this.#valueOf(isSet), message, location));
    }
  }

  /** Elements that nothing reads. Sizes that are not known are zero. */
  addFiller({ dtype, shape }: TensorType): void {
    const known = (shape ?? []).map((size) => size ?? 0);
    const data = dtype === 'string' ? { values: emptyStrings(known) } : { splat: 0 };
    this.#addConstant(data, { dtype, shape: known });
  }

  finish(): Subgraph {
    const outputs = this.#outputs;
    // An execution that ends with an exception assigns no variable.
    const variables = this.completes
      ? this.subgraph.variables
      : this.subgraph.variables.map((use) => ({ ...use, final: use.entry }));
    return { ...this.subgraph, nodes: this.#nodes, outputs, captures: this.#captures, variables };
  }

  #addConstant(data: ConstantData, type: TensorType): void {
    this.#outputs.push(this.#constant(data, type));
  }

  #constant(data: ConstantData, type: TensorType): Value {
    const node = constantNode(data, type, currentLocation());
    this.#nodes.push(node);
    return node.outputs[0]!;
  }

  #capture(tensor: Tensor): Value {
    const known = this.#parameters.get(tensor);
    if (known !== undefined) return known;
    const { dtype, shape } = typeOf(tensor);
    const parameter = new Value(dtype, shape);
    this.#addCapture({ tensor, parameter });
    return parameter;
  }

  #addCapture(capture: Subgraph['captures'][number]): void {
    const { tensor, parameter } = capture;
    this.#captures.push(capture);
    if (this.#parameters.get(tensor) === undefined) this.#parameters.set(tensor, parameter);
  }

  #cast(value: Value, dtype: DataType): Value {
    const node = kernelNode('Cast', [value], ['x'], { dtype }, currentLocation());
    this.#nodes.push(node);
    return node.outputs[0]!;
  }
}

/**
 * The places that the branches have assigned and writing the state does not reach: since it is none of them, or since a
 * branch has put another object where the one was that was changed.
 */
export function placesBeside(
  branches: readonly Branch[],
  { entries }: OpenState,
  before: readonly unknown[],
): Place[] {
  const ends = branches.map(({ values }) => values);
  // What an exception finds is written back by its handler only.
  const held = pathsIn(
    before.map((value, index) => (entries[index]!.isThrown ? undefined : value)),
  );
  // Others may have the object that a variable holds which nothing reads afterwards.
  const isWritten = ({ isThrown, isInput }: Entry) => isThrown !== true && !isInput;
  const kept = ends.map((values) =>
    possiblePathsIn(values.map((value, index) => (isWritten(entries[index]!) ? value : undefined))),
  );
  const apart = placesOfTheirOwn(ends);
  const isLost = ({ place: { container, owner = container } }: Write): boolean => {
    if (owner === undefined || entries.some((entry) => entry.container === owner)) return false;
    const paths = held!.get(owner) ?? [];
    const isKept = (path: string) => kept.every((end) => end.get(owner)?.includes(path));
    return paths.length > 0 && (apart.has(owner) || !paths.some(isKept));
  };
  const places = branches.flatMap(({ extra, writes }) => [...extra, ...writes.filter(isLost)]);
  return distinct(places.map(({ place }) => place));
}

/**
 * The elements of arrays that the branches leave with different lengths, since such arrays only refer to them, and arrays
 * of which a tensor has chosen one, since who holds that one goes on holding it, whatever is in it.
 */
function placesOfTheirOwn(ends: readonly unknown[]): Set<object> {
  const found = new Set<object>();
  const visit = (copies: readonly unknown[], areChosen: boolean): void => {
    if (areChosen && copies.some(isListLike))
      for (const array of originalsAmong(copies)) found.add(array);
    const [one, ...others] = copies.map((copy) => nodeOf(copy)?.children ?? []);
    const isGrowing = others.some(({ length }) => length !== one!.length);
    if (isGrowing && copies.every(Array.isArray)) {
      for (const object of copies.flatMap(originalsIn)) found.add(object);
      return;
    }
    const choose = copies.some((copy) => copy instanceof Variant);
    one!.forEach((child, index) => {
      visit([child, ...others.map((children) => children[index])], choose);
    });
  };
  visit(ends, false);
  return found;
}

/** All that the values hold. Ask before a branch changes an object that they share. */
export function leavesOf(values: readonly unknown[]): Set<unknown> {
  const leaves = new Set<unknown>();
  for (const value of values) mapLeaves(value, '', (leaf) => leaves.add(leaf));
  return leaves;
}

/** The tensors among `values` that are not among `outer`, all of `ends`, and those of `referred` that the branch has made. */
export function newTensors(
  { entries }: OpenState,
  outer: ReadonlySet<unknown>,
  values: readonly unknown[],
  ends: readonly unknown[],
  referred: ReadonlyMap<unknown, unknown>,
): Tensor[] {
  const tensors = new Set<Tensor>();
  const add = (value: unknown, known: ReadonlySet<unknown> | null): void => {
    mapLeaves(value, '', (leaf) => {
      if (!isTensor(leaf)) return;
      if (isVariable(leaf) || known?.has(leaf) !== true) tensors.add(leaf);
      const late = lateOf(leaf);
      if (late !== undefined) tensors.add(late.isSet);
      if (isTensor(late?.missing)) tensors.add(late.missing);
      const { low, high } = rememberedWords(leaf) ?? {};
      for (const known of [
        ...predicatesOf(leaf),
        ...predicatesOfVariables(leaf),
        ...[isThereOf(leaf), low, high],
      ])
        if (isTensor(known) && isOfCurrent(known)) tensors.add(known);
    });
  };
  for (const [index, value] of values.entries()) {
    if (!entries[index]!.isInput) add(value, outer);
  }
  for (const end of ends) add(end, null);
  for (const copy of referred.values())
    for (const leaf of leavesOf([copy])) if (isTensor(leaf) && isOfCurrent(leaf)) add(leaf, null);
  for (const object of [...values, ...ends].flatMap(originalsIn)) {
    const predicates = candidatesOf(object)?.map(({ predicate }) => predicate) ?? [];
    const { place, when } = rowOf(object)?.at ?? {};
    for (const known of [...predicates, isThereOf(object), place, when]) {
      if (isTensor(known) && isOfCurrent(known)) tensors.add(known);
    }
  }
  return [...tensors];
}

function isOfCurrent(tensor: Tensor): boolean {
  return symbolicData(tensor)?.tracer === currentTracer();
}

/**
 * The state at the end of a branch. What holds a tensor of a branch or loop in it is no variable of that one's state:
 * nothing reads it any more.
 */
export function readState(open: OpenState): unknown[] {
  return open.read().map((value, index) => {
    const { name, isOpaque } = open.entries[index]!;
    return isOpaque ? value : withoutLost(value, name);
  });
}

/** The same of what it has assigned beside its state. */
export function readPlaces(writes: readonly Write[]): unknown[] {
  return writes.map(({ place }) => withoutLost(contentOf(place), place.name));
}

/** What the objects hold to which arrays refer that are in the values, and what Maps and Sets hold that are. */
export function readReferred(values: readonly unknown[]): Map<unknown, unknown> {
  const referred = new Map<unknown, unknown>();
  const visit = (value: unknown): void => {
    if (isCollection(value) && !referred.has(value)) {
      const contents = copyOfContents(value);
      referred.set(value, contents);
      visit(contents);
    }
    const key = objectOfLeaf(value);
    if (key !== undefined && !referred.has(key)) {
      const copy = withoutLost(copied(key), 'a key');
      referred.set(key, copy);
      visit(copy);
    }
    if (!(value instanceof StagedList)) nodeOf(value)?.children.forEach(visit);
    else if (value.template instanceof Reference)
      for (const thing of value.template.things.values())
        if (canBeRow(thing)) referred.set(thing, withoutLost(copied(thing), value.name));
  };
  values.forEach(visit);
  return referred;
}

function withoutLost(value: unknown, name: string): unknown {
  return mapFrozen(value, (leaf) => (isLost(leaf) ? lost(name, leaf) : leaf));
}

function isLost(leaf: unknown): leaf is Tensor {
  return isTensor(leaf) && isGone(leaf);
}

function lost(name: string, tensor: Tensor): unknown {
  try {
    currentTracer().reference(tensor);
  } catch (error) {
    if (error instanceof UseGraphError) return new Unmerged(name, error).placeholder;
    throw error;
  }
  return tensor;
}

/** What a trace assigned beside the state, whose values before it are `before`; these are put back there. */
export function takeBeside(
  open: OpenState,
  before: readonly unknown[],
  writes: readonly Write[],
  ends: readonly unknown[],
): Extra[] {
  const rest = new Set(beside(writes, () => open.write(before)));
  undo([...rest]);
  // What a place held was copied with what the branch had made of the state by then.
  open.write(before);
  return writes.flatMap((write, index) =>
    rest.has(write) ? [{ ...write, after: ends[index] }] : [],
  );
}

/** Whether an exception may be on its way to its handler at the end of the branch. */
export function mayThrow({ values }: Branch, open: OpenState): boolean {
  return open.entries.some(({ isThrow }, index) => isThrow === true && values[index] !== false);
}

/** The branch that throws to a handler on all its paths. */
export function thrower(main: Branch, other: Branch, { entries }: OpenState): Branch | null {
  const index = entries.findIndex(({ isThrow }) => isThrow);
  if (index === -1) return null;
  return [main, other].find(({ values }) => values[index] === true) ?? null;
}

function constantOf(value: HostScalar): ConstantData {
  if (typeof value === 'string') return { values: [new TextEncoder().encode(value)] };
  return { splat: Number(value) };
}

function emptyStrings(shape: readonly number[]): Uint8Array[] {
  return Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => new Uint8Array());
}
