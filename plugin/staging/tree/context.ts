import type * as t from '@babel/types';
import type { BuildDiagnostic } from '../../diagnostics/index.js';
import { type BuildCode, BuildError, diagnostic, locationOf } from '../../diagnostics/index.js';
import type { Binding } from '../../syntax/binding.js';
import type { FunctionWithBody } from './functions.js';
import type { Members } from './members.js';
import type { Receiver } from './receiver.js';

/** What staging needs to know of the module around the function. */
export interface StagingContext {
  /** The path that locations name. */
  file: string;
  /** What the function is called, where it has a name. */
  name?: string;
  /** The local name of the import of `use-graph/staged`. */
  runtime: string;
  /** A name that nothing in the module has, apart from other functions that are staged. */
  uniqueName(hint: string): string;
  /** The same for what is declared around the function. */
  moduleName(hint: string): string;
  /** Whether asynchronous functions wait where no tensor is near. */
  mayWait: boolean;
  /**
   * Whether other staged code reads what a variable around the function holds, or what it has under the key: then a change of
   * that is more than an effect on the host.
   */
  isReadElsewhere(name: string, key: string | null): boolean;
  report(diagnostic: BuildDiagnostic): void;
}

export type JumpKind = 'break' | 'continue';

/** What an `if` stands for that is none of the user's, or whose other branch is none; and a `while` that was another loop. */
type Kind = 'leaving' | 'guard' | 'case' | 'last case' | 'for' | 'do' | Operator;

/** What the source has where an `if` of the passes stands. */
export type Operator = 'expression' | '&&' | '||' | '??' | '&&=' | '||=' | '??=';

/** What the passes over one function share. */
export interface Staging extends StagingContext, Members {
  /** What a jump to a label stands for in the user's source. */
  readonly labels: Map<string, JumpKind>;
  /** Variables that the passes made up and that a flag guards, with the names that errors call them. */
  readonly flags: Map<string, string>;
  /** Functions that return by which jump they are left. */
  readonly jumping: Set<t.Node>;
  /** As `flags`, of variables that hold what a function returns: they may have been given undefined. */
  readonly results: Map<string, string>;
  /** The user's names of variables that stand in for those of the source; and of others with a number, those without. */
  readonly standIns: Map<string, string>;
  /** Variables that hold what a path such as `this.state` led to, where the program names it once and the result twice. */
  readonly aliases: Map<string, t.Expression>;
  /** Blocks that stand among statements in the source. */
  readonly written: Set<t.Node>;
  /** Blocks in which only the passes declare variables, under names that nothing else has. */
  readonly dissolvable: Set<t.Node>;
  /** Nodes that the passes wrote in their final form. */
  readonly finished: Set<t.Node>;
  /** What statements and `?:` that the passes made stand for, by the names that the runtime knows. */
  readonly kinds: Map<t.Node, Kind>;
  /** Expressions of which only the truth counts. */
  readonly truths: Set<t.Node>;
  /** Targets of assignments that functions around, or callers, may have to know of. */
  readonly shared: Set<t.Node>;
  /** Expressions that make a collection of which staged code tells when it changes. */
  readonly made: Set<t.Node>;
  /** Functions that iterations make and that outlive them, with what they know of the iteration. */
  readonly closures: Map<t.Node, readonly t.Identifier[]>;
  /** Targets `x[i]` of assignments after which nothing reads `x`, though others may hold what it does. */
  readonly lost: Set<t.Node>;
  /** Calls that give a pattern what it takes apart. */
  readonly sources: Set<t.Node>;
  /** Functions that are asynchronous in the source. */
  readonly promising: Set<FunctionWithBody>;
  /** Synchronous generators that were asynchronous functions in the source, and that a driver runs. */
  readonly suspended: Set<t.Node>;
  /** Tests that are JavaScript's own values. */
  readonly settled: Set<t.Node>;
  /** The bodies of such that stay asynchronous. */
  readonly waiting: Set<t.Node>;
  /** Targets of assignments to properties that their objects are sure to have. */
  readonly given: Set<t.Node>;
  readonly receiver: Receiver;
  /** Variables outside of the function that every assignment in it changes for all that can notice. */
  readonly carried: ReadonlySet<string>;
  /** Whether a name stands for a variable of the module, or for one that is there before a graph function's traces begin. */
  outlivesTraces(name: string): boolean;
  /** Names of variables outside of the function that are assigned only once. */
  isConstantOutside(name: string): boolean;
  /** What a name stands for around the function. */
  bindingOutside(name: string): Binding | undefined;
  /** What a `const` outside of the function is declared to hold. */
  constantOutside(name: string): t.Expression | null;
}

/** Refuses the function that is being staged. */
export function refuse(
  staging: StagingContext,
  code: BuildCode,
  message: string,
  node: t.Node,
): never {
  throw new BuildError(diagnostic(code, message, locationOf(staging.file, node.loc)));
}
