/** What the printer asks of the text of a module, for all that is printed of it. */
export class PrintedSource {
  /** Counted from zero. */
  readonly blankLines: ReadonlySet<number>;
  /** Only templates, JSX and texts that go on behind a backslash are of more lines than one. */
  readonly mayHaveTextOfLines: boolean;

  constructor(readonly text: string) {
    const blank = new Set<number>();
    for (const [index, line] of text.split('\n').entries())
      if (line.trim() === '') blank.add(index);
    this.blankLines = blank;
    this.mayHaveTextOfLines = /`|<\/|\\\r?\n/.test(text);
  }
}
