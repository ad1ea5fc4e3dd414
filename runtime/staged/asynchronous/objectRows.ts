import type { Tensor } from '@tensorflow/tfjs-core';
import { makeList } from '../../function/signature/list.js';
import { arrayOf } from '../lists/heldList.js';
import { Reference } from '../lists/references.js';
import type { StagedList } from '../lists/stagedList.js';
import { Instance } from '../values/instance.js';
import { ownKeys } from '../values/propertyPresence.js';
import { isPlainObject, nodeOf } from '../values/structure.js';
import { type Known, Later } from './later.js';

/*
 * An array whose length a tensor decides, and whose elements are, or hold, objects of classes, texts or what else is no tensor.
 * The graph of a part gives rows of tensors: what each object holds, and a number for what the trace knows. JavaScript makes
 * the elements of these.
 */

/** What the elements are made of. */
interface Making {
  /** The place of the row. */
  readonly at: number;
  /** Of each column of numbers, what they stand for. */
  readonly things: readonly ((row: number) => unknown)[];
  readonly add: Known['add'];
}

/** Makes an element, or a part of one, of its row. */
type Restore = (row: unknown, making: Making) => unknown;

/** A column of numbers, and the things that have these. */
type Numbered = readonly [column: Tensor, numbers: readonly number[], things: readonly unknown[]];

type Given = readonly [rows: readonly unknown[], numbered: readonly Numbered[]];

/** Of an array, what makes its elements. */
class Elements extends Later<Given> {
  constructor(private readonly restore: Restore) {
    super();
  }

  deciding([, numbered]: Given): readonly Tensor[] {
    return numbered.map(([column]) => column);
  }

  settle([rows, numbered]: Given, { elements, settled, add }: Known): unknown[] {
    const things = numbered.map(([column, numbers, held]) => {
      const which = elements(column);
      return (row: number): unknown => settled(held[numbers.indexOf(which[row]!)]);
    });
    return rows.map((row, at) => this.restore(row, { at, things, add }));
  }
}

/** The list as a graph can give it; `encode` gives what stands for one of the things that a number stands for. */
export function encodedList(
  list: StagedList,
  encode: (thing: unknown) => unknown,
): readonly unknown[] {
  if (!holdsObjects(list.template)) return arrayOf(list);
  const numbered: Numbered[] = [];
  const [element, restore] = rowOf(list.template, list.allocated().values(), (column, things) =>
    numbered.push([column, [...things.keys()], [...things.values()].map(encode)]),
  );
  const rows = makeList([], { stacked: () => element, size: list.size });
  return [new Elements(restore), rows, numbered];
}

function holdsObjects(template: unknown): boolean {
  if (template instanceof Instance || template instanceof Reference) return true;
  return (nodeOf(template)?.children ?? []).some(holdsObjects);
}

/** The element with an array in place of each object of a class, and how it is made of that. `note` counts the columns of numbers. */
function rowOf(
  template: unknown,
  columns: Iterator<Tensor>,
  note: (column: Tensor, things: ReadonlyMap<number, unknown>) => number,
): [row: unknown, restore: Restore] {
  if (template instanceof Reference) {
    const column = columns.next().value as Tensor;
    const number = note(column, template.things) - 1;
    return [column, (_, { at, things }) => things[number]!(at)];
  }
  const node = nodeOf(template);
  if (node === null) return [columns.next().value, (row) => row];
  const parts = node.children.map((child) => rowOf(child, columns, note));
  const values: Restore = (row, making) =>
    parts.map(([, restore], index) => restore((row as readonly unknown[])[index], making));
  return [parts.map(([part]) => part), restoring(template, values as RestoreAll)];
}

type RestoreAll = (row: unknown, making: Making) => readonly unknown[];

function restoring(template: unknown, values: RestoreAll): Restore {
  if (template instanceof Instance) {
    const instance = template.withProperties(template.keys, []);
    return (row, making) => making.add({ instance, values: values(row, making) });
  }
  if (!isPlainObject(template)) return values;
  const keys = ownKeys(template);
  return (row, making) => {
    const held = values(row, making);
    return Object.fromEntries(keys.map((key, index) => [key, held[index]]));
  };
}
