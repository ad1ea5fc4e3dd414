/*
 * Stacks as the user reads them: without the frames of use-graph and of TensorFlow.js. Where a bundler has put all code
 * into one file, ours cannot be told from the user's, and stays.
 */

const ofTensorFlow = /@tensorflow[\\/_]|\btfjs-(?:core|layers|data|converter|backend-[a-z]+)[\\/]/;

/** What TensorFlow.js for Node waits by, and compiled code of others, and the steps of generators: no function that anybody wrote. */
const ofHelpers = /[\\/]node_modules[\\/]tslib[\\/]|\.next \(<anonymous>\)$/;

/** As installed, and as Vite bundles dependencies for its development server. */
const installed = /[\\/]node_modules[\\/](?:\.vite[\\/]deps[\\/]use-graph|use-graph[\\/]dist[\\/])/;

/** The lines of a stack that are frames, `    at f (a.js:1:2)` in V8 and `f@a.js:1:2` elsewhere. */
export function framesOf(error: Error): string[] {
  const { stack = '' } = error;
  const message = stack.indexOf(error.message);
  const rest = message < 0 ? stack : stack.slice(message + error.message.length);
  return rest.split('\n').filter(isFrame);
}

/** Gives the error's stack other frames, below its name and message where the engine puts them there. */
export function setFrames(error: Error, frames: readonly string[]): void {
  const head = hasHead(error) ? [String(error)] : [];
  const value = [...head, ...frames].join('\n');
  Object.defineProperty(error, 'stack', { value, writable: true, configurable: true });
}

/** Whether the stack begins with a name and a message, be it one that the error had before. */
function hasHead({ stack = '', message }: Error): boolean {
  if (stack.includes(message)) return true;
  const [first] = stack.split('\n', 1);
  return first !== undefined && first !== '' && !isFrame(first);
}

function isFrame(line: string): boolean {
  return /^\s+at |@.*:\d+:\d+$/.test(line);
}

export function isInternal(frame: string): boolean {
  if ([ofTensorFlow, ofHelpers, installed].some((code) => code.test(frame))) return true;
  own ??= ownFolders();
  return own.some((folder) => frame.includes(folder));
}

/** A frame as the engine would write it. */
export function formatFrame(name: string, place: string): string {
  if (!/^\s+at /m.test(new Error().stack ?? '')) return `${name}@${place}`;
  return name === '' ? `    at ${place}` : `    at ${name} (${place})`;
}

let own: readonly string[] | null = null;

/** Where the files of use-graph lie, told by where this one does. */
function ownFolders(): string[] {
  const here = /(?:\(|@|at )([^(\n]*[\\/])diagnostics[\\/]stack\.[cm]?[jt]s/.exec(
    new Error().stack ?? '',
  );
  if (here === null) return [];
  return ['diagnostics', 'runtime', 'plugin'].flatMap((room) => [
    `${here[1]}${room}/`,
    `${here[1]}${room}\\`,
  ]);
}
