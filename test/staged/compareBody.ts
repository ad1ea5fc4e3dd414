import { type Comparison, compare } from '../properties/compare.js';
import { type Mode, modes } from '../properties/modes.js';
import type { Arguments } from '../properties/programs/program.js';
import type { BackendName } from '../support/index.js';

const calls: readonly Arguments[] = [
  [1.5, -2, 3, [1, 2, 3], true],
  [-0.5, 2.5, 4, [0, -2, 5], false],
  [0, 0, 0, [4, 4, 4], true],
];

/**
 * Compares a body that uses a, b, n, v and flag, or a module that exports a `program` of these, on tensors and on the backend,
 * with what JavaScript does on numbers.
 */
export function compareBody(
  body: string,
  backend: BackendName,
  only: readonly Mode[] = modes,
): Promise<Comparison> {
  const isModule = body.includes('export function program(');
  const source = isModule
    ? body
    : `export function program(a, b, n, v, flag) {\n"use graph";\n${body}\n}`;
  const isAsync = backend === 'webgpu';
  return compare({ source, calls }, isAsync ? { isAsync, only: ['graph'] } : { only });
}
