import * as t from '@babel/types';
import { generate } from '../syntax/babel.js';
import { endOf, type GeneratedText, type Mapping, type Position } from './mappedText.js';
import { withOneLiners } from './oneLiners.js';

/** What the generator returns besides what its types say: the mappings before they are encoded. */
interface Generated {
  code: string;
  rawMappings?: {
    generated: SourcePosition;
    original?: SourcePosition | null;
    name?: string | null;
  }[];
}

/** Lines counted from one, columns from zero. */
interface SourcePosition {
  line: number;
  column: number;
}

/** Prints a syntax tree, its lines as far in as `indent`; what of it came from the source leads there. */
export function printNode(node: t.Node, original: string, indent = ''): GeneratedText {
  const { code, rawMappings } = generate(
    node,
    { sourceMaps: true, sourceFileName: 'original', jsescOption: { minimal: true } },
    original,
  ) as Generated;
  const mappings = (rawMappings ?? []).map(
    ({ generated, original: place, name }): Mapping => ({
      generated: { line: generated.line - 1, column: generated.column },
      original: place ? { line: place.line - 1, column: place.column } : null,
      name: name ?? null,
    }),
  );
  const text = withOneLiners({ code, mappings });
  return indent === '' || hasTextOfLines(node) ? text : indented(text, indent);
}

function indented({ code, mappings }: GeneratedText, indent: string): GeneratedText {
  return {
    code: code.replaceAll('\n', `\n${indent}`),
    mappings: mappings.map((mapping) => {
      const { line, column } = mapping.generated;
      if (line === 0) return mapping;
      return { ...mapping, generated: { line, column: column + indent.length } };
    }),
  };
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
