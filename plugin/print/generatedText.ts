import * as t from '@babel/types';
import type { DecodedSourceMap } from '@jridgewell/gen-mapping';
import { generate } from '../syntax/babel.js';
import { someNode } from '../syntax/nodes.js';
import { withBlankLines } from './blankLines.js';
import { endOf, furtherIn, type GeneratedText, type Mapping, type Position } from './mappedText.js';
import { withOneLiners } from './oneLiners.js';
import { withComments } from './placedComments.js';
import { linesOf, textOf } from './printedLines.js';
import type { PrintedSource } from './printedSource.js';
import { TextsOfLines } from './textsOfLines.js';
import { withWrittenClosings } from './writtenClosings.js';
import { withWrittenBreaks, withWrittenJoins } from './writtenLines.js';
import { withWrittenParentheses } from './writtenParentheses.js';

/** What the generator returns besides what its types say: the map before it is encoded. */
interface Generated {
  code: string;
  decodedMap: DecodedSourceMap;
}

/** Where in the source the code was that is printed. */
export interface Range {
  start: number;
  end: number;
}

/** Prints a syntax tree, its lines as far in as `indent`; what of it came from the source leads there. */
export function printNode(
  node: t.Node,
  source: PrintedSource,
  range: Range,
  indent = '',
): GeneratedText {
  if (!source.mayHaveTextOfLines) return laidOut(node, source, range, indent);
  // A comment must not come to stand between tags, where it would be text.
  if (someNode(node, (inner) => t.isJSX(inner)))
    return withOneLiners(generated(node, source, source.commentsOutside(range)), true);
  const texts = new TextsOfLines(node, source.unusedSign);
  const printed = laidOut(node, source, range, indent);
  texts.giveBack();
  return texts.written(printed);
}

function laidOut(node: t.Node, source: PrintedSource, range: Range, indent: string): GeneratedText {
  const comments = source.commentsIn(range);
  const printed = generated(node, source, [...comments, ...source.commentsOutside(range)]);
  const lines = withWrittenJoins(withWrittenParentheses(linesOf(printed), source), source);
  const short = withOneLiners(textOf(lines), false);
  const broken = withWrittenClosings(withWrittenBreaks(linesOf(short), source, range), source);
  const lost = source.lostComments(range, printed.code);
  const placed = [...comments, ...lost].sort((a, b) => a.start! - b.start!);
  const text = withBlankLines(textOf(withComments(broken, placed, source)), source);
  return indented(text, indent);
}

/** What is printed of a node but some comments. */
function generated(node: t.Node, source: PrintedSource, left: readonly t.Comment[]): GeneratedText {
  for (const comment of left) comment.ignore = true;
  const { code, decodedMap } = generate(
    node,
    { sourceMaps: true, sourceFileName: 'original', jsescOption: { minimal: true } },
    source.text,
  ) as unknown as Generated;
  for (const comment of left) comment.ignore = false;
  return { code, mappings: mappingsOf(code, decodedMap) };
}

function mappingsOf(code: string, { mappings, names }: DecodedSourceMap): Mapping[] {
  const lines = code.split('\n');
  const found: Mapping[] = [];
  for (let line = 0; line < mappings.length; line++) {
    for (const segment of mappings[line]!) {
      const original = segment.length === 1 ? null : { line: segment[2], column: segment[3] };
      const name = segment.length === 5 ? names[segment[4]]! : null;
      // Node calls a function by the name at its beginning, which is its parameter's in `x => …`.
      const isRenamed = name !== null && !lines[line]!.startsWith(name, segment[0]);
      found.push({
        generated: { line, column: segment[0] },
        original,
        name: isRenamed ? name : null,
      });
    }
  }
  return found;
}

/** Moves the mappings of a text that nobody else has. */
export function indented({ code, mappings }: GeneratedText, indent: string): GeneratedText {
  if (indent === '') return { code, mappings };
  for (const { generated } of mappings) {
    if (generated.line > 0) generated.column += indent.length;
  }
  return { code: furtherIn(code, indent), mappings };
}

/** The two sides of the only occurrence of a name; null where it does not occur. The mappings of the second are moved. */
export function splitAt(
  { code, mappings }: GeneratedText,
  name: string,
): [GeneratedText, GeneratedText] | null {
  const index = code.indexOf(name);
  if (index < 0) return null;
  const before = code.slice(0, index);
  const start = endOf(before);
  const end = endOf(code.slice(0, index + name.length));
  const following = mappings.filter(({ generated }) => !isBefore(generated, end));
  for (const { generated } of following) {
    if (generated.line === end.line) generated.column -= end.column;
    generated.line -= end.line;
  }
  return [
    { code: before, mappings: mappings.filter(({ generated }) => isBefore(generated, start)) },
    { code: code.slice(index + name.length), mappings: following },
  ];
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}
