import { libraryMethods } from '../directive/libraryMethods.js';
import { puttingMethods } from '../syntax/puttingMethods.js';
import { escaped } from './files.js';

/**
 * How a file's text mentions a name, as far as a look at it can tell. `used` has a parenthesis, a colon or an equals sign behind it,
 * or a method by which something is put into it, or is a text. `defined` is no call of a method: `add(x) {`, `add: (x) =>`, `add = wrap(`, `get add() {`. `called` are names that are
 * called, or whose parts are: `register(`, `new Store(`, `table.set(`, `hooks[0] =`.
 */
export type Mention = 'used' | 'defined' | 'called';

/** What stands around a name that is mentioned so. */
const surroundings: { readonly [Kind in Mention]: readonly [before: string, behind: string] } = {
  used: [
    String.raw`(?<![\w$])`,
    String.raw`\s*(?:[(:=<]|\?\.\(|(?:\[[^\][]*\]\s*)?(?:\?\?=|\??\.\s*(?:${puttingMethods.join('|')})\())|["']\s*[,:(\]]`,
  ],
  defined: [String.raw`(?<![\w$.])`, String.raw`["']?\s*(?:[(<]|[:=]\s*[^\s\d"'\x60=])`],
  called: [String.raw`(?<![\w$])`, String.raw`\s*(?:[(<.[]|\?\.)`],
};

/** Names that are looked for in files. */
export interface Search {
  /** The same for two searches for the same. */
  readonly key: string;
  /** Those of the names that a text mentions. */
  in(text: string): readonly string[];
}

/** Most texts mention none of the names: a pattern of them is through sooner than one of all names there are. */
export function searchFor(mention: Mention, names: Iterable<string>): Search {
  const sorted = [...names].filter((name) => /^[\w$]+$/.test(name)).sort();
  const [before, behind] = surroundings[mention];
  const any = sorted.length === 0 ? '(?!)' : sorted.map(escaped).join('|');
  const pattern = new RegExp(`${before}(?:${any})(?![\\w$])(?=${behind})`, 'g');
  // What arrays and others have for a method is no function that keeps others.
  const isMethod = (text: string, name: string, index: number) =>
    mention === 'called' && text[index - 1] === '.' && libraryMethods.has(name);
  return {
    key: `${mention} ${sorted.join(' ')}`,
    in: (text) => {
      const found = new Set<string>();
      for (const { 0: name, index } of text.matchAll(pattern))
        if (!isMethod(text, name, index)) found.add(name);
      return [...found];
    },
  };
}
