import type { TensorType } from '../../graph/types.js';
import { type Argument, leafArguments } from './argument.js';
import type { Result } from './result.js';
import { formatHostValue } from './structure.js';
import { formatTensorType } from './tensorSpec.js';

/** `(x: TensorSpec(shape=[2], dtype=float32), rate=0.1)`. */
export function formatSignature(args: readonly Argument[], names: readonly string[]): string {
  return `(${formatParameters(args, names).join(', ')})`;
}

/** One text for each argument: `x: TensorSpec(…)` for what holds tensors, `rate=0.1` for what is bound. */
export function formatParameters(args: readonly Argument[], names: readonly string[]): string[] {
  return args.map((argument, index) => {
    const name = names[index] ?? `arguments[${index}]`;
    const separator = holdsLeaves(argument) ? ': ' : '=';
    return `${name}${separator}${formatArgument(argument)}`;
  });
}

function holdsLeaves(argument: Argument): boolean {
  return leafArguments([argument]).length > 0;
}

export function holdsTensors(argument: Argument): boolean {
  if (argument.kind === 'tensor') return true;
  return 'items' in argument && argument.items.some(holdsTensors);
}

function formatArgument(argument: Argument): string {
  switch (argument.kind) {
    case 'tensor':
      return formatTensorType(argument);
    case 'variable':
      return `VariableSpec(shape=[${argument.shape}], dtype=${argument.dtype}, alias=${argument.first})`;
    case 'value':
      return formatHostValue(argument.value);
    case 'reference':
      return formatHostValue(argument.reference.deref());
    case 'hole':
      return '';
    case 'same':
      return 'the same';
    case 'array':
      return `[${argument.items.map(formatArgument).join(', ')}]`;
    case 'set':
      return `Set {${argument.items.map(formatArgument).join(', ')}}`;
    case 'record':
      return formatRecord(argument.keys, argument.items.map(formatArgument));
    case 'map': {
      const entries = argument.keys.map(
        (key, index) => `${formatArgument(key)} => ${formatArgument(argument.items[index]!)}`,
      );
      return `Map {${entries.join(', ')}}`;
    }
  }
}

export function formatResult(result: Result, types: readonly TensorType[]): string {
  const format = (item: Result): string => formatResult(item, types);
  switch (result.kind) {
    case 'tensor':
      return formatTensorType(types[result.index]!);
    case 'value':
      return formatHostValue(result.value);
    case 'reference':
      return formatHostValue(result.reference.deref());
    case 'hole':
      return '';
    case 'same':
      return 'the same';
    case 'array':
      return `[${result.items.map(format).join(', ')}]`;
    case 'list':
      return `list of ${format(result.item)}`;
    case 'set':
      return `Set {${result.items.map(format).join(', ')}}`;
    case 'record':
      return formatRecord(result.keys, result.items.map(format));
    case 'map': {
      const entries = result.keys.map(
        (key, index) => `${formatHostValue(key)} => ${format(result.items[index]!)}`,
      );
      return `Map {${entries.join(', ')}}`;
    }
  }
}

function formatRecord(keys: readonly PropertyKey[], items: readonly string[]): string {
  const fields = keys.map((key, index) => `${String(key)}: ${items[index]}`);
  return keys.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
