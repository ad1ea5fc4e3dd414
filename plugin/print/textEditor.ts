import type { NodePath } from '@babel/traverse';
import * as t from '@babel/types';
import type { Editor, StatementList } from '../wrap/editor.js';
import { indented, printNode, type Range, splitAt } from './generatedText.js';
import { type GeneratedText, MappedText } from './mappedText.js';
import { PrintedSource } from './printedSource.js';
import { hasTextOfLines } from './textsOfLines.js';

/** A change of a range of the text; the original range may stay between two generated pieces. */
interface Edit {
  start: number;
  end: number;
  before: GeneratedText;
  /** Null where the original does not stay. */
  after: GeneratedText | null;
  /** How much further in the original stands between them. */
  inset?: string;
}

const nothing: GeneratedText = { code: '', mappings: [] };
const originalName = '__use_graph_original__';

/** Changes the text of a module and nothing but what was asked for. */
export class TextEditor implements Editor {
  readonly #edits: Edit[] = [];
  readonly #printed: PrintedSource;

  constructor(
    private readonly code: string,
    private readonly source: string,
  ) {
    this.#printed = new PrintedSource(code);
  }

  /** Where the comments of the module are, once it is parsed. */
  knowComments(comments: readonly t.Comment[]): void {
    this.#printed.comments = comments;
  }

