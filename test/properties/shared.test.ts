import { describeRefusable } from './refusable.js';
import { randomSharedProgram } from './shared/program.js';

describeRefusable({
  title: 'random programs whose objects have many names do as graphs what JavaScript does',
  make: randomSharedProgram,
  // Where many objects are exchanged in a loop no graph may be able to tell which one a variable holds.
  refusable: ['chosen-object'],
  mostRefused: 2,
});
