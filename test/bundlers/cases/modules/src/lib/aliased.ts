import type { Value } from '../types.js';

export const viaAlias = (x: Value): Value => (x.less(0) ? x.neg() : x);
