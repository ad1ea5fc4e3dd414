import { named } from './staged.ts';

export function round(x) {
  if (x.less(0)) return back(x);
  return named(x);
}

export const back = (x) => named(x);
