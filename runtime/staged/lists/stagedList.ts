import { maximum, minimum, neg, scalar, stridedSlice, type Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import type { ListContents } from '../../function/signature/list.js';
import { errorHere } from '../../trace/errorHere.js';
import { isGone } from '../../trace/heirs.js';
import { noteCount } from '../../trace/knownBounds.js';
import { isSameTensor } from '../../trace/symbolic.js';
import { add } from '../operators/arithmetic.js';
import { basesOf, rowOf } from '../values/choice.js';
import { describeValue, quoted, subject } from '../values/describeValue.js';
import type { filler } from '../values/filler.js';
import type { Fixed } from '../values/fixedness.js';
import { numberOf } from '../values/numbered.js';
import { originalOf } from '../values/originals.js';
import { rowAt } from '../values/rows.js';
import {
  type Composite,
  compositeKind,
  compositeLabels,
  compositeParts,
  nodeOf,
  unallocated,
  withParts,
} from '../values/structure.js';
import { isTensor, shapeOf } from '../values/tensors.js';
import { isWeakTensor, markWeak } from '../values/weak.js';
import {
  canBeLike,
  type ElementForm,
  formOfBoth,
  isOwnRow,
  refersToRows,
  tracedElement,
} from './asElement.js';
import { rowTypeOf } from './cellTypes.js';
import { appended, type Column, joined, weakLike } from './columns.js';
import { columnsInForm } from './columnsInForm.js';
import { type Origins, originsOf, upToDate } from './elementChanges.js';
import {
  elementOf,
  hasReferences,
  leavesOf,
  presentRow,
  stackedOf,
  structureOf,
  united,
} from './elements.js';
import { markGrowing } from './growing.js';
import {
  type History,
  noHistory,
  ofBoth,
  ofCopy,
  ofEither,
  ofPart,
  overlap,
  type Range,
  withAdded,
} from './history.js';
import { changedElsewhere, noResult, unlikeElement } from './listErrors.js';
import { comesFrom, notePlaced, placesIn, rowsIn, sharedInside } from './objectsOfElements.js';
import { Order } from './order.js';
import { PaddedColumns } from './paddedColumns.js';
import { holdsObjects, rowOfNothing } from './raggedForms.js';
import { type HoldsRow, openAxes, RaggedRow, rowForm } from './raggedRow.js';
import { anything, Reference } from './references.js';
import { bothShared, SharedElements, sharedOfBranches } from './sharedElements.js';
import { isElementOf, keepsApart, type Move, mayBeTwice, placeOf, withMove } from './twins.js';
import { WideElement } from './wideElement.js';

/**
 * What an array of the user's holds whose length a tensor decides: for each leaf of an element a tensor whose rows are
 * that leaf of all elements. It never changes; an operation on the array gives it another one.
 */
export class StagedList implements ListContents, Composite, HoldsRow {
  constructor(
    /** As errors call the array. */
    readonly name: string,
    /** Any element: only its structure counts. */
    readonly template: unknown,
    private readonly held: readonly Column[] | PaddedColumns,
    readonly size: number | Tensor,
    /** Why no graph returns it as it is: two arrays of which a tensor chooses one have different structures. */
    readonly refusal?: StagingError,
    readonly shared?: SharedElements,
    /** Another one where an element may have another index. */
    readonly order: object = new Order(),
    /** Of the array that holds it. */
    readonly fixed: Fixed = '',
  ) {
    const open = openAxes(template);
    for (const [index, column] of this.rows.entries())
      if (isTensor(column) && open[index]! > 0) markGrowing(column, open[index]);
  }

  /** Each with as many rows as there are elements. */
  get columns(): readonly Column[] {
    return this.held instanceof PaddedColumns ? this.held.exact : this.held;
  }

  /** The same, where nobody asks what is behind the last element. */
  get rows(): readonly Column[] {
    return this.held instanceof PaddedColumns ? this.held.rows : this.held;
  }

  /** Whether there are rows behind those of its elements. */
  get isPadded(): boolean {
    return this.held instanceof PaddedColumns;
  }

  /** With other elements in some of the places. */
  withRows(rows: readonly Column[]): StagedList {
    const { name, template, held, size, refusal, shared, order, fixed } = this;
    if (!(held instanceof PaddedColumns)) return this[withParts]([...rows, size]);
    const padded = new PaddedColumns(rows, size);
    return new StagedList(name, template, padded, size, refusal, shared, order, fixed);
  }

  /** Whether it is empty, and nobody knows yet what it will hold. */
  get isOfNothing(): boolean {
    return this.template === anything && !this.rows.some(isTensor);
  }

  [rowForm](like?: RaggedRow): RaggedRow | undefined {
    if (this.isOfNothing) return rowOfNothing;
    const { template, rows, size } = this.#likeRow(like);
    if (!rows.every(isTensor) || holdsObjects(template)) return undefined;
    return new RaggedRow(template, structureOf(template), rows, size, false);
  }

  #likeRow(like: RaggedRow | undefined): StagedList {
    const isAlike = like === undefined || structureOf(like.template) === structureOf(this.template);
    if (isAlike || this.rows.some((column) => isTensor(column) && isGone(column))) return this;
    return this.inForm(like.template as ElementForm) ?? this;
  }

  /** JavaScript's numbers have one type: a count gives way to the dtype beside it. */
  get length(): number | Tensor {
    const { size } = this;
    return isTensor(size) && !isWeakTensor(size) ? markWeak(size) : size;
  }

  get [compositeKind](): string {
    return `a list of ${structureOf(this.template)}`;
  }

  [compositeParts](): readonly unknown[] {
    return [...this.columns, this.size];
  }

  get [compositeLabels](): readonly string[] {
    return [...this.columns.map(() => ''), '.length'];
  }

  [withParts](parts: readonly unknown[], fixed = this.fixed): StagedList {
    const columns = (parts.slice(0, -1) as Column[]).map((column) =>
      isTensor(column) ? markGrowing(column) : column,
    );
    const size = parts.at(-1) as number | Tensor;
    if (isTensor(size)) noteCount(size);
    const { name, template, refusal, shared, order } = this;
    return new StagedList(name, template, columns, size, refusal, shared, order, fixed);
  }

  /** With one element more at its end; `isRow` of an object that is told from now on what the row is assigned. */
  push(pushed: unknown, isRow = false): StagedList {
    if (this.isOfNothing) return this.#first(pushed);
    const given = this.present(pushed);
    const fit = this.fitFor(given);
    if (fit !== this) return fit.push(given, isRow);
    const element = tracedElement(given, this.template);
    if (structureOf(element) !== structureOf(this.template))
      return this.widenedFor(given, element).push(given, isRow);
    const leaves = leavesOf(element);
    const open = openAxes(this.template);
    const columns = this.columns.map((column, index) =>
      appended(this.name, { column, size: this.size }, leaves[index], open[index]!),
    );
    const longer = this.#longer(columns, this.#counted(1)).holding(element);
    if (isRow) return longer.naming([given], () => false).including([given]);
    const shared = longer.sharing([given]).adding(given, mayBeTwice(given, this.shared));
    return this.#mayHold(given, element) ? shared.holdingTwice() : shared;
  }

  /** With the first element, which tells what the others are like. */
  #first(given: unknown): StagedList {
    const { name, size, shared, order } = this;
    const element = tracedElement(presentRow(given), undefined);
    const open = openAxes(element);
    const columns = leavesOf(element).map((leaf, index) =>
      appended(name, { column: unallocated, size }, leaf, open[index]!),
    );
    const list = new StagedList(name, element, columns, this.#counted(1), undefined, shared, order);
    return list.sharing([given]);
  }

  /** Whether an object that becomes an element is one already. */
  #mayHold(given: unknown, element: unknown): boolean {
    const { template, shared } = this;
    if (shared?.isInside === true && comesFrom(given, shared)) return true;
    if (template instanceof Reference && element instanceof Reference)
      return [...element.things.keys()].some((number) => template.things.has(number));
    return shared?.objects.includes(given as object) === true;
  }

  /** In which an object may have two places. */
  holdingTwice(): StagedList {
    return this.known(new SharedElements([]).withTwins());
  }

  /** Knowing where an element was that has been added, and whether it may be there twice. */
  adding(element: unknown, isTwice: boolean): StagedList {
    const { shared } = this;
    if (shared === undefined) return this;
    const at = placeOf(element);
    if (at !== undefined) shared.history = withAdded(shared.history, at);
    if (isTwice) shared.withTwins();
    return this;
  }

  /** As an element of rows, which are all there. */
  present(element: unknown): unknown {
    return this.template instanceof Reference ? element : presentRow(element);
  }

  /** With rows, where the element is one. */
  fitFor(element: unknown): StagedList {
    const isRow = this.template instanceof Reference && isOwnRow(element);
    return isRow ? (rowsOf(this) ?? this) : this;
  }

  /** With elements that may be of the kinds of the other element as well; null where no list has such. */
  widened(element: unknown): StagedList | null {
    const form = formOfBoth(this.template, element);
    return form === null ? null : this.inForm(form);
  }

  /** The same for what is put into it, as which element is known; an error where no list has such. */
  widenedFor(given: unknown, element: unknown): StagedList {
    const wider = this.widened(element);
    if (wider === null || !canBeLike(given, wider.template)) throw unlikeElement(this, given);
    return wider;
  }

  /** The same, whose elements are each of one of several kinds; null where theirs is none of these. */
  inForm(form: ElementForm): StagedList | null {
    if (refersToRows(this.template)) return rowsOf(this)?.inForm(form) ?? null;
    const found = columnsInForm(this, form);
    if (found === null) return null;
    const { name, size, refusal, shared, order } = this;
    const [template, columns] = found;
    const held = this.isPadded ? new PaddedColumns(columns, size) : columns;
    return new StagedList(name, template, held, size, refusal, shared, order);
  }

  /** With the elements of another list behind its own. */
  joined(given: StagedList): StagedList {
    if (this.isOfNothing) return given.copied();
    if (given.isOfNothing) return this.copied();
    const [one, other] = alike(this, given);
    if (one !== this) return one.joined(other);
    if (structureOf(other.template) !== structureOf(this.template)) {
      const form = formOfBoth(this.template, other.template);
      const [left, right] = [this, other].map((list) => form && list.inForm(form));
      if (!left || !right) throw unlikeElement(this, given.template);
      return left.joined(right);
    }
    const open = openAxes(this.template);
    const columns = this.columns.map((column, index) =>
      joined(
        this.name,
        { column, size: this.size },
        { column: other.columns[index]!, size: other.size },
        open[index]!,
      ),
    );
    const shared = bothShared(this.shared, other.shared)?.again();
    if (shared !== undefined) {
      if (mayShareElements(this, other)) shared.withTwins();
      shared.history = ofBoth(this.#history, ofCopy(other.#history, other.order));
    }
    return this.#longer(columns, this.#counted(other.size), shared).holding(other.template);
  }

  /** With an assignment to a place of an element, as `moved` is, that may have been at another place. */
  assigned(index: number | Tensor, moved: unknown, { order }: StagedList): StagedList {
    const { shared } = this;
    if (shared === undefined) return this.reordered();
    const isInside = isElementOf(moved, shared);
    const from = isInside ? placeOf(moved) : undefined;
    const base = shared.moves[0]?.order ?? order;
    if (isInside && from?.order !== base) return this.reordered().adding(moved, true);
    if (!isInside && shared.moves.length === 0) {
      return this.reordered().adding(moved, mayBeTwice(moved, shared));
    }
    move(shared, { order: base, path: '', to: index, from: from?.place ?? null });
    return this.reordered();
  }

  /** Which may be the other one: its references are those of either, and so are the objects that its rows are copies of. */
  merged(other: StagedList, predicate: Tensor): StagedList {
    const { name, template, held, size, refusal } = this.holding(other.template);
    const shared = sharedOfEither(this, other, predicate);
    const order = this.order === other.order ? this.order : new Order();
    return new StagedList(name, template, held, size, refusal, shared, order);
  }

  /** Whose references may be those of the element too. */
  holding(element: unknown): StagedList {
    const { name, template, held, size, refusal, shared, order } = this;
    const wider = united(template, element);
    // The template of numbers may be NaN.
    return Object.is(wider, template)
      ? this
      : new StagedList(name, wider, held, size, refusal, shared, order);
  }

  /** With elements of which those that are objects of the program are other names of its rows. */
  sharing(elements: readonly unknown[]): StagedList {
    return this.naming(elements, () => true).including(elements);
  }

  /** The same of some of the objects in them; `to` is the place of an element whose parts they are from now on. */
  naming(
    elements: readonly unknown[],
    isOne: (object: object) => boolean,
    to?: number | Tensor,
  ): StagedList {
    const { objects: all = [], conditions } = this.shared ?? {};
    const known = all.filter((object) => conditions?.has(object) !== true);
    const rows = elements.flatMap((element) => rowsIn(element, this.template));
    const named: object[] = [];
    const twins: string[] = [];
    for (const [index, [object, path]] of rows.entries()) {
      const bases = basesOf(object);
      const isNamed = isOne(object);
      const isAgain = rows.some(([one], at) => one === object && at !== index);
      if (isNamed || isAgain) for (const one of [object, ...bases]) notePlaced(one, [path]);
      // What is in an element that has another place comes with it.
      const isOwn = rows.some(([one]) => one === rowOf(object)?.element);
      const isPart = isNamed && path !== '' && !isOwn;
      const isKnown = isPart && bases.some((base) => known.includes(base));
      const from = placeOf(object);
      const isMoved = to !== undefined && isPart && from?.order === this.order && !isAgain;
      if (isMoved && this.shared && placesIn(object).every((place) => place === path))
        move(this.shared, { order: this.order, path, to, from: from.place });
      else if (isKnown || isAgain || (isPart && mayBeTwice(object, this.shared)))
        twins.push(...placesIn(object));
      if (isNamed) named.push(...bases);
    }
    const objects = named.filter((object) => !known.includes(object));
    objects.forEach(numberOf);
    if (objects.length + twins.length === 0) return this;
    return this.known(this.#names(objects).withTwins(twins));
  }

  /** With elements that may be those of other arrays too. */
  including(elements: readonly unknown[]): StagedList {
    const objects = elements.flatMap((element) =>
      rowsIn(element, this.template).map(([object]) => object),
    );
    const inside = objects.map(sharedInside).filter((shared) => shared !== undefined);
    const origins = [
      ...objects.map((object) => originalOf(object) ?? object).flatMap(originsOf),
      ...inside.flatMap((shared) => [...shared.origins.keys()]),
    ];
    const own = this.shared?.objects ?? [];
    const held = inside.flatMap((shared) => shared.objects).filter((one) => !own.includes(one));
    const known = origins.length > 0 ? this.named(held, upToDate(origins)) : this;
    return inside.some((shared) => shared.mayHaveTwice) ? known.holdingTwice() : known;
  }

  /** With objects that are other names of its rows. */
  named(objects: readonly object[], origins?: Origins): StagedList {
    return this.known(this.#names(objects, origins));
  }

  #names(objects: readonly object[], origins?: Origins): SharedElements {
    return new SharedElements(objects, origins, this.shared?.identity);
  }

  /** With what else is known of its elements. */
  known(known: SharedElements): StagedList {
    return this.knowing(bothShared(this.shared, known));
  }

  /** With nothing else known of its elements. */
  knowing(shared: SharedElements | undefined): StagedList {
    return this.#longer(this.held, this.size, shared);
  }

  #longer(
    held: readonly Column[] | PaddedColumns,
    size: number | Tensor,
    shared = this.shared,
  ): StagedList {
    return new StagedList(this.name, this.template, held, size, undefined, shared, this.order);
  }

  /** As another array has its elements. */
  copied(): StagedList {
    if (this.shared === undefined)
      return this.refusal === undefined ? this : this.#with(this.held, this.size);
    const shared = this.shared.copied();
    shared.history = ofCopy(this.#history, this.order);
    return this.#with(this.held, this.size, shared);
  }

  /** As the array has them that they have been taken away to. */
  taken(): StagedList {
    return this.#with(this.held, this.size, this.shared?.taken());
  }

  /** With elements that may have another order. */
  reordered(): StagedList {
    const { shared } = this;
    if (shared !== undefined) shared.history = ofCopy(shared.history, this.order);
    return this.#with(this.held, this.size);
  }

  /** As an iteration has it, of which nobody knows what the one before has left of it. */
  inUnknownOrder(): StagedList {
    return this.#with(this.held, this.size);
  }

  #with(
    held: readonly Column[] | PaddedColumns,
    size: number | Tensor,
    shared = this.shared,
  ): StagedList {
    return new StagedList(this.name, this.template, held, size, undefined, shared);
  }

  /** `slice(begin, end)`: both count from the end where they are negative. */
  part(begin: number, end = Number.POSITIVE_INFINITY): StagedList {
    if (begin === Number.POSITIVE_INFINITY) return this.part(0, 0);
    const isToEnd = end === Number.POSITIVE_INFINITY;
    if (begin === 0 && isToEnd) return this.withColumns(this.size, (column) => column);
    const [from, to] = [begin, isToEnd ? 0 : end].map(Math.trunc) as [number, number];
    const last = isToEnd ? this.size : this.#place(to);
    const size = notNegative(add(last, negated(this.#place(from)), null));
    const range =
      from >= 0 && (isToEnd || to >= 0) ? ([from, isToEnd ? end : to] as const) : undefined;
    return this.withColumns(
      size,
      (column) => stridedSlice(column, [from], [to], [1], 0, isToEnd ? 1 : 0),
      range,
    );
  }

  /** With other rows in place of all elements: those at the indices, if given. */
  withColumns(
    size: number | Tensor,
    change: (column: Tensor) => Tensor,
    range?: Range,
  ): StagedList {
    const columns = this.columns.map((column) =>
      isTensor(column) ? weakLike(column, markGrowing(change(column))) : column,
    );
    const cut = this.shared?.again();
    if (cut === undefined) return this.#with(columns, size);
    // Elements that stay as many only change their places.
    cut.history =
      size === this.size
        ? ofCopy(this.#history, this.order)
        : ofPart(this.#history, this.order, range);
    return this.#with(columns, size, cut);
  }

  /** An index, which counts from the end where it is negative, as one of the list or its end. */
  #place(index: number): number | Tensor {
    if (index < 0) return notNegative(add(this.size, index, null));
    const { size } = this;
    return isTensor(size) ? minimum(size, scalar(index, 'int32')) : Math.min(size, index);
  }

  /** The element at `index`, which lies within the list. */
  at(index: number | Tensor): unknown {
    return this.elementOf(this.leavesAt(index));
  }

  /** The leaves of the element at `index`. */
  leavesAt(index: number | Tensor): Tensor[] {
    return this.#leaves(this.rows, (column) => {
      const [count] = shapeOf(column);
      // Where a column is known to be shorter, the element is read in a branch that does not run.
      const isBehind = typeof index === 'number' && index >= (count ?? Number.POSITIVE_INFINITY);
      const place = isBehind ? scalar(index, 'int32') : index;
      return weakLike(column, rowAt(column, place));
    });
  }

  /** The elements as one tensor. */
  stack(): Tensor {
    const [column] = this.columns;
    if (this.template instanceof WideElement) return this.elementOf(this.allocated()) as Tensor;
    if (nodeOf(this.template) === null && isTensor(column)) return column;
    throw errorHere(
      'list-use',
      `${subject(this.name)}, whose length a tensor decides, holds ${describeValue(this.template)} in each place, so ` +
        'that it is no tensor.',
      'Take its parts with map(), and stack those.',
    );
  }

  /** Leaves of what has the form of an element, and is none. */
  fillers(fillerOf: typeof filler): Tensor[] {
    return this.#leaves(this.rows, (column) => {
      return weakLike(column, fillerOf(rowTypeOf(this.name, column)));
    });
  }

  stacked(): unknown {
    const rows = this.template instanceof Reference ? rowsOf(this) : this;
    const columns = this.allocated();
    if (rows === null || hasReferences(rows.template)) throw noResult(this);
    return rows === this ? stackedOf(this.template, columns.values()) : rows.stacked();
  }

  /** The columns, for who makes elements of what is in their rows. */
  allocated(): Tensor[] {
    if (this.shared?.isStale) throw changedElsewhere(this);
    return this.#leaves(this.columns, (column) => column);
  }

  /** The element that has these leaves. */
  elementOf(leaves: readonly unknown[]): unknown {
    return elementOf(this.template, leaves.values());
  }

  #leaves(columns: readonly Column[], leaf: (column: Tensor) => Tensor): Tensor[] {
    return columns.map((column) => {
      if (isTensor(column)) return leaf(column);
      throw errorHere(
        'list-use',
        `An element of ${quoted(this.name)} is read before anything is pushed onto it: what its elements are is not known yet.`,
      );
    });
  }

  get #history(): History {
    return this.shared?.history ?? noHistory;
  }

  #counted(more: number | Tensor): number | Tensor {
    return add(this.size, more, null) as number | Tensor;
  }
}

