import { type Argument, leafArguments } from './argument.js';
import { holdsTensors } from './formatSignature.js';
import { matchArguments } from './match.js';
import { rebuildArguments } from './rebuild.js';

/**
 * The full list of arguments for a call of a concrete function in which bound host arguments may be left out, wherever
 * they stand: those that were given, in their places, and the bound values in the others.
 */
export function fitBoundArguments(
  expected: readonly Argument[],
  given: readonly unknown[],
): readonly unknown[] {
  if (given.length >= expected.length) {
    const isLeftOut = given.slice(expected.length).every((value) => value === undefined);
    return isLeftOut ? given.slice(0, expected.length) : given;
  }
  const mustBeGiven: ((argument: Argument) => boolean)[] = [
    (argument) => leafArguments([argument]).length > 0,
    holdsTensors,
  ];
  for (const isGiven of mustBeGiven) {
    const filled = fill(expected, given, isGiven);
    if (filled !== null) return filled;
  }
  const leading = fillTrailing(expected, given);
  return leading ?? given;
}

function fill(
  expected: readonly Argument[],
  given: readonly unknown[],
  isGiven: (argument: Argument) => boolean,
): unknown[] | null {
  if (expected.filter(isGiven).length !== given.length) return null;
  const values = given.values();
  const bound = boundValues(expected);
  const filled: unknown[] = [];
  for (const [index, argument] of expected.entries()) {
    if (!isGiven(argument)) {
      filled.push(bound[index]);
      continue;
    }
    const { value } = values.next();
    const isHost = leafArguments([argument]).length === 0;
    if (isHost && !matchArguments([argument], [value], [])) return null;
    filled.push(value);
  }
  return filled;
}

function fillTrailing(expected: readonly Argument[], given: readonly unknown[]): unknown[] | null {
  const rest = expected.slice(given.length);
  return rest.some(holdsTensors) ? null : [...given, ...boundValues(expected).slice(given.length)];
}

/** The host arguments' own values; rebuilt, since structures are bound by their content. */
function boundValues(args: readonly Argument[]): unknown[] {
  const leaves = leafArguments(args).map((leaf) =>
    leaf.kind === 'variable' ? leaf.reference.deref() : undefined,
  );
  return rebuildArguments(args, leaves.values());
}
