import type { Tensor, Variable } from '@tensorflow/tfjs-core';
import type { Trace } from '../../trace/function.js';
import type { Identities } from '../../trace/identities.js';
import type { TensorArgument, VariableArgument } from './argument.js';
import { isVariable } from './structure.js';

/**
 * The variables among the arguments of a trace. Its graph serves for other variables too, unless the code asked for the
 * name of one, or uses from outside a variable that might be the argument as well while something is assigned, or a
 * gradient is taken for a variable.
 */
export class VariableArguments {
  static readonly none = new VariableArguments([], [], null);
  readonly #isVariable: readonly boolean[];
  readonly #places = new Map<Variable, number>();
  /** Those that must be the very variables that the code was traced with. */
  readonly #bound = new Map<number, WeakRef<Variable>>();
  readonly #outer: readonly Variable[];

  /** `own` is null where the code was given the variables themselves: then its graph serves for these only. */
  constructor(
    leaves: readonly (TensorArgument | VariableArgument)[],
    given: readonly (Variable | null)[],
    own: { readonly trace: Trace; readonly identities: Identities } | null,
  ) {
    this.#isVariable = leaves.map(({ kind }) => kind === 'variable');
    const standIns = new Map(own?.trace.standIns.map((standIn) => [standIn.given, standIn]));
    given.forEach((variable, place) => {
      const standIn = variable === null ? undefined : standIns.get(variable);
      if (standIn !== undefined) this.#places.set(standIn.variable, place);
      if (variable !== null && standIn?.isNamed !== false) {
        this.#bound.set(place, new WeakRef(variable));
      }
    });
    const isShared = this.#places.size > 0 && tellsApart(own!.trace, own!.identities);
    this.#outer = isShared ? own!.trace.variables.filter((used) => !this.#places.has(used)) : [];
  }

  /** Whether a call with these tensors and variables, whose types fit, can use the graph. */
  accepts(leaves: readonly object[]): boolean {
    for (const [place, variable] of this.#bound) {
      if (leaves[place] !== variable.deref()) return false;
    }
    return (
      this.#outer.length === 0 || !leaves.some((leaf) => this.#outer.includes(leaf as Variable))
    );
  }

  /** A variable that the graph is bound to is gone: then it fits no call. */
  get isOutlived(): boolean {
    return [...this.#bound.values()].some((variable) => variable.deref() === undefined);
  }

  /** The tensors among the leaves, which are parameters of the graph by themselves. */
  tensors(leaves: readonly Tensor[]): readonly Tensor[] {
    if (this.#isVariable.length === 0) return leaves;
    return leaves.filter((_, place) => this.#isVariable[place] !== true);
  }

  /** Copies of the tensors that are the execution's own, and the variables. */
  lent(leaves: readonly Tensor[], copy: (tensor: Tensor) => Tensor): Tensor[] {
    return leaves.map((leaf, place) => (this.#isVariable[place] === true ? leaf : copy(leaf)));
  }

  /** The call's own variables in place of those that stood for them; without a call these do. */
  resolve(
    variables: readonly Variable[],
    leaves: readonly (Tensor | null)[] | null,
  ): readonly Variable[] {
    if (this.#places.size === 0 || leaves === null) return variables;
    return variables.map((variable) => {
      const place = this.#places.get(variable);
      const given = place === undefined ? null : (leaves[place] as Variable | null);
      return given ?? variable;
    });
  }
}

/** The variables of the call, or of the description where there is no call; `null` for each tensor. */
export function variablesAmong(
  leaves: readonly (TensorArgument | VariableArgument)[],
  tensors: readonly Tensor[] | null,
): (Variable | null)[] {
  return leaves.map((leaf, place) => {
    if (leaf.kind === 'tensor') return null;
    const given = tensors?.[place] ?? leaf.reference.deref();
    return given !== undefined && isVariable(given) ? given : null;
  });
}

/** Whether what the graph does to a variable among the arguments cannot be told from what it does to the same one from outside. */
export function isEntangled(trace: Trace, identities: Identities): boolean {
  return trace.standIns.some(
    ({ given, isNamed }) =>
      trace.variables.includes(given) && (isNamed || tellsApart(trace, identities)),
  );
}

/** Whether an argument's variable and the same one from outside come to different things: their contents are equal. */
function tellsApart({ updates }: Trace, { ofVariables }: Identities): boolean {
  return updates.length > 0 || ofVariables;
}
