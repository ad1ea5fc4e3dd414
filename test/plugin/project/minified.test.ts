import { expect, it } from 'vitest';
import { stagedAlong } from './support.js';

const line = `var a=1;${'a+=1;'.repeat(2000)}`;
const bundle = `${`${line}\n`.repeat(10)}export class Net { forward(x) { return x > 0 ? x : 0; } }\n`;
const own = 'export class Model { forward(x) { return x > 0 ? x : 0; } }';

it('methods of minified files that lie in the project are not taken for the program’s', () => {
  const staged = stagedAlong({
    'main.js': 'export function f(x, model) { "use graph"; return model.forward(x); }',
    'model.js': own,
    'public/vendor.js': bundle,
  });
  expect(staged).toEqual(['model.js: forward']);
});

it('a function that staged code imports from one by name is staged along', () => {
  const staged = stagedAlong({
    'main.js':
      'import { clip } from \'./vendor.js\'; export function f(x) { "use graph"; return clip(x); }',
    'vendor.js': `${bundle}export function clip(x) { return x > 0 ? x : 0; }\n`,
  });
  expect(staged).toEqual(['vendor.js: clip']);
});
