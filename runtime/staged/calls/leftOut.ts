import { textWithParameters } from '../arrays/spreadArguments.js';
import { if_exp } from '../branches/ifStatement.js';
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
    return () => if_exp(optional.isThere, given!, leftOut!, null);
  }
  return undefined;
}

/** Whether something is assigned in the parameter list, as its text tells. */
function hasDefaults(f: object): boolean {
  return /[\w$\]}]\s*=(?![=>])/.test(textWithParameters(f).split('=>', 1)[0]!);
}
