import * as vitest from 'vitest';
import { failing, skipped } from './exceptions.js';

type Body = () => unknown;
type Done = (() => void) & { fail(reason?: unknown): void };
type Spec = (done: Done) => unknown;

let titles: readonly string[] = [];

const fails = new Set(failing.flatMap(({ specs }) => specs));

/** One of so many specs runs. */
const step = Number(process.env.SPECS_EVERY ?? 8);

let count = 0;

function describe(name: string, body: Body): void {
  const path = [...titles, name];
  vitest.describe(name, () => {
    // Vitest calls it when what is around it has ended.
    titles = path;
    body();
    titles = [];
  });
}

function it(name: string, spec: Spec): void {
  const fullName = [...titles, name].join(' ');
  const isLeftOut = skipped.some(({ specs }) => specs.test(fullName)) || count++ % step !== 0;
  const how = isLeftOut ? vitest.it.skip : fails.has(fullName) ? vitest.it.fails : vitest.it;
  how(name, () => run(spec));
}

/** A spec that takes a callback ends when it calls that. */
function run(spec: Spec): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const done = Object.assign(resolve as () => void, { fail: reject });
    Promise.resolve(spec(done)).then(() => spec.length === 0 && resolve(), reject);
  });
}

/** What the specs of TensorFlow.js use of Jasmine, which are globals there, by means of Vitest. */
export const jasmineGlobals = {
  describe,
  it,
  xit: vitest.it.skip,
  beforeAll: vitest.beforeAll,
  afterAll: vitest.afterAll,
  beforeEach: vitest.beforeEach,
  afterEach: vitest.afterEach,
  expect: (actual: unknown) => Object.assign(vitest.expect(actual), { nothing() {} }),
  spyOn(target: Record<string, Body>, name: string) {
    const spy = vitest.vi.spyOn(target, name).mockImplementation(() => undefined);
    const and = {
      callFake: (fake: Body) => spy.mockImplementation(fake),
      callThrough: () => spy.mockRestore(),
      returnValue: (value: unknown) => spy.mockReturnValue(value),
    };
    return Object.assign(spy, { and });
  },
  jasmine: {
    DEFAULT_TIMEOUT_INTERVAL: 60_000,
    arrayWithExactContents: vitest.expect.arrayContaining,
  },
};
