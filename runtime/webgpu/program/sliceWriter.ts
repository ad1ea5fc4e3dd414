import type { Value } from '../../graph/graph.js';
import type { SingleWorkgroup } from '../kernels/grid.js';
import type { KernelWriter } from '../kernels/writer.js';
import { sizesOf } from '../lower/operation.js';
import { Index, sizeOf } from '../wgsl/index.js';
import { literal, scalarTypeOf } from '../wgsl/scalar.js';
import type { Block, Loop } from './block.js';
import { loopsIn, type Slicing } from './slices.js';

/** Stops a kernel between two iterations, and finds the way back there in its next slice. */
export class SliceWriter {
  /** The loop that it goes on in, as long as it has not come there; 0 then. */
  #resumed = '';
  #budget = '';
  #outputs: readonly Value[] = [];
  readonly #counts: (string | null)[];

  constructor(
    readonly writer: KernelWriter,
    readonly grid: SingleWorkgroup,
    readonly slicing: Slicing,
  ) {
    this.#counts = slicing.loops.map(() => null);
  }

  /** `outputs` are what is left as no numbers where the last slice does not come to the end. */
  begin(outputs: readonly Value[]): void {
    this.#outputs = outputs;
    const { writer, slicing } = this;
    const { emitter } = writer;
    const slice = writer.slice();
    const start = writer.sharedNumber(() => {
      const stored = this.#read(0);
      return `select(${stored}, 0i, ${slice} == 0)`;
    });
    emitter.line(`if (${start} < 0) { return; }`);
    this.#resumed = emitter.variable('i32', start);
    this.#budget = emitter.variable('i32', String(slicing.budget));
    this.grid.hazards.forget();
  }

  end(): void {
    this.grid.begin({ count: 1, reads: [], writes: [] });
    this.grid.forEach(this.writer.emitter, 1, () => this.#write(0, '-1i'));
    this.grid.hazards.forget();
  }

  /** Whether a slice may pass what stands there on its way: outside of all loops, and beside a loop in another. */
  isPassed(around: Loop | null): boolean {
    return around === null || this.#last(around) > this.#number(around);
  }

  unlessResuming(write: () => void): void {
    this.writer.emitter.block(`if (${this.#resumed} == 0)`, write);
    this.grid.hazards.forget();
  }

  /** On the way back the branch is taken that the loop is in. */
  decideAgain(then: Block, decide: () => string): string {
    const { emitter } = this.writer;
    const holds = emitter.variable('bool', this.#isIn(then));
    emitter.block(`if (${this.#resumed} == 0)`, () => emitter.line(`${holds} = ${decide()};`));
    this.grid.hazards.forget();
    return holds;
  }

  /** A loop that has ended before is not run again. */
  ifReached(loop: Loop, write: () => void): void {
    const within = `(${this.#resumed} >= ${this.#number(loop)} && ${this.#resumed} <= ${this.#last(loop)})`;
    this.writer.emitter.block(`if (${this.#resumed} == 0 || ${within})`, write);
  }

  /** Takes up how often the loop has run. */
  enter(loop: Loop, count: string | null): void {
    this.#counts[this.#number(loop) - 1] = count;
    if (count === null) return;
    const { emitter } = this.writer;
    emitter.block(`if (${this.#resumed} != 0)`, () => {
      emitter.line(`${count} = ${this.writer.sharedNumber(() => this.#read(this.#number(loop)))};`);
    });
    this.grid.hazards.forget();
  }

  /** What begins an iteration is left out on the way to a loop inside of it. */
  unlessFurther(loop: Loop, write: () => void): void {
    const { emitter } = this.writer;
    if (this.#last(loop) === this.#number(loop)) {
      emitter.line(`${this.#resumed} = 0;`);
      write();
      return;
    }
    emitter.block(`if (${this.#resumed} == 0 || ${this.#resumed} == ${this.#number(loop)})`, () => {
      emitter.line(`${this.#resumed} = 0;`);
      write();
    });
    this.grid.hazards.forget();
  }

  /** Stops here if the slice has done its part. */
  pause(loop: Loop): void {
    const { writer, grid, slicing } = this;
    const { emitter } = writer;
    const before = grid.hazards.save();
    emitter.block(`if (${this.#budget} <= 0)`, () => {
      grid.hazards.forget();
      grid.begin({ count: 1, reads: [], writes: [] });
      grid.forEach(emitter, 1, () => {
        this.#write(0, `${this.#number(loop)}i`);
        for (const [index, one] of this.#counts.entries()) {
          if (one !== null && this.#isAround(index + 1, loop)) this.#write(index + 1, one);
        }
      });
      emitter.block(`if (${writer.slice()} == 2)`, () => this.#spoil());
      emitter.line('return;');
    });
    grid.hazards.restore(before);
    grid.hazards.forget();
    emitter.line(`${this.#budget} -= ${slicing.costs.get(loop)!};`);
  }

  #spoil(): void {
    const { writer, grid } = this;
    for (const output of this.#outputs) {
      const type = scalarTypeOf(output.dtype);
      const spoilt = { f32: Number.NaN, i32: -(2 ** 31), bool: 0 }[type];
      grid.begin({ count: Number.NaN, reads: [], writes: [] });
      grid.forEach(writer.emitter, sizeOf(sizesOf(output)), (id) => {
        writer.known.set(output, { code: literal(spoilt, type), type });
        writer.store(output, id);
        writer.known.delete(output);
      });
    }
  }

  /** Whether the loop of that number is `loop` or one around it: others have no count here. */
  #isAround(number: number, loop: Loop): boolean {
    const one = this.slicing.loops[number - 1]!;
    return number <= this.#number(loop) && this.#number(loop) <= this.#last(one);
  }

  #isIn(block: Block): string {
    const numbers = Array.from(loopsIn(block), (loop) => this.#number(loop));
    if (numbers.length === 0) return 'false';
    return `${this.#resumed} >= ${Math.min(...numbers)} && ${this.#resumed} <= ${Math.max(...numbers)}`;
  }

  #number(loop: Loop): number {
    return this.slicing.loops.indexOf(loop) + 1;
  }

  /** The number of the last loop inside. */
  #last(loop: Loop): number {
    const inside = [loop.test?.block ?? [], loop.body.block].flat();
    return this.#number(loop) + [...loopsIn(inside)].length;
  }

  #read(index: number): string {
    const { emitter } = this.writer;
    const { progress } = this.slicing;
    return this.writer.read(progress, Index.ofFlat(emitter, sizesOf(progress), String(index))).code;
  }

  #write(index: number, code: string): void {
    const { progress } = this.slicing;
    this.writer.known.set(progress, this.writer.emitter.scalar(code, 'i32'));
    this.writer.store(progress, String(index));
    this.writer.known.delete(progress);
  }
}
