import { viaAlias } from '@/lib/aliased';
import { inner } from '#inner';
import { back, round } from './circle.js';
import { all, chained, renamed } from './lib';
import byDefault, { magnitude } from './lib/helpers.js';
import * as helpers from './lib/helpers.js';
import { flipBelow, table } from './lib/makers.js';
import { Model } from './model.js';
import type { Value } from './types.js';

const model = new Model();
const flipNegative = flipBelow(0);
const functions = table(0);

export function named(x: Value): Value {
  'use graph';
  return magnitude(x);
}

export const standard = (x: Value): Value => {
  'use graph';
  return byDefault(x);
};

export function namespace(x: Value): Value {
  'use graph';
  return helpers.viaNamespace(x);
}

export function barrel(x: Value): Value {
  'use graph';
  return chained(x);
}

export function renaming(x: Value): Value {
  'use graph';
  return renamed(x);
}

export function nested(x: Value): Value {
  'use graph';
  return all.inAll(x);
}

export function method(x: Value): Value {
  'use graph';
  return model.forward(x);
}

export function circular(x: Value): Value {
  'use graph';
  return round(x);
}

export function back_(x: Value): Value {
  'use graph';
  return back(x);
}

export function alias(x: Value): Value {
  'use graph';
  return viaAlias(x);
}

export function packageImport(x: Value): Value {
  'use graph';
  return inner(x);
}

export function asValue(x: Value): Value {
  'use graph';
  return [x].map(magnitude)[0]!;
}

export function made(x: Value): Value {
  'use graph';
  return flipNegative(x);
}

export function madeInTable(x: Value): Value {
  'use graph';
  return functions.flip(x);
}
