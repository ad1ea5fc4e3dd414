import { beforeAll, describe, expect, it } from 'vitest';
import { compareCalls, fixRandomAndTime } from './differential.js';
import { type Library, loadCommonJs, loadModules } from './load.js';

fixRandomAndTime();

const runs = Number(process.env.USE_GRAPH_TEST_RUNS ?? 12);

/** Functions that wait, or whose work is to look into the engine. */
const left = new Set(['debounce', 'throttle', 'delay', 'defer']);

function functionsOf(library: Library): string[] {
  return Object.keys(library).filter(
    (name) => typeof library[name] === 'function' && !left.has(name),
  );
}

describe.each([
  'lodash-es',
  'd3-array',
  'ramda',
  './node_modules/ml-matrix/src/index.js',
  'big.js',
  'immer',
])('%s', (name) => {
  let libraries: [Library, Library];
  beforeAll(async () => {
    libraries = await loadModules(name);
  });

  it('does the same staged', () => {
    const failures: string[] = [];
    for (const each of functionsOf(libraries[0])) {
      const t0 = performance.now();
      try {
        compareCalls(libraries, (library) => library[each], { runs });
      } catch (error) {
        failures.push(`${each}: ${String((error as Error).message).slice(0, 600)}`);
      }
      if (performance.now() - t0 > 300) console.log('SLOW', each, performance.now() - t0);
    }
    expect(failures).toEqual([]);
  });
});

describe('fast-deep-equal', () => {
  it('does the same staged', () => {
    const libraries = loadCommonJs('fast-deep-equal');
    compareCalls(libraries, (library) => library.default, { runs: 20 * runs });
  });
});
