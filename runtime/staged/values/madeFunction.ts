import { type AnyFunction, ChosenFunction, chosenFunctionOf } from './chosenFunction.js';
import { type Closure, constantClosure, makeClosure } from './closures.js';
import { Instance } from './instance.js';
import { linked, originalOf } from './originals.js';
import { compositeKind, compositeLabels, nodeOf, withParts } from './structure.js';
import { Variant } from './variant.js';

/** A function that an iteration has made, as what it knows of the iteration (`closures.ts`). */
export class MadeFunction extends Instance {
  constructor(
    private readonly closure: Closure,
    values: readonly unknown[] = Object.values(closure.variables),
  ) {
    super(closure.kind, Object.keys(closure.variables), values, '');
  }

  override get [compositeKind](): string {
    return 'a function';
  }

  override get [compositeLabels](): readonly string[] {
    return this.keys.map((key) => ` (its ${String(key)})`);
  }

  override [withParts](parts: readonly unknown[]): Instance {
    return new MadeFunction(this.closure, parts);
  }

  override chosenFrom(): Instance {
    return this;
  }

  override make(values: readonly unknown[]): AnyFunction {
    const variables = Object.fromEntries(this.keys.map((key, index) => [key, values[index]]));
    return makeClosure({ ...this.closure, variables });
  }

  /** What it knows does not change. */
  override write(): void {}
}

/**
 * Where one of the values is such a function the others as such: one that is always itself knows nothing. Beside one that a tensor
 * has chosen by its number they are functions like any other.
 */
export function asMadeFunctions<Values extends readonly unknown[]>(values: Values): Values {
  if (!values.some(mayBeMade)) return values;
  const isNumbered = values.some((value) => value instanceof ChosenFunction);
  return values.map((value) => {
    if (isNumbered)
      return value instanceof MadeFunction
        ? (originalOf(value) ?? value.make(value.values))
        : value;
    return typeof value === 'function' && chosenFunctionOf(value) === undefined
      ? linked(new MadeFunction(constantClosure(value)), value)
      : value;
  }) as unknown as Values;
}

/** Whether a function knows one that stands at the same place of the text. */
export function knowsItsLike(value: unknown): boolean {
  if (!(value instanceof MadeFunction)) return false;
  const isLike = (part: unknown): boolean => {
    if (part instanceof MadeFunction && part.prototype === value.prototype) return true;
    return (nodeOf(part)?.children ?? []).some(isLike);
  };
  return value.values.some(isLike);
}

function mayBeMade(value: unknown): boolean {
  if (value instanceof Variant) return mayBeMade(value.one) || mayBeMade(value.other);
  return value instanceof MadeFunction;
}
