import type * as t from '@babel/types';
import { type Findings, findMarked, type Problem } from './marked.js';
import { findReached, nothingWanted, type Reached, type Wanted } from './reached.js';

/** A module's tree, and what was found in it. */
export class ParsedModule {
  readonly findings: Findings;
  readonly problems: Problem[] = [];
  #last: { wanted: Wanted; sizes: string; reached: Reached } | null = null;

  constructor(readonly ast: t.File) {
    this.findings = findMarked(ast, (problem) => this.problems.push(problem));
  }

  /** What is reached where that is wanted, which may grow. */
  reached(wanted: Wanted = nothingWanted): Reached {
    const sizes = [wanted.exports.size, wanted.members.size, wanted.callers.size].join();
    const isSame = this.#last?.wanted === wanted || sizes === '0,0,0';
    if (this.#last === null || !isSame || this.#last.sizes !== sizes)
      this.#last = { wanted, sizes, reached: findReached(this.findings, wanted) };
    return this.#last.reached;
  }
}
