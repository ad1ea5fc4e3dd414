import { bounded, expression, literal } from './expressions.js';
import type { Result, Surroundings } from './surroundings.js';

/** Leaves a block, a loop or the function, mostly under a condition. */
export function jump(around: Surroundings): string {
  const { random, labels, canBreak, canContinue, canReturn } = around;
  const jumps: (() => string)[] = [];
  if (canReturn) jumps.push(() => returned(around));
  if (canBreak)
    jumps.push(
      () => 'break;',
      () => 'break;',
    );
  if (canContinue)
    jumps.push(
      () => 'continue;',
      () => 'continue;',
    );
  for (const { name, isLoop } of labels) {
    jumps.push(() => `break ${name};`);
    if (isLoop) jumps.push(() => `continue ${name};`);
  }
  if (jumps.length === 0) return ';';
  const test = expression('bool', around, 1);
  const text = random.pick(jumps)();
  const last = random.chance(0.1);
  if (last) return text;
  return random.chance(0.8)
    ? `if (${test}) ${text}`
    : `if (${test}) {\nrecord(${literal('int', around)});\n${text}\n}`;
}

export function returned(around: Surroundings): string {
  const { result } = around;
  return result === null ? 'return;' : `return ${resultValue(result, around)};`;
}

export function resultValue(result: Result, around: Surroundings): string {
  if (typeof result === 'string') return expression(result, around, 1);
  if ('array' in result) {
    return `[${result.array.map((type) => bounded(type, around, 1)).join(', ')}]`;
  }
  const properties = Object.entries(result.object).map(
    ([key, type]) => `${key}: ${bounded(type, around, 1)}`,
  );
  return `{ ${properties.join(', ')} }`;
}
