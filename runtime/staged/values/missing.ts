import type { Tensor } from '@tensorflow/tfjs-core';
import { markLate } from '../../trace/late.js';
import { currentLocation } from '../../trace/session.js';

/** What a search gives, or a pattern takes: undefined where `isThere` does not hold, about which the program may ask. */
export function markMissing(message: string, element: Tensor, isThere: Tensor): Tensor {
  return markLate(element, {
    isSet: isThere,
    missing: undefined,
    message,
    location: currentLocation(),
  });
}
