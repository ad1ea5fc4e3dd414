import type { Tensor } from '@tensorflow/tfjs-core';
import { PrintText } from '../../graph/graph.js';
import type { SourceLocation } from '../../graph/types.js';
import { print } from '../../inspect/print.js';
import { shownTensor } from '../../interpret/printTensors.js';
import { engine } from '../../trace/engine.js';
import { heldText, holeFor, makingError } from '../../trace/errorText.js';
import { at, isSymbolic, isTracing } from '../../trace/session.js';
import { describeValue } from '../values/describeValue.js';
import { ofMixed, unmixed } from '../values/mixed.js';
import { isTensor } from '../values/tensors.js';
import { add } from './arithmetic.js';
import { textsOf } from './chosenText.js';
import { noText } from './noText.js';
import { requirePresent } from './operands.js';
import { primitiveOf } from './primitive.js';

/** A hole of a template literal: a traced tensor has no text, unless it is one of some that the program has. */
export function text(value: unknown, location: SourceLocation): unknown {
  return at(location, () => {
    const held = heldText(value);
    if (held !== undefined) return held;
    const mixed = ofMixed([unmixed(value)], ([side]) => text(side, location));
    if (mixed !== undefined) return mixed.result;
    requirePresent(value);
    const own = primitiveOf(value, 'string');
    if (!Object.is(own, value)) return text(own, location);
    if (!isTensor(value) || !isSymbolic(value)) return `${value}`;
    const hole = holeFor(value);
    if (hole !== null) return hole;
    if (isTracing() && textsOf(value) !== undefined) return value;
    throw noText('A template literal', value);
  });
}

/** A hole of a template literal that a call is given: whom it calls decides whether the text is needed. */
export function shown(value: unknown, location: SourceLocation): unknown {
  return isTensor(value) && textsOf(value) === undefined
    ? new Shown(value, location)
    : text(value, location);
}

class Shown {
  constructor(
    readonly tensor: Tensor,
    readonly location: SourceLocation,
  ) {}
}

/** A template literal that a call is given, with tensors in its holes. */
class GivenText extends PrintText {
  constructor(
    pieces: readonly unknown[],
    readonly asText: () => unknown,
  ) {
    super(pieces);
  }

  /** As `print` shows it; while tracing, what is known of the tensors. */
  asShown(): string {
    const { backend } = engine();
    const shown = (tensor: Tensor) =>
      isTracing() ? describeValue(tensor) : shownTensor(tensor, backend);
    return this.pieces.map((piece) => (isTensor(piece) ? shown(piece) : String(piece))).join('');
  }
}

/** Assertions: what fails when the graph runs has the texts of the tensors in its message. */
export const showsTensorsIn = new Set<unknown>([console.assert]);

/**
 * What `f` is given, `first` before it: `print` shows the tensors in a template literal, and so do assertions, where a tensor
 * is asserted; others need its text.
 */
export function givenTo(f: unknown, arg: unknown, first: unknown): unknown {
  if (!(arg instanceof GivenText) || f === print) return arg;
  if (!showsTensorsIn.has(f)) return arg.asText();
  return isTracing() && isTensor(first) ? makingError(() => arg.asText()) : arg.asShown();
}

/** A template literal, in whose holes there may be texts that a tensor chooses. */
export function template(pieces: readonly string[], ...holes: readonly unknown[]): unknown {
  if (holes.some((hole) => hole instanceof Shown)) {
    const tensors = holes.map((hole) => (hole instanceof Shown ? hole.tensor : hole));
    const texts = () =>
      holes.map((hole) => (hole instanceof Shown ? text(hole.tensor, hole.location) : hole));
    const shownPieces = pieces.flatMap((piece, index) => [
      piece,
      ...tensors.slice(index, index + 1),
    ]);
    return new GivenText(shownPieces, () => template(pieces, ...texts()));
  }
  return holes.reduce<unknown>(
    (text, hole, index) => add(add(text, hole, null), pieces[index + 1], null),
    pieces[0],
  );
}
