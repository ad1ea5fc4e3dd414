/** The parameters of a function, each as its text has it, with its default; `null` where the text has no list of them. */
export function parameterTexts(text: string): string[] | null {
  const single = /^(?:async\s+)?([\w$]+)\s*=>/.exec(text)?.[1];
  if (single !== undefined) return [single];
  const start = text.indexOf('(');
  return start < 0 ? null : splitParameters(text.slice(start + 1));
}

/** What a list is made of in which a comma or bracket may be meant otherwise, and else one character. */
const pieces =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[\s\S]/g;

function splitParameters(list: string): string[] {
  const parameters = [''];
  let depth = 0;
  for (const [piece] of list.matchAll(pieces)) {
    if (/^\/[/*]/.test(piece)) continue;
    if (depth === 0 && piece === ')') break;
    if ('([{'.includes(piece)) depth++;
    else if (')]}'.includes(piece)) depth--;
    if (depth === 0 && piece === ',') parameters.push('');
    else parameters[parameters.length - 1] += piece;
  }
  return parameters.map((parameter) => parameter.trim()).filter((parameter) => parameter !== '');
}
