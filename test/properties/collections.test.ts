import { randomCollectionProgram } from './collections/program.js';
import { describeRefusable } from './refusable.js';

describeRefusable({
  title: 'random programs whose objects are in collections do as graphs what JavaScript does',
  make: randomCollectionProgram,
  // Elements of an array that grows are rows, of which no graph can always tell which objects they are; a tensor may decide in
  // which order, and with which keys, iterations leave a Map or Set; and not all that such hold becomes a result of the branch
  // that has made it.
  refusable: [
    'branch-sizes-differ',
    'branch-structures-differ',
    'branch-values-differ',
    'chosen-object',
    'leaked-tensor',
    'list-element',
    'list-use',
    'loop-grows-collection',
    'loop-structure-changes',
    'loop-value-changes',
  ],
  mostRefused: 8,
});
