import { braced } from './statements.js';
import type { Surroundings } from './surroundings.js';

export function tryStatement(around: Surroundings): string {
  const tried = `try ${braced(around)}`;
  const { random } = around;
  return random.weighted<() => string>([
    [3, () => `${tried} finally ${braced(around, {}, 2)}`],
    [1, () => `${tried} catch ${braced(around, {}, 2)}`],
    [1, () => `${tried} catch (error) ${braced(around, {}, 2)} finally ${braced(around, {}, 2)}`],
  ])();
}
