import { cast, gather, stack, type Tensor, tensor1d, where, zeros } from '@tensorflow/tfjs-core';
import type { DataType, Shape, TensorType } from '../../graph/types.js';
import { isGone } from '../../trace/heirs.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { lateOf } from '../../trace/late.js';
import { padAll } from '../../trace/paddedRows.js';
import { ChosenText, textsOf } from '../operators/chosenText.js';
import { observe } from '../values/absent.js';
import { type Candidate, candidatesOf } from '../values/choice.js';
import { asChosen, ChosenFunction, isFunction } from '../values/chosenFunction.js';
import { elementNode } from '../values/classInstances.js';
import { firstAlike } from '../values/closures.js';
import { MadeFunction } from '../values/madeFunction.js';
import { numberOf } from '../values/numbered.js';
import { originalOf } from '../values/originals.js';
import { type Composite, compositeKind, compositeParts, withParts } from '../values/structure.js';
import { dtypeOf, isTensor } from '../values/tensors.js';
import { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { constant, type HostScalar, markWeak } from '../values/weak.js';
import { HalfOfWord } from './halfOfWord.js';
import { StackedCells } from './stackedCells.js';

/*
 * Texts, functions, null and objects are no rows of a tensor. An array whose length a tensor decides holds the number that
 * each of them has in the trace, and knows which ones it may hold: what is read is one of these, as a tensor chooses.
 */

/** What a tensor chooses, of one type. */
export class Selection<T = number> {
  readonly dtype: DataType;
  readonly shape: Shape;

  constructor(
    readonly predicate: Tensor,
    readonly one: T | Tensor | Selection<T>,
    readonly other: T | Tensor | Selection<T>,
    { dtype, shape }: TensorType = { dtype: 'int32', shape: [] },
    /** Whether nobody chose the dtype. */
    readonly isWeak = false,
  ) {
    this.dtype = dtype;
    this.shape = shape;
  }
}

export type Which = number | Tensor | Selection;

/** One of `things`, by its number. */
export class Reference implements Composite {
  readonly [compositeKind] = 'a text, function, object or null';

  constructor(
    readonly which: Which,
    readonly things: ReadonlyMap<number, unknown>,
  ) {}

  [compositeParts](): readonly unknown[] {
    return [this.which];
  }

  [withParts]([which]: readonly unknown[]): Reference {
    return new Reference(which as Which, this.things);
  }

  /** A reference to what either of the two may refer to. */
  united({ things }: Reference): Reference {
    if ([...things.keys()].every((number) => this.things.has(number))) return this;
    return new Reference(this.which, new Map([...this.things, ...things]));
  }

  /** The object that the program sees in its place. */
  get value(): unknown {
    return read(this);
  }
}

let read: (reference: Reference) => unknown;

/** Called once, by the module that knows what is read at an index that a tensor chooses. */
export function setReading(how: (reference: Reference) => unknown): void {
  read = how;
}

/** What tensors choose as a tensor, and so half of one. */
export function selected(which: unknown): unknown {
  if (which instanceof HalfOfWord) return which.made();
  if (which instanceof StackedCells) return stackedCells(which);
  if (!(which instanceof Selection)) return which;
  const { predicate, dtype, isWeak } = which;
  const [one, other] = [which.one, which.other].map((side) => madeOf(side, dtype));
  const chosen = where(predicate, one!, other!);
  return isWeak ? markWeak(chosen) : chosen;
}

function stackedCells({ cells, dtype, shape, isWeak, open }: StackedCells): Tensor {
  const known = shape.map((size) => size ?? 0);
  const stacked =
    cells.length === 0
      ? zeros(known, dtype as 'float32')
      : stack(
          padAll(
            cells.map((cell) => madeOf(cell, dtype)),
            open,
          ),
        );
  return isWeak ? markWeak(stacked) : stacked;
}

function madeOf(cell: unknown, dtype: DataType): Tensor {
  const value = selected(cell);
  if (!isTensor(value)) return constant(value as HostScalar, dtype);
  return dtypeOf(value) === dtype ? value : cast(value, dtype);
}

/** The value, or copy of one, by its number; undefined for tensors and numbers, and for what no graph can tell apart. */
export function referenceTo(value: unknown): Reference | undefined {
  if (value instanceof Reference) return value;
  if (value instanceof ChosenText) return referenceTo(value.asText());
  if (isTensor(value)) return value.dtype === 'string' ? ofTexts(value) : undefined;
  const variant = value instanceof Variant ? value : variantOf(value);
  if (variant !== undefined) return ofVariant(variant);
  if (value instanceof MadeFunction)
    return referenceTo(originalOf(value) ?? value.make(value.values));
  if (isFunction(value)) {
    const { which, candidates } = asChosen(
      value instanceof ChosenFunction ? value : firstAlike(value),
    );
    return new Reference(which as Which, candidates);
  }
  const thing = originalOf(value) ?? observe(value);
  if (typeof thing === 'object' && thing !== null) return ofObject(thing);
  return typeof thing === 'number' || typeof thing === 'boolean' ? undefined : single(thing);
}

function single(thing: unknown): Reference {
  const number = numberOf(thing);
  return new Reference(number, new Map([[number, thing]]));
}

function ofVariant({ predicate, one, other }: Variant): Reference | undefined {
  const holds = isTensor(predicate) ? knownToHold(predicate) : predicate === true;
  if (holds !== undefined) return referenceTo(holds ? one : other);
  return eitherReference(predicate as Tensor, referenceTo(one), referenceTo(other));
}

function ofTexts(text: Tensor): Reference | undefined {
  const texts = textsOf(text) as Map<string, Candidate<string>> | undefined;
  const known = texts && among([...texts.values()]);
  const late = lateOf(text);
  if (late === undefined) return known;
  const { isSet, missing } = late;
  const left = isTensor(missing)
    ? eitherReference(missing, single(null), single(undefined))
    : single(missing);
  return eitherReference(isSet, known, left);
}

function ofObject(object: object): Reference | undefined {
  const candidates = candidatesOf(object);
  // Of objects that branches have made nobody but the one chosen is left.
  if (candidates === undefined || candidates.some((one) => isOver(one.object)))
    return single(object);
  return candidates.some((candidate) => candidate.object === object)
    ? undefined
    : among(candidates);
}

/** Whether it holds what is no tensor of the graph any more. */
function isOver(object: object): boolean {
  const seen = new Set<unknown>();
  const isIn = (value: unknown): boolean => {
    if (isTensor(value)) return isGone(value);
    if (seen.has(value)) return false;
    seen.add(value);
    return elementNode(value)?.children.some(isIn) ?? false;
  };
  return isIn(object);
}

function among(candidates: readonly Candidate<unknown>[]): Reference | undefined {
  return candidates.reduceRight<Reference | undefined>((rest, { object, predicate, holds }, at) => {
    const one = single(object);
    if (at === candidates.length - 1) return one;
    if (predicate === null || rest === undefined) return undefined;
    return holds ? eitherReference(predicate, one, rest) : eitherReference(predicate, rest, one);
  }, undefined);
}

/** One of the things of either, as the tensor chooses. */
export function eitherReference(
  predicate: Tensor,
  one: Reference | undefined,
  other: Reference | undefined,
): Reference | undefined {
  if (one === undefined || other === undefined) return undefined;
  return new Reference(new Selection(predicate, one.which, other.which), one.united(other).things);
}

/** Which of the things each number means, of those that have numbers among others. */
export function placesOf(which: Tensor, numbers: readonly number[]): Tensor {
  const places = placesAmong(numbers);
  return places === null ? which : gather(tensor1d(places, 'int32'), which);
}

/** The place of each number among them, by the number; null where they are their places. */
export function placesAmong(numbers: readonly number[]): number[] | null {
  if (numbers.every((number, place) => number === place)) return null;
  const places = new Array<number>(Math.max(...numbers) + 1).fill(0);
  numbers.forEach((number, place) => {
    places[number] = place;
  });
  return places;
}

/** For elements that are references, whatever they are. */
export const anything = new Reference(0, new Map());
