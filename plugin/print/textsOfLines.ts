import * as t from '@babel/types';
import { forEachNode, someNode } from '../syntax/nodes.js';
import { endOf, type GeneratedText } from './mappedText.js';

/*
 * Where a text goes on in the next line, white space at its beginning is part of the text. While lines are broken, joined
 * and moved, a sign that the module does not have stands for each end of a line in such texts.
 */

/** What can have a text of several lines keeps it in one of these. */
interface Text {
  raw: string;
}

export class TextsOfLines {
  readonly #written = new Map<Text, string>();

  constructor(
    node: t.Node,
    private readonly sign: string,
  ) {
    forEachNode(node, (inner) => {
      const text = textIn(inner);
      if (!text?.raw.includes('\n') || this.#written.has(text)) return;
      this.#written.set(text, text.raw);
      text.raw = text.raw.replaceAll('\n', sign);
    });
  }

  /** Gives the nodes their texts back. */
  giveBack(): void {
    for (const [text, raw] of this.#written) text.raw = raw;
  }

  /** What has been printed, with the ends of lines. Its mappings are moved. */
  written({ code, mappings }: GeneratedText): GeneratedText {
    if (this.#written.size === 0) return { code, mappings };
    const lines = code.split('\n');
    let known = 0;
    let added = 0;
    for (const { generated } of mappings) {
      const { line, column } = generated;
      for (; known < line; known++) added += this.#before(lines[known]!).line;
      const end = this.#before(lines[line]!.slice(0, column));
      generated.line = line + added + end.line;
      generated.column = end.column;
    }
    return { code: code.replaceAll(this.sign, '\n'), mappings };
  }

  #before(text: string): { line: number; column: number } {
    return endOf(text.replaceAll(this.sign, '\n'));
  }
}

export function hasTextOfLines(node: t.Node): boolean {
  return someNode(node, (inner) => textIn(inner)?.raw.includes('\n') === true);
}

function textIn(node: t.Node): Text | null {
  if (t.isTemplateElement(node)) return node.value;
  const isText = t.isStringLiteral(node) || t.isDirectiveLiteral(node);
  return isText && typeof node.extra?.raw === 'string' ? (node.extra as unknown as Text) : null;
}
