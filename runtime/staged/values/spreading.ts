import { Scoped } from '../../scoped.js';

const spreading = new Scoped(false);

/** Whether it is another name of what the program changes that is changed now: what the one allows the other one does. */
export function isSpreading(): boolean {
  return spreading.value;
}

/** Does to other names of an object what the program does to it. */
export function spread(change: () => void): void {
  spreading.during(true, change);
}
