import { randomItemsProgram } from './items/program.js';
import { describeRefusable } from './refusable.js';

describeRefusable({
  title: 'random programs with objects in arrays do as graphs what JavaScript does',
  make: randomItemsProgram,
  // Where an object is known by two names no graph may be able to tell which element it is, or elements are of two kinds.
  refusable: ['chosen-object', 'list-element', 'branch-sizes-differ'],
  mostRefused: 10,
});
