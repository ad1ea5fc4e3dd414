import * as plain from './standIn.js';

export * from './standIn.js';

/** The helpers for numbers that only they can look into. */
interface Hidden {
  value: unknown;
}

type Then = () => unknown;

function truth(test: unknown): unknown {
  const isHidden = typeof test === 'object' && test !== null && 'value' in test;
  return isHidden ? (test as Hidden).value : test;
}

export const if_stmt = (test: unknown, yes: Then, no: Then) => plain.if_stmt(truth(test), yes, no);
export const if_exp = (test: unknown, yes: Then, no: Then) => plain.if_exp(truth(test), yes, no);
export const not = (value: unknown) => !truth(value);
export const and = (left: unknown, right: Then) => (truth(left) ? right() : left);
export const or = (left: unknown, right: Then) => (truth(left) ? left : right());
export const while_stmt = (test: Then, body: Then) => plain.while_stmt(() => truth(test()), body);
