import * as t from '@babel/types';
import type { DecodedSourceMap } from '@jridgewell/gen-mapping';
import { generate } from '../syntax/babel.js';
import { someNode } from '../syntax/nodes.js';
import { withBlankLines } from './blankLines.js';
import { endOf, type GeneratedText, type Mapping, type Position } from './mappedText.js';
import { withOneLiners } from './oneLiners.js';
import type { PrintedSource } from './printedSource.js';

/** What the generator returns besides what its types say: the map before it is encoded. */
interface Generated {
  code: string;
  decodedMap: DecodedSourceMap;
}

/** Prints a syntax tree, its lines as far in as `indent`; what of it came from the source leads there. */
export function printNode(node: t.Node, source: PrintedSource, indent = ''): GeneratedText {
  const { code, decodedMap } = generate(
    node,
    { sourceMaps: true, sourceFileName: 'original', jsescOption: { minimal: true } },
    source.text,
  ) as unknown as Generated;
  const isOfLines = source.mayHaveTextOfLines && hasTextOfLines(node);
  const generated = withOneLiners({ code, mappings: mappingsOf(decodedMap) }, isOfLines);
  const text = isOfLines ? generated : withBlankLines(generated, source.blankLines);
  return indent === '' || isOfLines ? text : indented(text, indent);
}

function mappingsOf({ mappings, names }: DecodedSourceMap): Mapping[] {
  const found: Mapping[] = [];
  for (let line = 0; line < mappings.length; line++) {
    for (const segment of mappings[line]!) {
      const original = segment.length === 1 ? null : { line: segment[2], column: segment[3] };
      const name = segment.length === 5 ? names[segment[4]]! : null;
      found.push({ generated: { line, column: segment[0] }, original, name });
    }
  }
  return found;
}

/** Moves the mappings of a text that nobody else has. */
function indented({ code, mappings }: GeneratedText, indent: string): GeneratedText {
  for (const { generated } of mappings) {
    if (generated.line > 0) generated.column += indent.length;
  }
  return { code: code.replace(/\n(?!\n)/g, `\n${indent}`), mappings };
}

/** Whether white space at the beginning of a line may be part of a text. */
function hasTextOfLines(node: t.Node): boolean {
  return someNode(node, (inner) => {
    const text = t.isTemplateElement(inner)
      ? inner.value.raw
      : t.isJSXText(inner) || t.isStringLiteral(inner)
        ? String(inner.extra?.raw ?? '')
        : '';
    return text.includes('\n');
  });
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
