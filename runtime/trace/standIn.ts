import { Variable } from '@tensorflow/tfjs-core';
import { setContent } from './assignments.js';
import { engine } from './engine.js';
import { enterStandIn } from './variables.js';

/*
 * A variable that is an argument is another one at another call. The traced code is given one that stands in its place,
 * so that what becomes of the argument can be told from what becomes of the same variable as code from outside sees it.
 */

/** A variable that exists in one trace only, in place of the one that was given. */
export class StandIn {
  readonly variable: Variable;
  #isNamed = false;

  constructor(readonly given: Variable) {
    const { name } = given;
    this.variable = new Variable(given, given.trainable, name, engine().nextTensorId());
    enterStandIn(this.variable, given);
    Object.defineProperty(this.variable, 'name', {
      get: () => {
        this.#isNamed = true;
        return name;
      },
    });
  }

  /** Whether the code asked for the variable's name, as optimizers do: then the graph is of use for this one only. */
  get isNamed(): boolean {
    return this.#isNamed;
  }

  /** From now on it is the given variable under another guise: code may have kept it. */
  release(): void {
    const given = new WeakRef(this.given);
    const own = this.variable.dataId;
    Object.defineProperty(this.variable, 'dataId', {
      get: () => given.deref()?.dataId ?? own,
      set: (dataId: object) => {
        const variable = given.deref();
        if (variable !== undefined) setContent(variable, dataId);
      },
    });
  }
}

/** Has TensorFlow.js find the stand-ins by their names; the function returned has it find the given ones again. */
export function registerStandIns(standIns: readonly StandIn[]): () => void {
  const registered = engine().state.registeredVariables;
  const replaced = standIns
    .map(({ given, variable }) => ({ given, variable, name: given.name }))
    .filter(({ given }) => !given.isDisposed);
  for (const { given, variable, name } of replaced) {
    registered[hiddenName(name)] = given;
    registered[name] = variable;
  }
  return () => {
    for (const { given, name } of replaced) {
      delete registered[hiddenName(name)];
      registered[name] = given;
    }
  };
}

/** Under which the given one stays registered, since branches and loops look there for what they may change. */
function hiddenName(name: string): string {
  return `${name} outside of the graph`;
}
