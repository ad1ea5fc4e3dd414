import { internalError, SymbolicTensorError, type UseGraphError } from '../errors.js';
import { currentLocation } from './location.js';
import { noteError } from './swallowedErrors.js';
import { SymbolicData } from './symbolic.js';
import { currentCaller, describe, returnInstead } from './tracer.js';
import { currentReader } from './unstagedCalls.js';
import { functionNameOf, includeOf, leftToNode, packageOf } from './unstagedFrames.js';
import { passUnstaged, placeOf } from './userStack.js';

/** JavaScript makes a number or a text of a tensor. */
export type Conversion = 'number' | 'text';

/** What to throw where the host asks for the elements of a traced tensor: `by dataSync()`, or by a conversion of its own. */
export function hostRead(dataId: object, by: string | Conversion): UseGraphError {
  if (!(dataId instanceof SymbolicData)) {
    return internalError('A tensor that no graph made was read as a traced one.');
  }
  const { ended, root } = dataId.tracer;
  if (ended) {
    return new SymbolicTensorError(
      'leaked-tensor',
      `A tensor that leaked out of the graph '${root.name}' was read: ${describe(dataId)}.`,
      currentLocation(),
      returnInstead,
    );
  }
  const { frames, isOptedOut, called } = currentReader();
  const [frame] = frames;
  const what = `The elements of ${describe(dataId)} were asked for while tracing '${currentCaller()?.name || root.name}'`;
  const how = frame === undefined ? byStaged(by, called) : byUnstaged(by, frame);
  const error = new SymbolicTensorError(
    'host-read',
    `${what}, ${how}: it has none until the graph runs.`,
    currentLocation(),
    `${frame === undefined ? marking : markingOf(frame, isOptedOut)}To show a value, use print() of use-graph; to have one, return the ` +
      'tensor and read what the call returns, or read it in a jsFunction().',
  );
  passUnstaged(error, frames);
  noteError(error);
  return error;
}

const marking = 'Use tensor operations, or an if or a loop in a function marked "use graph". ';

function byStaged(by: string | Conversion, called: string): string {
  if (!(by in conversions)) return readers.has(called) ? `by ${called}()` : by;
  const { wanted, where } = conversions[by as Conversion];
  return called === ''
    ? `by a conversion to a ${wanted} (${where})`
    : `by ${called.replace(/^(.*)__op$/, 'tf.$1')}(), which takes a ${wanted}`;
}

/** The methods of tensors that read them. */
const readers = new Set(
  'array arraySync buffer bufferSync bytes data dataSync print toString'.split(' '),
);

const conversions = {
  number: {
    wanted: 'number',
    where:
      'by a built-in function, as an index, as an element of a typed array, or by an operator in a function that is not staged',
    inFunction: 'by an operator, or by a built-in function that takes a number',
  },
  text: {
    wanted: 'text',
    where: 'a template literal, String()',
    inFunction: 'by a template literal, or by a built-in function that takes a text',
  },
};

function byUnstaged(by: string | Conversion, frame: string): string {
  const how = by in conversions ? conversions[by as Conversion].inFunction : by;
  const name = functionNameOf(frame);
  const file = placeOf(frame)?.replace(/^.*[\\/]/, '') ?? '';
  const found = packageOf(frame);
  const owner = found === null ? '' : ` of the package ${found}`;
  const what = name === '' ? 'a function without a name' : `\`${name}\``;
  return `in ${what}${owner} (${file}), which was not staged, ${how}`;
}

function markingOf(frame: string, isOptedOut: boolean): string {
  const found = packageOf(frame);
  if (found !== null)
    return `Have the plugin stage the package, ${includeOf(found)}, or do it with tensor operations.${leftToNode()} `;
  const name = functionNameOf(frame);
  const what = name === '' ? 'that function' : `\`${name}\``;
  const mark = isOptedOut
    ? `Take "use no graph" out of ${what}`
    : `Put "use graph" into ${what} (and where its module begins with "use no graph", take that out)`;
  return `${mark}, or use tensor operations in it. `;
}
