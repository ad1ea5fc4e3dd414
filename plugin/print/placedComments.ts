import type * as t from '@babel/types';
import type { Mapping } from './mappedText.js';
import { indentOf, type PrintedLine, splitLine } from './printedLines.js';
import type { PrintedSource } from './printedSource.js';
import { originsIn } from './tokens.js';

/*
 * Comments are put beside the code that they were written beside, wherever that has gone. The passes need not carry them
 * along, and none is lost with the node that it was attached to.
 */

/** A piece of the source in the generated lines. */
interface Token {
  readonly offset: number;
  readonly line: number;
  /** The line in the source. */
  readonly written: number;
  readonly mapping: Mapping;
}

interface Additions {
  readonly before: t.Comment[];
  /** In an empty block of the line. */
  readonly inside: t.Comment[];
  /** Where that block begins. */
  column: number;
  readonly behind: t.Comment[];
  readonly after: t.Comment[];
  /** Among what is on the line. */
  readonly among: Among[];
}

interface Among {
  readonly column: number;
  readonly text: string;
}

export function withComments(
  lines: readonly PrintedLine[],
  comments: readonly t.Comment[],
  source: PrintedSource,
): readonly PrintedLine[] {
  if (comments.length === 0) return lines;
  const tokens = tokensOf(lines, source);
  if (tokens.length === 0) return lines;
  const placing = new Placing(lines, tokens, source);
  for (const comment of comments) placing.place(comment);
  return placing.result();
}

/** The place of each piece of the source, in the order of the source. */
function tokensOf(lines: readonly PrintedLine[], source: PrintedSource): Token[] {
  const found = new Map<number, Token>();
  for (const [line, printed] of lines.entries()) {
    for (const { mapping, original } of originsIn(printed, source)) {
      const offset = source.offsetOf(original);
      const known = found.get(offset);
      const token = { offset, line, written: original.line, mapping };
      if (known === undefined || (beginsLine(token, lines) && !beginsLine(known, lines)))
        found.set(offset, token);
    }
  }
  return [...found.values()].sort((a, b) => a.offset - b.offset);
}

/** Whether a statement begins there. A flag that is declared first is nothing that a comment speaks of. */
function beginsLine({ line, mapping }: Token, lines: readonly PrintedLine[]): boolean {
  const { text } = lines[line]!;
  const { column } = mapping.generated;
  return text.slice(0, column).trim() === '' && !/^\s*let [\w$]+(?: = [\w.$]+)?;$/.test(text);
}

class Placing {
  readonly #additions = new Map<number, Additions>();

  constructor(
    private readonly lines: readonly PrintedLine[],
    private readonly tokens: readonly Token[],
    private readonly source: PrintedSource,
  ) {}

