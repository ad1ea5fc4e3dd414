import { type Argument, leafArguments } from './argument.js';
import { holdsTensors } from './formatSignature.js';
import { matchArguments } from './match.js';

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
  const filled: unknown[] = [];
  for (const argument of expected) {
    if (!isGiven(argument)) {
      filled.push(boundValue(argument));
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
  return rest.some(holdsTensors) ? null : [...given, ...rest.map(boundValue)];
}

/** A host argument's own value; rebuilt, since structures are bound by their content. */
function boundValue(argument: Argument): unknown {
  switch (argument.kind) {
    case 'value':
      return argument.value;
    case 'reference':
    case 'variable':
      return argument.reference.deref();
    case 'array':
      return argument.items.map(boundValue);
    case 'set':
      return new Set(argument.items.map(boundValue));
    case 'record':
      return Object.fromEntries(
        argument.keys.map((key, index) => [key, boundValue(argument.items[index]!)]),
      );
    case 'map':
      return new Map(
        argument.keys.map((key, index) => [boundValue(key), boundValue(argument.items[index]!)]),
      );
    case 'tensor':
      return undefined;
  }
}
