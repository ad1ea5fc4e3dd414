import {
  abs,
  add as addTensors,
  div as divide,
  mod,
  mul as multiply,
  neg as negate,
  pow as power,
  sign,
  sub as subtract,
  type Tensor,
} from '@tensorflow/tfjs-core';
import { StagingError } from '../errors.js';
import type { SourceLocation } from '../graph/types.js';
import { at, currentLocation } from '../trace/session.js';
import { asOperand, floating, isWeakOperand, numeric, requirePresent } from './operands.js';
import { isTensor } from './tensors.js';
import { markWeak } from './weak.js';

// JavaScript's operators on host values work on more than numbers, and mean there what they always mean.
type Host = number;

export function add(a: unknown, b: unknown, location: SourceLocation | null): unknown {
  return binary(a, b, location, 'Addition', (x, y) => (x as Host) + (y as Host), addTensors);
}

export function sub(a: unknown, b: unknown, location: SourceLocation | null): unknown {
  return binary(a, b, location, 'Subtraction', (x, y) => (x as Host) - (y as Host), subtract);
}

export function mul(a: unknown, b: unknown, location: SourceLocation | null): unknown {
  return binary(a, b, location, 'Multiplication', (x, y) => (x as Host) * (y as Host), multiply);
}

/** True division, as in JavaScript: integers give float32. */
export function div(a: unknown, b: unknown, location: SourceLocation | null): unknown {
  return binary(
    a,
    b,
    location,
    'Division',
    (x, y) => (x as Host) / (y as Host),
    (x, y) => divide(floating(x), floating(y)),
  );
}

/** The remainder takes the sign of the dividend, as in JavaScript. */
export function rem(a: unknown, b: unknown, location: SourceLocation | null): unknown {
  return binary(
    a,
    b,
    location,
    'The remainder',
    (x, y) => (x as Host) % (y as Host),
    (x, y) => multiply(mod(abs(x), abs(y)), sign(x)),
  );
}

export function pow(a: unknown, b: unknown, location: SourceLocation | null): unknown {
  const isInverse = typeof b === 'number' && b < 0;
  return binary(
    a,
    b,
    location,
    'A power',
    (x, y) => (x as Host) ** (y as Host),
    (x, y) => power(isInverse ? floating(x) : x, y),
  );
}

export function neg(a: unknown, location: SourceLocation | null): unknown {
  return unary(a, location, (x) => -(x as Host), negate);
}

/** `+a`: a bool tensor becomes a number, a numeric one is itself. */
export function plus(a: unknown, location: SourceLocation | null): unknown {
  return unary(
    a,
    location,
    (x) => +(x as Host),
    (x) => {
      if (x.dtype !== 'string') return x;
      throw new StagingError(
        'string-arithmetic',
        'A string tensor cannot be converted to a number in a graph.',
        currentLocation(),
      );
    },
  );
}

function binary(
  a: unknown,
  b: unknown,
  location: SourceLocation | null,
  operation: string,
  host: (a: unknown, b: unknown) => unknown,
  apply: (a: Tensor, b: Tensor) => Tensor,
): unknown {
  const beside = isTensor(a) ? a : isTensor(b) ? b : null;
  // A string beside a tensor reads the tensor on the host, which a traced one refuses.
  if (beside === null || typeof a === 'string' || typeof b === 'string') {
    requirePresent(a, b);
    return at(location, () => host(a, b));
  }
  return at(location, () => {
    requirePresent(a, b);
    const result = apply(
      numeric(asOperand(a, beside, operation)),
      numeric(asOperand(b, beside, operation)),
    );
    return isWeakOperand(a) && isWeakOperand(b) ? markWeak(result) : result;
  });
}

function unary(
  a: unknown,
  location: SourceLocation | null,
  host: (a: unknown) => unknown,
  apply: (a: Tensor) => Tensor,
): unknown {
  return at(location, () => {
    requirePresent(a);
    if (!isTensor(a)) return host(a);
    const result = apply(numeric(a));
    return isWeakOperand(a) && result !== a ? markWeak(result) : result;
  });
}
