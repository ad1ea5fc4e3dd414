import type { BackendValues, KernelBackend, TensorInfo } from '@tensorflow/tfjs-core';
import { canReadSynchronously, release, retain } from './backend.js';
import { formatTensor } from './formatTensor.js';
import { formatLine, printInOrder } from './print.js';

/** A tensor as `print` shows it. */
export function shownTensor(
  { dataId, shape, dtype }: TensorInfo,
  backend: Pick<KernelBackend, 'readSync'>,
): string {
  return formatTensor(backend.readSync(dataId), shape, dtype);
}

/**
 * Prints one line: `values` with the elements of `tensors` in the place of each `PrintHole`. On a backend that is read
 * asynchronously the line appears when they have arrived, still after all earlier lines.
 */
export function printTensors(
  values: readonly unknown[],
  tensors: readonly TensorInfo[],
  backend: KernelBackend,
  backendName: string,
): void {
  const lineOf = (elements: readonly BackendValues[]) =>
    formatLine(
      values,
      tensors.map(({ shape, dtype }, index) => formatTensor(elements[index]!, shape, dtype)),
    );
  if (tensors.length === 0 || canReadSynchronously(backendName)) {
    printInOrder(lineOf(tensors.map(({ dataId }) => backend.readSync(dataId))));
    return;
  }
  const held = tensors.map(({ dataId, shape, dtype }) => retain(backend, { dataId, shape, dtype }));
  const read = Promise.all(held.map(({ dataId }) => backend.read(dataId)));
  printInOrder(
    read.then(lineOf).finally(() => {
      for (const info of held) release(backend, info);
    }),
  );
}
