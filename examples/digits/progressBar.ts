const width = 30;

/** A line that is drawn over and over on a terminal. In a log only the notes appear. */
export class ProgressBar {
  readonly #title: string;
  readonly #total: number;
  readonly #start = performance.now();
  readonly #live = process.stdout.isTTY === true;
  #line = '';

  constructor(title: string, total: number) {
    this.#title = title;
    this.#total = total;
  }

  update(done: number, text: string): void {
    if (!this.#live) return;
    const filled = Math.round((done / this.#total) * width);
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
    const seconds = (performance.now() - this.#start) / 1000;
    const left = Math.round((seconds / done) * (this.#total - done));
    this.#draw(`${this.#title} ${bar} ${done}/${this.#total}  ${text}  ${left} s left`);
  }

  /** A line that stays. */
  note(text: string): void {
    const seconds = ((performance.now() - this.#start) / 1000).toFixed(0);
    const line = this.#line;
    this.#draw('');
    console.log(`${text}  (${seconds} s)`);
    this.#draw(line);
  }

  end(): void {
    this.#draw('');
  }

  #draw(line: string): void {
    if (!this.#live) return;
    process.stdout.write(`\r\u001b[K${line}`);
    this.#line = line;
  }
}
