import type { Tensor } from '@tensorflow/tfjs-core';
import {
  type Composite,
  compositeKind,
  compositeLabels,
  compositeParts,
  nodeOf,
  withParts,
} from '../values/structure.js';
import type { Column } from './columns.js';
import type { StackedCells } from './stackedCells.js';

/** Of what an array holds: the array as an element, undefined where it holds what is no row of a tensor. */
export const rowForm = Symbol('rowForm');

export interface HoldsRow {
  /** As the others are, where that can be. */
  [rowForm](like?: RaggedRow): RaggedRow | undefined;
}

/**
 * An array as an element of an array whose length a tensor decides, where not all such elements are as long: what its own
 * elements hold, and how many there are. Among the others its rows are padded to the longest, as `tf.RaggedTensor.to_tensor`
 * pads them: what is behind its own length means nothing.
 */
export class RaggedRow implements Composite {
  constructor(
    /** Any of its elements; null where none is known yet. */
    readonly template: unknown,
    /** Tells its structure. */
    readonly kind: string,
    readonly columns: readonly (Column | StackedCells)[],
    readonly size: number | Tensor,
    /** Whether it may be given an element behind its last one by an assignment. */
    readonly isLonger: boolean,
  ) {}

  get [compositeKind](): string {
    return `a row of ${this.kind}`;
  }

  get [compositeLabels](): readonly string[] {
    return [...this.columns.map(() => ''), '.length'];
  }

  [compositeParts](): readonly unknown[] {
    return [...this.columns, this.size];
  }

  [withParts](parts: readonly unknown[]): RaggedRow {
    const columns = parts.slice(0, -1) as RaggedRow['columns'];
    const { template, kind, isLonger } = this;
    return new RaggedRow(template, kind, columns, parts.at(-1) as number | Tensor, isLonger);
  }

  /** The same, which may become longer. */
  longer(): RaggedRow {
    return this.isLonger
      ? this
      : new RaggedRow(this.template, this.kind, this.columns, this.size, true);
  }

  /** Whose elements may be what those of the other one are. */
  withTemplate(template: unknown): RaggedRow {
    const { kind, columns, size, isLonger } = this;
    return new RaggedRow(template, kind, columns, size, isLonger);
  }

  /** What the program sees. */
  asArray(): unknown[] {
    return arrayOfRow(this);
  }
}

let arrayOfRow: (row: RaggedRow) => unknown[];

/** Called once, by the module that knows arrays whose length a tensor decides. */
export function setArrayOfRow(known: typeof arrayOfRow): void {
  arrayOfRow = known;
}

/** Of each leaf of an element how many of its first axes are as long as the longest of all. */
export function openAxes(template: unknown): readonly number[] {
  if (template instanceof RaggedRow) {
    const inside = template.template === null ? [] : openAxes(template.template);
    return [...inside.map((count) => count + 1), 0];
  }
  return nodeOf(template)?.children.flatMap(openAxes) ?? [0];
}
