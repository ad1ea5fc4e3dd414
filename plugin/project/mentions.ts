import { libraryMethods } from '../directive/libraryMethods.js';
import { puttingMethods } from '../syntax/puttingMethods.js';

/**
 * How a file's text mentions a name, as far as a look at it can tell. `used` has a parenthesis, a colon or an equals sign behind it,
 * or a method by which something is put into it, or is a text. `defined` is no call of a method: `add(x) {`, `add: (x) =>`, `add = wrap(`, `get add() {`. `called` are names that are
 * called, or whose parts are: `register(`, `new Store(`, `table.set(`, `hooks[0] =`.
 */
export type Mention = 'used' | 'defined' | 'called';

const mentions: { readonly [Kind in Mention]: RegExp } = {
  used: new RegExp(
    String.raw`(?<![\w$])[\w$]+(?=\s*(?:[(:=<]|\?\.\(|(?:\[[^\][]*\]\s*)?(?:\?\?=|\??\.\s*(?:${puttingMethods.join('|')})\())|["']\s*[,:(\]])`,
    'g',
  ),
  defined: /(?<![\w$.])[\w$]+(?=["']?\s*(?:[(<]|[:=]\s*[^\s\d"'`=]))/g,
  called: /(?<![\w$])[\w$]+(?=\s*(?:[(<.[]|\?\.))/g,
};

/** Names that are looked for in files. */
export interface Search {
  readonly mention: Mention;
  readonly names: ReadonlySet<string>;
  /** The same for two searches for the same. */
  readonly key: string;
}

export function searchFor(mention: Mention, names: Iterable<string>): Search {
  const sorted = [...names].sort();
  return { mention, names: new Set(sorted), key: `${mention} ${sorted.join(' ')}` };
}

/** All names that a text mentions so. */
export function mentionedIn(text: string, mention: Mention): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { 0: name, index } of text.matchAll(mentions[mention])) {
    // What arrays and others have for a method is no function that keeps others.
    const isMethod = mention === 'called' && text[index - 1] === '.' && libraryMethods.has(name);
    if (!isMethod) found.add(name);
  }
  return found;
}
