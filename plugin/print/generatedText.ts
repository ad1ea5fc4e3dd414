import * as t from '@babel/types';
import type { DecodedSourceMap } from '@jridgewell/gen-mapping';
import { generate } from '../syntax/babel.js';
import { withBlankLines } from './blankLines.js';
import { endOf, type GeneratedText, type Mapping, type Position } from './mappedText.js';
import { withOneLiners } from './oneLiners.js';

/** What the generator returns besides what its types say: the map before it is encoded. */
interface Generated {
  code: string;
  decodedMap: DecodedSourceMap;
}

/** Prints a syntax tree, its lines as far in as `indent`; what of it came from the source leads there. */
export function printNode(node: t.Node, original: string, indent = ''): GeneratedText {
  const { code, decodedMap } = generate(
    node,
    { sourceMaps: true, sourceFileName: 'original', jsescOption: { minimal: true } },
    original,
  ) as unknown as Generated;
  const isOfLines = hasTextOfLines(node);
  const generated = withOneLiners({ code, mappings: mappingsOf(decodedMap) }, isOfLines);
  const text = isOfLines ? generated : withBlankLines(generated, original);
  return indent === '' || isOfLines ? text : indented(text, indent);
}

function mappingsOf({ mappings, names }: DecodedSourceMap): Mapping[] {
  return mappings.flatMap((segments, line) =>
    segments.map((segment): Mapping => {
      const [column, , originalLine, originalColumn, name] = segment;
      const original =
        originalLine === undefined ? null : { line: originalLine, column: originalColumn! };
      return {
        generated: { line, column },
        original,
        name: name === undefined ? null : names[name]!,
      };
    }),
  );
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
  let isFound = false;
  t.traverseFast(node, (inner) => {
    const text = t.isTemplateElement(inner)
      ? inner.value.raw
      : t.isJSXText(inner) || t.isStringLiteral(inner)
        ? String(inner.extra?.raw ?? '')
        : '';
    if (text.includes('\n')) isFound = true;
  });
  return isFound;
}

/** The two sides of the only occurrence of a name; null where it does not occur. */
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
  return [
    { code: before, mappings: mappings.filter(({ generated }) => isBefore(generated, start)) },
    {
      code: code.slice(index + name.length),
      mappings: following.map((mapping) => ({
        ...mapping,
        generated: relative(mapping.generated, end),
      })),
    },
  ];
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

function relative({ line, column }: Position, from: Position): Position {
  return line === from.line
    ? { line: 0, column: column - from.column }
    : { line: line - from.line, column };
}