/** With an assignment to a place, as long as an object may stand in two for it. */
function move(shared: SharedElements, moved: Move): void {
  const moves = withMove(shared.moves, moved);
  shared.moves = keepsApart(moves) ? [] : moves;
}

/** Whether the one has an element that the other one has too: it is a copy, or holds what has been read of the other. */
function mayShareElements(one: StagedList, other: StagedList): boolean {
  const isCopy = one.columns.some((column, index) => {
    const same = other.columns[index];
    return isTensor(column) && isTensor(same) && isSameTensor(column, same);
  });
  return isCopy || overlap(historyOf(one), historyOf(other));
}

/** What tells of its own order, too. */
function historyOf(list: StagedList | undefined): History {
  return list === undefined ? noHistory : ofCopy(list.shared?.history ?? noHistory, list.order);
}

/** What is known of the elements of an array that is the one or the other, either of which may be no list yet. */
export function sharedOfEither(
  one: StagedList | undefined,
  other: StagedList | undefined,
  predicate: Tensor,
): SharedElements | undefined {
  const shared = sharedOfBranches(one?.shared, other?.shared, predicate);
  if (shared !== undefined) shared.history = ofEither(historyOf(one), historyOf(other));
  return shared;
}

function notNegative(size: unknown): number | Tensor {
  return isTensor(size) ? maximum(size, scalar(0, 'int32')) : Math.max(size as number, 0);
}

function negated(index: number | Tensor): number | Tensor {
  return isTensor(index) ? neg(index) : -index;
}

/** The list with rows in the place of references to objects. */
let rowsOf: (list: StagedList) => StagedList | null;

/** Called once, by the module that makes lists of arrays. */
export function setRowsOf(asRows: (list: StagedList) => StagedList | null): void {
  rowsOf = asRows;
}

/** Both with rows, or both with references. */
function alike(one: StagedList, other: StagedList): readonly [StagedList, StagedList] {
  const isOne = one.template instanceof Reference;
  if (isOne === other.template instanceof Reference) return [one, other];
  return isOne ? [rowsOf(one) ?? one, other] : [one, rowsOf(other) ?? other];
}
