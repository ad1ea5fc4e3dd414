import { framesOf, isInternal } from '../../diagnostics/index.js';

/*
 * Where a function that runs as it is written asks for what no trace has, only the stack tells which function it is: staged
 * code may have called another one, which called it.
 */

/** The stack as it is now. To write it out takes long: that is done where it is read. */
export interface UnreadStack {
  readonly whole: Error;
  /** The same without `entry` and what it called. */
  readonly outside: Error;
}

/** The functions that run, down to `entry`, which staged code calls others by; null where no stack can be asked. */
export function stackDownTo(entry: (...args: never[]) => unknown): UnreadStack | null {
  if (!('captureStackTrace' in Error)) return null;
  const { stackTraceLimit } = Error;
  // Of two stacks that were cut off nobody can tell how far one goes beyond the other.
  Error.stackTraceLimit = 1000;
  const [whole, outside] = [new Error(), new Error()];
  Error.captureStackTrace(outside, entry);
  Error.stackTraceLimit = stackTraceLimit;
  return { whole, outside };
}

/** The functions of a stack, innermost first; no functions of ours. */
export function framesIn(stack: UnreadStack | null): string[] {
  if (stack === null) return [];
  const [all, below] = [framesOf(stack.whole), framesOf(stack.outside)];
  // Where a bundler has put all code into one file, ours cannot be told from the user's.
  if (below.length === 0 || !isInternal(all[0] ?? '')) return [];
  return all
    .slice(0, all.length - below.length - 1)
    .filter((frame) => !isInternal(frame) && !isNative(frame));
}

function isNative(frame: string): boolean {
  return /<anonymous>\)?$|\(?\bnode:|\[native code\]/.test(frame);
}

/** The name of a frame's function, without the object that it was called on; empty where it has none. */
export function functionNameOf(frame: string): string {
  const ofV8 = /^\s+at (?:(?:async )?(?:new )?(.+?)(?: \[as .+\])? \()?/.exec(frame);
  const name = ofV8 === null ? frame.split('@')[0] : ofV8[1];
  const last = /([\w$#]+)$/.exec(name ?? '')?.[1] ?? '';
  // V8 calls functions without a name so in evaluated code, as webpack writes it for development.
  return last === 'eval' ? '' : last;
}

/** The package that a frame's code is of; null where its file is not known to be of one. */
export function packageOf(frame: string | undefined): string | null {
  // A frame of evaluated code names who evaluates it.
  if (frame === undefined || /\beval at /.test(frame)) return null;
  const names = frame.matchAll(/[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/.@][^\\/]*)[\\/]/g);
  return [...names].at(-1)?.[1]?.replace('\\', '/') ?? null;
}

/** How the plugin is told to stage a package. */
export function includeOf(packageName: string | null): string {
  const name = (packageName ?? 'its-name').replace(/[.$]/g, '\\$&').replace('/', '\\/');
  return `useGraph({ include: /node_modules\\/${name}/ })`;
}

/** Node loads packages as they are where a tool leaves them to it: then the plugin does not see them. */
export function leftToNode(): string {
  return typeof process === 'object' && typeof process.versions?.node === 'string'
    ? ' Vite leaves packages to Node, unless ssr.noExternal names them, and Vitest, unless server.deps.inline does.'
    : '';
}
