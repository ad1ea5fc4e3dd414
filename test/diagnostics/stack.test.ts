import { describe, expect, it } from 'vitest';
import { framesOf, isInternal, setFrames, UseGraphError } from '../../diagnostics/index.js';

function errorWith(stack: string, message = 'no\n    at a.js:1:2'): Error {
  return Object.assign(new RangeError(message), { stack });
}

describe('a stack', () => {
  const message = 'no\n    at a.js:1:2';
  const chrome = `RangeError: ${message}\n    at f (http://localhost/a.js:1:2)\n    at async g (b.js:3:4)`;
  const firefox = 'f@http://localhost/a.js:1:2\ng/<@http://localhost/b.js:3:4\n';

  it('is taken apart as Chrome and Node write it, and as Firefox and Safari do', () => {
    expect(framesOf(errorWith(chrome))).toEqual([
      '    at f (http://localhost/a.js:1:2)',
      '    at async g (b.js:3:4)',
    ]);
    expect(framesOf(errorWith(firefox))).toEqual([
      'f@http://localhost/a.js:1:2',
      'g/<@http://localhost/b.js:3:4',
    ]);
  });

  it('gets other frames below the name and the message, where the engine writes these', () => {
    const [ofChrome, ofFirefox] = [errorWith(chrome), errorWith(firefox)];
    setFrames(ofChrome, ['    at h (c.js:5:6)']);
    setFrames(ofFirefox, ['h@c.js:5:6']);
    expect(ofChrome.stack).toBe(`RangeError: ${message}\n    at h (c.js:5:6)`);
    expect(ofFirefox.stack).toBe('h@c.js:5:6');
  });

  it('begins with the message that the error has now', () => {
    const error = errorWith(chrome);
    error.message = 'changed';
    setFrames(error, ['    at h (c.js:5:6)']);
    expect(error.stack).toBe('RangeError: changed\n    at h (c.js:5:6)');
  });

  it.each([
    ['    at at (/app/node_modules/use-graph/dist/runtime/trace/tracer.js:1:2)', true],
    ['at@http://localhost/node_modules/.vite/deps/use-graph_staged.js?v=1:1:2', true],
    ['    at Engine.runKernel (/app/node_modules/@tensorflow/tfjs-core/src/engine.ts:1:2)', true],
    ['    at sum_ (http://localhost/node_modules/.vite/deps/@tensorflow_tfjs-core.js:1:2)', true],
    ['    at __awaiter (/app/node_modules/tslib/tslib.es6.js:1:2)', true],
    ['    at train (/app/src/tslib/train.ts:1:2)', false],
    ['    at train (/app/src/use-graph/train.ts:1:2)', false],
    ['    at main (http://localhost/src/main.ts:1:2)', false],
  ])('%s', (frame, internal) => {
    expect(isInternal(frame)).toBe(internal);
  });

  it('of an error of ours begins with the place in the source', () => {
    const { stack, message } = new UseGraphError('range-step', 'No.', 'src/a.js:3:4', 'Yes.');
    expect(message).toBe('No.\n    at src/a.js:3:4\n  Yes. [range-step]');
    expect(stack!.slice(`UseGraphError: ${message}\n`.length)).toMatch(
      /^ {4}at src\/a\.js:3:4\n[^\n]*stack\.test\.ts/,
    );
  });
});
