// By the index the table of all messages would come along, which a build that stages nothing anew does not need.
import { UseGraphError } from '../diagnostics/useGraphError.js';
import { isOwnFile } from './project/index.js';
import { isComponent, isScript, mayBecomeScript, parseModuleId } from './syntax/moduleId.js';

export const pluginName = 'use-graph';

/** Part of a path, or a pattern of it. */
export type PathPattern = string | RegExp;

export interface UseGraphOptions {
  /** Files to look at besides the project's own, such as those of a package: `/node_modules\/my-layers/`. */
  include?: PathPattern | readonly PathPattern[];
  /** Files to leave alone. */
  exclude?: PathPattern | readonly PathPattern[];
  /** The directory that paths in messages are relative to. The bundler's own root where it is left out. */
  root?: string;
  /**
   * What is staged is kept for later builds, in `node_modules/.cache/use-graph` of the project. Another directory, which
   * may be relative to the root; or `false` to keep nothing.
   */
  cache?: boolean | string;
}

type Check = (value: unknown) => boolean;

const isPattern: Check = (value) =>
  [value].flat().every((one) => typeof one === 'string' || one instanceof RegExp);

const kinds: Readonly<Record<keyof UseGraphOptions, readonly [Check, string]>> = {
  include: [isPattern, 'part of a path, a regular expression, or an array of these'],
  exclude: [isPattern, 'part of a path, a regular expression, or an array of these'],
  root: [(value) => typeof value === 'string', 'a directory'],
  cache: [(value) => ['boolean', 'string'].includes(typeof value), 'a directory, or false'],
};

/** A configuration written in JavaScript may hold anything, and what is misspelt would say nothing. */
export function requireOptions(options: object, names = Object.keys(kinds)): void {
  for (const [name, value] of Object.entries(options)) {
    if (!names.includes(name)) throw wrongOption(`has no option '${name}'`, names);
    const [isRight, what] = kinds[name as keyof UseGraphOptions];
    if (value === undefined || isRight(value)) continue;
    throw wrongOption(
      `takes ${what} as its option '${name}', but was given ${shown(value)}`,
      names,
    );
  }
}

function shown(value: unknown): string {
  return typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value));
}

function wrongOption(problem: string, names: readonly string[]): UseGraphError {
  return new UseGraphError(
    'plugin-options',
    `The plugin of use-graph ${problem}.`,
    null,
    names.length === 1 ? `Its option is ${names[0]}.` : `Its options are ${names.join(', ')}.`,
  );
}

/**
 * Whether a module is looked at as the user wrote it, after a framework's plugin compiled it, after some other plugin has
 * made JavaScript of it or made it up, or not at all.
 */
export type Stage = 'source' | 'compiled' | 'generated' | null;

/** Tells for each module when it is looked at. */
export function stageFilter({ include, exclude }: UseGraphOptions): (id: string) => Stage {
  const included = matcher(include);
  const excluded = matcher(exclude);
  return (id) => {
    if (excluded(id)) return null;
    const { file } = parseModuleId(id);
    if (!isOwnFile(file) && !included(id)) return null;
    // What begins so is a plugin's own, whose text is there once that has made it.
    if (isScript(id)) return id.startsWith('\0') ? 'generated' : 'source';
    if (isComponent(id) || included(id)) return 'compiled';
    return mayBecomeScript(id) ? 'generated' : null;
  };
}

function matcher(patterns: UseGraphOptions['include']): (id: string) => boolean {
  const list = (patterns === undefined ? [] : [patterns].flat()) as PathPattern[];
  return (id) => {
    const path = id.replaceAll('\\', '/');
    // `search` ignores the state of a sticky or global expression, `test` does not.
    return list.some((pattern) =>
      typeof pattern === 'string' ? path.includes(pattern) : path.search(pattern) >= 0,
    );
  };
}
