/** The names of a set that a file's text defines, or calls, as far as a look at the text can tell. */
export function mentionsIn(text: string, names: RegExp): Set<string> {
  const found = new Set<string>();
  for (const [, name] of text.matchAll(names)) found.add(name!);
  return found;
}

/** A name with a parenthesis, a colon or an equals sign behind it. */
export function patternOf(names: Iterable<string>): RegExp | null {
  const words = [...names].filter((name) => /^[\w$]+$/.test(name)).sort();
  if (words.length === 0) return null;
  const escaped = words.map((word) => word.replaceAll('$', '\\$'));
  return new RegExp(`(?<![\\w$])(${escaped.join('|')})\\s*(?:[(:=<]|\\?\\.\\()`, 'g');
}

/** Whether some call of a name is given what may be a function. */
export function givesFunction(text: string, name: string): boolean {
  const escaped = name.replaceAll('$', '\\$');
  for (const match of text.matchAll(new RegExp(`(?<![\\w$])${escaped}\\s*(?:\\?\\.)?\\(`, 'g'))) {
    const given = argumentsAt(text, match.index + match[0].length);
    if (/=>|\bfunction\b/.test(given)) return true;
    const words = new Set(given.match(/(?<![\w$.])[A-Za-z_$][\w$]*/g));
    for (const word of words) if (mayBeFunction(text, word)) return true;
  }
  return false;
}

/** Up to the parenthesis that closes. */
function argumentsAt(text: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; end < text.length && end - start < 4_000 && depth > 0; end++) {
    const character = text[end]!;
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
  }
  return text.slice(start, end);
}

function mayBeFunction(text: string, name: string): boolean {
  const word = `(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`;
  return new RegExp(
    `\\bfunction\\s+${word}|\\b(?:const|let|var)\\s+${word}\\s*(?::[^=]*)?=\\s*(?:async\\b|function\\b|[{[]|\\(?[^;\\n]*=>|require)|` +
      `\\bimport\\s[^;"']*${word}[^;"']*["'](?!@tensorflow)`,
  ).test(text);
}