  place(comment: t.Comment): void {
    const index = firstBehind(this.tokens, comment.start!);
    const next = this.tokens[index];
    const previous = this.tokens[index - 1];
    const line = comment.loc!.start.line - 1;
    const isTrailing = !this.source.beginsLine(comment.start!);
    if (this.source.isAmong(comment) && this.#isBeside(comment, next, previous)) return;
    if (isTrailing && this.#entersCase(comment, index)) return;
    if (isTrailing && previous && this.#endsOn(line, previous, comment))
      this.#behind(comment, previous);
    else if (isTrailing && (this.#closesBlock(comment) || this.#marks(comment, previous))) return;
    else if (!isTrailing && next && this.#precedes(comment, next, previous))
      this.#before(comment, next);
    else if (previous !== undefined) this.#after(comment, previous);
    else if (next !== undefined) this.#before(comment, next);
  }

  result(): PrintedLine[] {
    return this.lines.flatMap((line, index) => {
      const added = this.#additions.get(index);
      return added === undefined ? [line] : this.#withAdditions(line, added);
    });
  }

  /** Puts a comment in front of what follows it, or behind the word before it, where that is still there. */
  #isBeside(comment: t.Comment, next: Token | undefined, previous: Token | undefined): boolean {
    const { start, end } = comment;
    const text = this.source.textOf(comment);
    if (next && /^[ \t(]*$/.test(this.source.codeBetween(end!, next.offset))) {
      const { column } = next.mapping.generated;
      this.#at(next.line).among.push({ column, text: `${text} ` });
      return true;
    }
    if (previous === undefined) return false;
    const word = this.source.wordAt(previous.offset);
    const { column } = previous.mapping.generated;
    const isLast = this.source.codeBetween(previous.offset, start!).trim() === word;
    if (!isLast || word === '' || !this.lines[previous.line]!.text.startsWith(word, column))
      return false;
    this.#at(previous.line).among.push({ column: column + word.length, text: ` ${text}` });
    return true;
  }

  /** Whether a piece is on a line, be it the last one of a text that it begins with. */
  #endsOn(line: number, { written, offset }: Token, { start }: t.Comment): boolean {
    return (
      written === line || !withoutTexts(this.source.codeBetween(offset, start!)).includes('\n')
    );
  }

  /** Whether what follows a comment is in its block, or in the one around where the block has been dissolved. */
  #precedes({ start, end }: t.Comment, next: Token, previous: Token | undefined): boolean {
    // Of a switch the first thing that is left is what it looks at.
    const gap = this.source.codeBetween(end!, next.offset).replace(/^\s*switch\s*\(\s*$/, '');
    if (!/[\p{ID_Continue}$'"`{};]/u.test(gap)) return true;
    const isDissolved = this.source.codeBetween(previous?.offset ?? 0, start!).includes('{');
    return isDissolved && /^[\s}]*$/.test(gap) && this.source.text[next.offset] !== '}';
  }

  #at(line: number): Additions {
    let known = this.#additions.get(line);
    if (known === undefined) {
      known = {
        before: [],
        inside: [],
        column: -1,
        behind: [],
        after: [],
        among: [],
      };
      this.#additions.set(line, known);
    }
    return known;
  }

  #before(comment: t.Comment, token: Token): void {
    const { text } = this.lines[token.line]!;
    const { column } = token.mapping.generated;
    if (text[column] === '}' && text[column - 1] === '{') this.#inside(comment, token.line, column);
    else if (/\}, $/.test(text.slice(0, column)) && this.#enters(comment, token)) return;
    else this.#at(this.#firstOf(token)).before.push(comment);
  }

  /** The first line of a statement, in front of which the variables may be declared that stand in its head. */
  #firstOf({ line, written, offset }: Token): number {
    const indent = indentOf(this.lines[line]!);
    let first = line;
    for (let at = line - 1; at >= 0; at--) {
      const declaration = this.lines[at]!;
      if (!/^\s*let .*;$/.test(declaration.text) || indentOf(declaration) !== indent) break;
      const origins = originsIn(declaration, this.source).map(({ original }) => original);
      if (origins.some((original) => original.line !== written)) break;
      if (origins.some((original) => this.source.offsetOf(original) > offset)) first = at;
    }
    return first;
  }

  #behind(comment: t.Comment, token: Token): void {
    if (this.#opens(comment, token)) return;
    this.#ends(comment, token.line);
  }

  #ends(comment: t.Comment, line: number): void {
    const { behind, after } = this.#at(line);
    const isOnOneLine = comment.loc!.start.line === comment.loc!.end.line;
    const isFree =
      isOnOneLine && behind.every(({ type }) => type === 'CommentBlock') && after.length === 0;
    (isFree ? behind : after).push(comment);
  }

  #after(comment: t.Comment, token: Token): void {
    if (this.#opens(comment, token)) return;
    this.#at(token.line).after.push(comment);
  }

  /** Behind `case 1:`, `case 1: case 2:` or `case 1: break;`: puts a comment into the branch that the case has become. */
  #entersCase(comment: t.Comment, index: number): boolean {
    for (let at = index - 1; at >= 0; at--) {
      const token = this.tokens[at]!;
      const code = this.source
        .codeBetween(token.offset, comment.start!)
        .replace(/\bbreak;\s*$/, '');
      if (!/^[^;{}]*:\s*\{?\s*$/.test(code)) return false;
      if (/^(?:(?:case\b.*|default\s*):\s*)+\{?\s*$/.test(code))
        return this.#enters(comment, token);
    }
    return false;
  }

  /** Behind a directive, which is gone: behind the beginning of the function. */
  #marks(comment: t.Comment, previous: Token | undefined): boolean {
    if (previous === undefined || !this.source.isDirective(comment)) return false;
    if (!this.lines[previous.line]!.text.endsWith('{')) return false;
    this.#ends(comment, previous.line);
    return true;
  }

  /** Behind the end of a block that has no end of its own any more: behind what it has become. */
  #closesBlock(comment: t.Comment): boolean {
    const start = this.source.blockEndedBefore(comment);
    if (start === null) return false;
    const from = firstBehind(this.tokens, start);
    const inside = this.tokens.slice(from, firstBehind(this.tokens, comment.start!));
    if (inside.length === 0) return false;
    const indent = Math.min(...inside.map(({ line }) => indentOf(this.lines[line]!)));
    const last = Math.max(...inside.map(({ line }) => line));
    const end = this.lines.findIndex((line, at) => at >= last && indentOf(line) <= indent);
    if (!/^\s*\}.*;$/.test(this.lines[end]?.text ?? '')) return false;
    this.#ends(comment, end);
    return true;
  }

