import type fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Pairs } from './compare.js';
import { compareCalls, fixRandomAndTime } from './differential.js';
import { type Library, loadCommonJs, loadModules } from './load.js';
import { callback, instance, integer, number, numbers, type Recipe } from './recipes.js';

/*
 * Libraries with the module directive in each of their modules: nothing tells the staged one from the original. With
 * USE_GRAPH_TEST_RUNS=100 each function is called a hundred times, in the larger libraries too.
 */

fixRandomAndTime();

const asked = process.env.USE_GRAPH_TEST_RUNS;
const runs = Number(asked ?? 8);

/** They wait, or make a proxy, which the runtime looks into where it is an argument of the outermost call. */
const left = new Set([
  ...['debounce', 'throttle', 'delay', 'defer'],
  ...['createDraft', 'finishDraft', 'produce', 'produceWithPatches'],
  // The engine words an error after the text of the code.
  'attempt',
]);

const args: Record<string, readonly fc.Arbitrary<Recipe>[]> = {
  // With bounds that are no integers it does not end.
  shuffle: [numbers],
};

function functionsOf(library: Library): string[] {
  return Object.keys(library).filter(
    (name) => typeof library[name] === 'function' && !left.has(name),
  );
}

function differences(libraries: [Library, Library], names: readonly string[]): string[] {
  return names.flatMap((name) => {
    try {
      const own = Object.hasOwn(args, name) ? { args: args[name]! } : {};
      compareCalls(libraries, (library) => library[name], { runs, ...own });
      return [];
    } catch (error) {
      return [`${name}: ${String((error as Error).cause ?? error)}`];
    }
  });
}

const small = ['d3-array', 'big.js', 'immer', './node_modules/ml-matrix/src/index.js'];
const large = ['lodash-es', 'ramda'];

describe.each(asked === undefined ? small : [...small, ...large])('%s', (name) => {
  it('does the same staged', async () => {
    const libraries = await loadModules(name);
    const names = functionsOf(libraries[0]);
    expect(names.length).toBeGreaterThan(0);
    expect(differences(libraries, names)).toEqual([]);
  });
});

it('fast-deep-equal, in CommonJS, does the same staged', () => {
  const libraries = loadCommonJs('fast-deep-equal');
  compareCalls(libraries, (library) => library.default, { runs: 40 * runs });
});

type Methods = Record<string, (...args: unknown[]) => unknown>;

function methodsOf(object: object): string[] {
  const names: string[] = [];
  for (
    let one: object = object;
    one !== Object.prototype;
    one = Object.getPrototypeOf(one) as object
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(one))) {
      if (typeof value === 'function' && name !== 'constructor') names.push(name);
    }
  }
  return [...new Set(names)];
}

describe('the methods of', () => {
  let matrices: [Library, Library];
  let decimals: [Library, Library];
  beforeAll(async () => {
    matrices = await loadModules('./node_modules/ml-matrix/src/index.js');
    decimals = await loadModules('big.js');
  });

  const make = (library: Library, Class: string, ...given: unknown[]) =>
    new (library[Class] as new (...args: unknown[]) => Methods)(...given);
  const matrix = instance(
    (library, values) => {
      const [a, b, c, d] = values;
      return make(library, 'Matrix', [
        [a, b],
        [c, d],
      ]);
    },
    ...[integer, integer, integer, integer],
  );

  it('matrices', () => {
    const names = methodsOf(make(matrices[0], 'Matrix', 1, 1));
    expect(names.length).toBeGreaterThan(100);
    const found = names.flatMap((name) => {
      const call =
        () =>
        (self: Methods, ...given: unknown[]) =>
          self[name]!(...given);
      try {
        for (const more of [[], [number], [matrix], [number, numbers], [callback]]) {
          compareCalls(matrices, call, { runs: Math.ceil(runs / 4), args: [matrix, ...more] });
        }
        return [];
      } catch (error) {
        return [`${name}: ${String((error as Error).cause ?? error)}`];
      }
    });
    expect(found).toEqual([]);
  });

  it('decimals', () => {
    const decimal = instance((library, [value]) => make(library, 'Big', value), integer);
    const names = methodsOf(make(decimals[0], 'Big', 1)).filter((name) => name !== 'pow');
    for (const name of names) {
      const call =
        () =>
        (self: Methods, ...given: unknown[]) =>
          self[name]!(...given);
      for (const more of [[], [number], [decimal], [integer, integer]]) {
        compareCalls(decimals, call, { runs, args: [decimal, ...more] });
      }
    }
  });
});

it('immer makes the same of the same changes', async () => {
  const libraries = await loadModules('immer');
  const results = libraries.map((library) => {
    const { produce, produceWithPatches, enablePatches, current, isDraft } = library as Methods;
    enablePatches!();
    const base = { list: [{ done: false }, { done: true }], names: { a: 1 }, kept: [1] };
    type State = typeof base & { added?: unknown };
    const next = produce!(base, (draft: State) => {
      draft.list.push({ done: true });
      draft.list[0]!.done = true;
      draft.added = isDraft!(draft.list) ? current!(draft.names) : null;
      delete (draft.names as Partial<typeof base.names>).a;
    }) as State;
    const patches = produceWithPatches!(base, (draft: State) => {
      draft.list.splice(0, 1);
    });
    const refused = (() => {
      try {
        return produce!(base, () => {
          throw new RangeError('no');
        });
      } catch (error) {
        return error;
      }
    })();
    return [base, next, next.kept === base.kept, Object.isFrozen(next), patches, refused];
  });
  expect(new Pairs().compare(results[0], results[1], '')).toBe(null);
});