  replace(path: NodePath, build: (original: t.Node) => t.Node): void {
    const { start, end } = rangeOf(path);
    const node = build(t.identifier(originalName));
    const ahead = this.code.slice(0, start).trimEnd();
    const isBehindArrow = /^(?:(?!\/\/).)*=>$/.test(ahead.slice(ahead.lastIndexOf('\n') + 1));
    const begin = t.isBlockStatement(node) && isBehindArrow ? ahead.length : start;
    // A block begins behind the arrow, also where the expression did not.
    if (this.code.slice(begin, start).includes('\n')) {
      this.#remove(begin, start);
      this.#insert(start, ' ');
    }
    const printed = printNode(node, this.#printed, { start, end }, this.#indentAt(begin));
    const [before, after] = splitAt(printed, originalName) ?? [printed, null];
    const mayMove =
      after !== null && !(this.#printed.mayHaveTextOfLines && hasTextOfLines(path.node));
    const inset = mayMove ? this.#insetOf(before, start) : '';
    this.#edits.push({ start, end, before, after, inset });
  }

  prepend(path: NodePath<StatementList>, statements: readonly t.Statement[]): void {
    const { node } = path;
    const first = node.body[0];
    const position = first ? this.#beginOf(path, first) : node.end! - 1;
    const directives = 'directives' in node ? node.directives : [];
    if (!first) this.#insert(position, directives.length > 0 ? '; ' : ' ');
    const indent = this.#indentAt(position);
    const range = rangeOf(path);
    const printed = (inset: string) =>
      statements.map((statement) => printNode(statement, this.#printed, range, indent + inset));
    const texts = printed('');
    const isInside = !path.isProgram() && first !== undefined;
    const isOnOwnLine = isInside && this.#printed.beginsLine(position);
    if (isInside && !isOnOwnLine && texts.some(({ code }) => code.includes('\n'))) {
      this.#breakAt(position, `\n${indent}  `);
      this.#insertEach(position, printed('  '), () => `\n${indent}  `);
      const end = node.end! - 1;
      if (!this.#printed.beginsLine(end)) this.#breakAt(end, `\n${indent}`);
      return;
    }
    this.#insertEach(position, texts, ({ code }) =>
      isOnOwnLine || code.includes('\n') ? `\n${indent}` : ' ',
    );
  }

  append(path: NodePath<t.ClassBody>, members: readonly t.ClassBody['body'][number][]): void {
    const last = path.node.body.at(-1);
    const position = last === undefined ? path.node.start! + 1 : last.end!;
    const indent = this.#indentAt(last?.start ?? position);
    // The class keeps its comments.
    const range = { start: position, end: position };
    for (const member of members) {
      this.#insert(position, `\n${indent}`);
      const before = printNode(member, this.#printed, range, indent);
      this.#edits.push({ start: position, end: position, before, after: null });
    }
  }

  dropAsync(path: NodePath<t.Function>): void {
    const { node } = path;
    const decorators = ('decorators' in node && node.decorators) || [];
    const from = decorators.at(-1)?.end ?? node.start!;
    const to = ('key' in node ? node.key.start : node.body.start)!;
    const header = withoutComments(this.code.slice(from, to));
    const match = /\basync\b/.exec(header);
    if (match === null) return;
    const start = from + match.index;
    const [word] = /^async\s*/.exec(this.code.slice(start, to))!;
    this.#remove(start, start + word.length);
  }

  dropDirective(directive: t.Directive): void {
    this.#remove(directive.start!, directive.end!);
  }

  /** The changed text and its source map. */
  result(): MappedText {
    const text = new MappedText(this.code, this.source);
    const edits = this.#edits
      .map((edit, order) => ({ edit, order }))
      .sort(
        (a, b) =>
          a.edit.start - b.edit.start ||
          Number(isInsertion(b.edit)) - Number(isInsertion(a.edit)) ||
          b.edit.end - a.edit.end ||
          a.order - b.order,
      )
      .map(({ edit }) => edit);
    let next = 0;

    function render(start: number, end: number, inset: string): void {
      let position = start;
      while (next < edits.length && edits[next]!.start < end) {
        const edit = edits[next++]!;
        text.appendOriginal(position, edit.start, inset);
        text.appendGenerated(indented(edit.before, inset));
        if (edit.after === null) skipWithin(edit);
        else {
          render(edit.start, edit.end, inset + (edit.inset ?? ''));
          text.appendGenerated(indented(edit.after, inset));
        }
        position = edit.end;
      }
      text.appendOriginal(position, end, inset);
    }

    /** What stood in a range that is gone is gone with it. */
    function skipWithin({ start, end }: Edit): void {
      while (next < edits.length && edits[next]!.start >= start && edits[next]!.start < end) next++;
    }

    render(0, this.code.length, '');
    return text;
  }

  /** How far in the line is that a piece of the text stands in. */
  #indentAt(position: number): string {
    const start = this.code.lastIndexOf('\n', position - 1) + 1;
    return /^[ \t]*/.exec(this.code.slice(start, position))![0];
  }

  /** How much further in what follows a text is than what stood there. */
  #insetOf({ code }: GeneratedText, position: number): string {
    if (!code.includes('\n')) return '';
    const indent = /^[ \t]*/.exec(code.slice(code.lastIndexOf('\n') + 1))![0];
    return indent.slice(this.#indentAt(position).length);
  }

  /** In a function the comments above a statement stay with it; those of a module may speak of the whole. */
  #beginOf(path: NodePath<StatementList>, { start, leadingComments }: t.Statement): number {
    if (path.isProgram()) return start!;
    return (
      leadingComments?.find((comment) => this.#printed.beginsLine(comment.start!))?.start ?? start!
    );
  }

  #insertEach(
    position: number,
    texts: readonly GeneratedText[],
    behind: (text: GeneratedText) => string,
  ): void {
    for (const before of texts) {
      this.#edits.push({ start: position, end: position, before, after: null });
      this.#insert(position, behind(before));
    }
  }

  /** Ends the line before a place, in front of the white space there. */
  #breakAt(position: number, code: string): void {
    this.#remove(this.code.slice(0, position).trimEnd().length, position);
    this.#insert(position, code);
  }

  #insert(position: number, code: string): void {
    if (code === '') return;
    this.#edits.push({
      start: position,
      end: position,
      before: { code, mappings: [] },
      after: null,
    });
  }

  #remove(start: number, end: number): void {
    this.#edits.push({ start, end, before: nothing, after: null });
  }
}

function isInsertion({ start, end }: Edit): boolean {
  return start === end;
}

/** Of the expression that is an arrow's body, the parentheses around it belong to it. */
function rangeOf(path: NodePath): Range {
  const { node, parent } = path;
  if (
    parent.type === 'ArrowFunctionExpression' &&
    path.key === 'body' &&
    !path.isBlockStatement()
  ) {
    const parenthesis = node.extra?.parenStart;
    if (typeof parenthesis === 'number') return { start: parenthesis, end: parent.end! };
  }
  return { start: node.start!, end: node.end! };
}

/** Comments as spaces, so that positions stay. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => ' '.repeat(comment.length));
}
