import { parameterTexts } from '../../trace/parameterTexts.js';
import { textWithParameters } from '../arrays/spreadArguments.js';
import { chosenBy } from '../branches/ifStatement.js';
import { mayBeUndefined } from '../branches/optional.js';

/**
 * Where a tensor decides whether an argument is undefined, and the function may have a default for it, the call is two: with
 * the argument, and without.
 */
export function callLeftOut(
  f: object & { readonly length: number },
  args: readonly unknown[],
  call: (args: unknown[]) => unknown,
): (() => unknown) | undefined {
  if (f.length >= args.length || !hasDefaults(f)) return undefined;
  for (const [index, arg] of args.entries()) {
    const optional = index < f.length ? undefined : mayBeUndefined(arg);
    if (optional === undefined) continue;
    const [given, leftOut] = [optional.present, () => undefined].map(
      (value) => () => call(args.with(index, value())),
    );
    return () => chosenBy(optional.isThere, given!, leftOut!, null);
  }
  return undefined;
}

/** Whether something is assigned in the parameter list, as its text tells: of a marked function, in that of the function to which it hands its arguments on. */
function hasDefaults(f: object): boolean {
  const text = textWithParameters(f);
  const handedOn = /\barguments,/.exec(text.split('=>', 1)[0]!)?.index ?? 0;
  const parameters = parameterTexts(text.slice(handedOn));
  return parameters?.some((parameter) => /[\w$\]}]\s*=(?![=>])/.test(parameter)) === true;
}
