import { dirname, join } from 'node:path';
import { type Alias, applyAliases } from './aliases.js';
import { escaped } from './files.js';

const text = String.raw`(?:"[^"\n]*"|'[^'\n]*'|${'`'}[^${'`'}]*${'`'})`;
/** `import.meta.glob('./models/*.js')`, with one pattern or several. */
const globCall = new RegExp(
  String.raw`\bimport\.meta\.glob\s*(?:<[^()]*?>)?\s*\(\s*(\[[^\]]*\]|${text})`,
  'g',
);
/** `require.context('./models', …)`, and how ES modules write that. */
const contextCall = new RegExp(
  String.raw`\b(?:require\.context|import\.meta\.webpackContext)\s*\(\s*(${text})`,
  'g',
);
/** A specifier of which only a part is known: with a `+` behind it, or with values in it. */
const loadCall = new RegExp(
  String.raw`\b(?:import|require)\s*\(\s*(?:\/\*[\s\S]*?\*\/\s*)?(?:(${text})\s*\+|(${'`'}[^${'`'}]*\$\{[^${'`'}]*${'`'}))`,
  'g',
);

/** The patterns by which a text imports files: `!` before one leaves out what it matches. */
export function globsIn(code: string): string[] {
  const given = Array.from(code.matchAll(globCall), ([, patterns]) => textsIn(patterns!));
  const contexts = Array.from(code.matchAll(contextCall), ([, directory]) =>
    textsIn(directory!).map((path) => `${path}/**`),
  );
  const loaded = Array.from(code.matchAll(loadCall), ([, start, template]) =>
    start === undefined
      ? [template!.slice(1, -1).replace(/\$\{[^}]*\}/g, '**')]
      : textsIn(start).map((path) => `${path}**`),
  );
  return [...given, ...contexts, ...loaded].flat();
}

function textsIn(code: string): string[] {
  return Array.from(code.matchAll(new RegExp(text, 'g')), ([found]) => found.slice(1, -1));
}

/** Tells the files that a file imports by patterns. */
export function globFilter(
  globs: readonly string[],
  importer: string,
  root: string,
  aliases: readonly Alias[],
): (file: string) => boolean {
  const patternOf = (glob: string) => {
    const place = applyAliases(glob, aliases) ?? glob;
    if (place.startsWith('.')) return globPattern(join(dirname(importer), place));
    return globPattern(place.startsWith(`${root}/`) ? place : join(root, place));
  };
  const wanted = globs.filter((glob) => !glob.startsWith('!')).map(patternOf);
  const left = globs.filter((glob) => glob.startsWith('!')).map((glob) => patternOf(glob.slice(1)));
  return (file) =>
    wanted.some((pattern) => pattern.test(file)) && !left.some((pattern) => pattern.test(file));
}

function globPattern(glob: string): RegExp {
  const source = glob
    .replaceAll('\\', '/')
    .split(/(\*\*\/?|\*|\?|\{[^{}]*\}|[@+]?\([^()]*\))/)
    .map((part, index) => (index % 2 === 0 ? escaped(part) : wildcard(part)));
  // A specifier may leave the extension out.
  return new RegExp(`^${source.join('')}(?:\\.\\w+)?$`);
}

function wildcard(part: string): string {
  if (part.startsWith('**')) return '(?:.*)';
  if (part === '*') return '[^/]*';
  if (part === '?') return '[^/]';
  const choices = part.replace(/^[@+]?[{(]|[})]$/g, '').split(/[,|]/);
  return `(?:${choices.map((choice) => choice.split('*').map(escaped).join('[^/]*')).join('|')})`;
}
