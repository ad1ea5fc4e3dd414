import type * as t from '@babel/types';
import { type Findings, findMarked } from './marked.js';
import type { Problem } from './misplaced.js';
import { findReached, nothingWanted, type Reached, type Wanted } from './reached.js';

/** What the parser found wrong, and went on behind. */
interface ReadOver extends SyntaxError {
  readonly pos: number;
  readonly reasonCode?: string;
}

/** A module's tree, and what was found in it. */
export class ParsedModule {
  readonly findings: Findings;
  readonly problems: Problem[] = [];
  #last: { wanted: Wanted; sizes: string; reached: Reached } | null = null;

  /** Throws the `SyntaxError` of what cannot be understood. */
  constructor(readonly ast: t.File) {
    const { errors = [] } = ast as t.File & { readonly errors?: readonly ReadOver[] };
    try {
      this.findings = findMarked(ast, (problem) => this.problems.push(problem));
    } catch (error) {
      throw errors[0] ?? error;
    }
    // Staged code would hide from the bundler what the parser could read over. Sloppy code is read as strict code first.
    if (ast.program.sourceType === 'script') return;
    const isMarked = ({ pos, reasonCode }: ReadOver) =>
      reasonCode !== 'UnsupportedParameterDecorator' &&
      this.findings.marked.some(({ node: { body } }) => body.start! <= pos && pos < body.end!);
    const hidden = errors.find(isMarked);
    if (hidden !== undefined) throw hidden;
  }

  /** What is reached where that is wanted, which may grow. */
  reached(wanted: Wanted = nothingWanted): Reached {
    const { exports, results, members, callers, tables } = wanted;
    const sizes = [exports, results, members, callers, tables].map(({ size }) => size).join();
    const isSame = this.#last?.wanted === wanted || sizes === '0,0,0,0,0';
    if (this.#last === null || !isSame || this.#last.sizes !== sizes)
      this.#last = { wanted, sizes, reached: findReached(this.findings, wanted) };
    return this.#last.reached;
  }
}