  /** Puts a comment at the beginning of a branch that the line of the token begins. */
  #enters(comment: t.Comment, { line, mapping }: Token): boolean {
    const from = mapping.generated.column;
    const branch = /\(\) => \{(\}|$)/.exec(this.lines[line]!.text.slice(from));
    if (branch === null) return false;
    if (branch[1] !== '') this.#inside(comment, line, from + branch.index + branch[0].length - 1);
    else if (this.source.beginsLine(comment.start!)) this.#at(line).after.push(comment);
    else this.#ends(comment, line);
    return true;
  }

  /** Puts a comment into the block that begins with the token, where nothing else is in there. */
  #opens(comment: t.Comment, { line, mapping }: Token): boolean {
    const { text } = this.lines[line]!;
    const from = mapping.generated.column;
    const block = /^(?:\([^()]*\) => )?\{\}/.exec(text.slice(from));
    if (block === null) return false;
    this.#inside(comment, line, from + block[0].length - 1);
    return true;
  }

  #inside(comment: t.Comment, line: number, column: number): void {
    const additions = this.#at(line);
    if (additions.column < 0) additions.column = column;
    additions.inside.push(comment);
  }

  #withAdditions(
    given: PrintedLine,
    { before, inside, column: opening, behind, after, among }: Additions,
  ): PrintedLine[] {
    const line = withAmong(given, among);
    const column = opening < 0 ? opening : movedBy(opening, among);
    const indent = indentOf(line);
    const written = (comments: readonly t.Comment[], at: number): PrintedLine[] =>
      comments.flatMap((comment) => this.#written(comment, at));
    const lines = written(before, /^\s*[)\]}]/.test(line.text) ? indent + 2 : indent);
    let last = line;
    if (column >= 0) {
      const [head, tail] = splitLine(line, column, indent);
      lines.push(head, ...written(inside, indent + 2));
      last = tail;
    }
    const ending = behind.map((comment) => ` ${this.source.textOf(comment)}`).join('');
    lines.push({ text: last.text + ending, mappings: last.mappings });
    lines.push(...written(after, /[([{]$/.test(last.text) ? indent + 2 : indent));
    return lines;
  }

  /** A comment on lines of its own. */
  #written(comment: t.Comment, indent: number): PrintedLine[] {
    const { line, column } = comment.loc!.start;
    const text = this.source.textOf(comment);
    const inset = new RegExp(`^[ \\t]{0,${this.source.insetOf(line - 1)}}`);
    return text.split('\n').map((part, index) => {
      const original = { line: line - 1, column };
      const generated = { line: 0, column: indent };
      return {
        text: ' '.repeat(indent) + (index === 0 ? part : part.replace(inset, '')),
        mappings: index === 0 ? [{ generated, original, name: null }] : [],
      };
    });
  }
}

function withAmong({ text, mappings }: PrintedLine, among: readonly Among[]): PrintedLine {
  for (const { generated } of mappings) generated.column = movedBy(generated.column, among);
  let end = 0;
  let told = '';
  for (const { column, text: comment } of [...among].sort((a, b) => a.column - b.column)) {
    told += text.slice(end, column) + comment;
    end = column;
  }
  return { text: told + text.slice(end), mappings };
}

/** Where a column is behind the comments before it. */
function movedBy(column: number, among: readonly Among[]): number {
  return among.reduce((sum, one) => (one.column <= column ? sum + one.text.length : sum), column);
}

function withoutTexts(code: string): string {
  return code.replace(/`[^`]*`|\}[^`{]*`|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/g, '');
}

function firstBehind(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.offset < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
