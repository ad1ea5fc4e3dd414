import { variantOf } from '../values/variantObjects.js';

/** Whether `await` would wait for it. */
export function isThenable(value: unknown): boolean {
  return (
    variantOf(value) === undefined &&
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    typeof (value as { then?: unknown }).then === 'function'
  );
}
