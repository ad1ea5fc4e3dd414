import type { Range } from './generatedText.js';
import type { Mapping } from './mappedText.js';
import { indentOf, joined, type PrintedLine, splitLine, withIndent } from './printedLines.js';
import type { PrintedSource } from './printedSource.js';
import { originsIn } from './tokens.js';

/*
 * The printer has rules of its own for what stands on one line. What the user wrote on several lines stays on these, so
 * that each has a place for a breakpoint, and a function that was written on one line stays on one.
 */

const longest = 110;
/** How many statements a function on one line has at most. */
const mostStatements = 4;

/** Puts functions and objects on one line that were on one in the source. */
export function withWrittenJoins(
  lines: readonly PrintedLine[],
  source: PrintedSource,
): PrintedLine[] {
  const done: PrintedLine[] = [];
  for (const line of lines) {
    done.push(line);
    if (/^\s+\}/.test(line.text)) joinBlock(done, source);
  }
  return done;
}

/** Joins the block that the last line closes. */
function joinBlock(lines: PrintedLine[], source: PrintedSource): void {
  const last = lines.length - 1;
  const indent = indentOf(lines[last]!);
  let first = last - 1;
  while (first >= 0 && last - first <= mostStatements && indentOf(lines[first]!) === indent + 2)
    first--;
  const head = lines[first];
  if (head === undefined || first === last - 1 || indentOf(head) > indent) return;
  const brace = ownBrace(head, source);
  if (brace === null) return;
  const block = lines.slice(first);
  if (block.some(({ text }) => text.includes('//'))) return;
  const isOnLine = ({ generated, original }: Mapping): boolean =>
    original === null || original.line === brace.original!.line || generated === brace.generated;
  const inside = [...block.slice(1, -1).flatMap(({ mappings }) => mappings)];
  const closing = block.at(-1)!.mappings.find(({ original }) => original !== null);
  if (!inside.every(isOnLine) || !(closing === undefined || isOnLine(closing))) return;
  const whole = block.reduce((one, next) => ({
    text: `${one.text} ${next.text.trimStart()}`,
    mappings: [],
  }));
  if (whole.text.length > longest) return;
  lines.splice(first, block.length, block.reduce(joined));
}

/** The mapping of the brace that ends a line, where the user wrote it. */
function ownBrace({ text, mappings }: PrintedLine, source: PrintedSource): Mapping | null {
  if (!text.endsWith('{')) return null;
  const found = mappings.at(-1);
  if (found?.original == null || found.generated.column !== text.length - 1) return null;
  return source.at(found.original) === '{' ? found : null;
}

interface Shift {
  /** The indent of the line that opened what is moved. */
  indent: number;
  by: number;
}

/** Breaks lines before what began a line of the source, and moves what follows inside of it. */
export function withWrittenBreaks(
  lines: readonly PrintedLine[],
  source: PrintedSource,
  range: Range,
): PrintedLine[] {
  const shifts: Shift[] = [];
  return lines.flatMap((line) => {
    const indent = indentOf(line);
    const closes = /^\s*[)\]}]/.test(line.text);
    while (shifts.length > 0 && shifts.at(-1)!.indent > indent) shifts.pop();
    let by = 0;
    const around = shifts.at(-1);
    if (around !== undefined) {
      const isInside = around.indent < indent || closes;
      if (isInside) by = around.by;
      if (around.indent === indent) shifts.pop();
    }
    const pieces = brokenAsWritten(withIndent(line, indent + by), source, range);
    const last = pieces.at(-1)!;
    const moved = indentOf(last) - indent;
    if (moved > 0 && /[([{]$/.test(last.text)) shifts.push({ indent, by: moved });
    return pieces;
  });
}

function brokenAsWritten(
  line: PrintedLine,
  source: PrintedSource,
  { start }: Range,
): PrintedLine[] {
  const pieces: PrintedLine[] = [];
  const indent = indentOf(line);
  let rest = line;
  let first = -1;
  let latest = -1;
  for (const { mapping, original } of originsIn(line, source)) {
    const { column } = mapping.generated;
    if (source.offsetOf(original) < start) continue;
    if (first < 0) first = latest = original.line;
    if (original.line <= latest) continue;
    latest = original.line;
    if (!mayBreak(rest.text, column) || !source.startsLine(original)) continue;
    if (opensBody(rest.text, column) && !source.hasArrow(original)) continue;
    const further = Math.max(
      source.indentOf(original.line) - source.indentOf(first),
      leastStep(line),
    );
    const [before, after] = splitLine(rest, column, indent + further);
    pieces.push(before);
    rest = after;
  }
  return [...pieces, rest];
}

/** What follows a closing bracket may stand right below it. */
function leastStep({ text }: PrintedLine): number {
  return /^\s*[)\]}]/.test(text) ? 0 : 2;
}

/** Whether the column begins a function whose body follows. The user need not have written it as one. */
function opensBody(text: string, column: number): boolean {
  return /^(?:\([^()]*\)|[\w$]+) => \{$/.test(text.slice(column));
}

/** Whether a line may end before the column, whatever is there. A branch stands behind the one that it follows. */
function mayBreak(text: string, column: number): boolean {
  const before = text.slice(0, column);
  if (!/\S\s*[([,] ?$/.test(before)) return false;
  return !(before.endsWith('}, ') && /^\([^()]*\) => \{$/.test(text.slice(column)));
}
