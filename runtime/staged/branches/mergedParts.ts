import type { Entry } from '../state/state.js';
import type { Branch } from './branch.js';
import type { Choices, Merged } from './choices.js';

/** How what an object, array or collection holds becomes one. */
export interface Parts {
  readonly choices: Choices;
  /** Of a variable, of which an error may be one only where it is read. */
  variable(entry: Entry, a: unknown, b: unknown): Merged;
  /** Of a value that both branches leave. */
  value(entry: Entry, name: string, a: unknown, b: unknown): Merged;
  /** Of one that `missing` does not leave. */
  present(entry: Entry, value: unknown, missing: Branch): Merged;
}
