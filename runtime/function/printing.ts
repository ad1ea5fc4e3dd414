import { keep, type Tensor } from '@tensorflow/tfjs-core';
import { PrintHole } from '../graph/graph.js';
import { engine } from '../trace/engine.js';
import { isPlainObject, isTensor } from './structure.js';

/** What a print node holds, with the tensors in their places again. */
export function fillHoles(values: readonly unknown[], tensors: readonly Tensor[]): unknown[] {
  return values.map((value) =>
    replaceIn(value, (item) => (item instanceof PrintHole ? tensors[item.input] : item)),
  );
}

/** What was printed before and waits for a read. */
let queue: Promise<void> | null = null;

/** Prints real tensors and host values; where the backend cannot be read synchronously, as soon as it has answered. */
export function printEagerly(values: readonly unknown[]): void {
  const tensors: Tensor[] = [];
  collectTensors(values, tensors);
  const mustWait = queue !== null || (tensors.length > 0 && engine().backendName === 'webgpu');
  if (!mustWait) {
    console.log(...values.map((value) => replaceIn(value, readSynchronously)));
    return;
  }
  const kept = new Map(tensors.map((tensor) => [tensor, keep(tensor.clone())]));
  const printed = (queue ?? Promise.resolve())
    .then(async () => {
      const contents = new Map<unknown, unknown>();
      for (const [tensor, copy] of kept) contents.set(tensor, await copy.array());
      console.log(...values.map((value) => replaceIn(value, (item) => contents.get(item) ?? item)));
    })
    .finally(() => {
      for (const copy of kept.values()) copy.dispose();
      if (queue === printed) queue = null;
    });
  queue = printed;
}

function readSynchronously(value: unknown): unknown {
  return isTensor(value) ? value.arraySync() : value;
}

function collectTensors(value: unknown, tensors: Tensor[]): void {
  replaceIn(value, (item) => {
    if (isTensor(item)) tensors.push(item);
    return item;
  });
}

/** A copy of the structure in which each leaf is what `replace` gives for it. */
function replaceIn(value: unknown, replace: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, replace));
  const isStructure = typeof value === 'object' && value !== null && !isTensor(value);
  if (!isStructure || !isPlainObject(value)) return replace(value);
  const entries = Object.entries(value).map(([key, item]) => [key, replaceIn(item, replace)]);
  return Object.fromEntries(entries);
}
