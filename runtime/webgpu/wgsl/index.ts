import type { Emitter } from './emitter.js';

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

function stridesOf(shape: readonly number[]): number[] {
  const strides = new Array<number>(shape.length);
  let stride = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    strides[axis] = stride;
    stride *= shape[axis]!;
  }
  return strides;
}

/**
 * The place of one element in a tensor of a known shape, as expressions of a shader: by its axes, by its position in
 * row-major order, or by both. Each is made from the other when it is needed, and anew each time: what was named in a
 * block cannot be used outside of it.
 */
export class Index {
  readonly #axes: readonly string[] | null;
  readonly #flat: string | null;

  private constructor(
    readonly emitter: Emitter,
    readonly shape: readonly number[],
    axes: readonly string[] | null,
    flat: string | null,
  ) {
    this.#axes = axes;
    this.#flat = flat;
  }

  static ofFlat(emitter: Emitter, shape: readonly number[], flat: string): Index {
    return new Index(emitter, shape, null, sizeOf(shape) === 1 ? '0' : flat);
  }

  /** `flat` may be given where it is known to be the position of those axes. */
  static ofAxes(
    emitter: Emitter,
    shape: readonly number[],
    axes: readonly string[],
    flat: string | null = null,
  ): Index {
    const significant = axes.map((axis, index) => (shape[index] === 1 ? '0' : axis));
    return new Index(emitter, shape, significant, sizeOf(shape) === 1 ? '0' : flat);
  }

  /** The same for the same place, as far as it is known. */
  get key(): string {
    return this.#flat === null ? this.axes.join() : `@${this.#flat}`;
  }

  get axes(): readonly string[] {
    return this.#axes ?? this.#unravel();
  }

  /** The position, where it was given and not made from the axes. */
  get knownFlat(): string | null {
    return this.#flat;
  }

  get flat(): string {
    if (this.#flat !== null) return this.#flat;
    const strides = stridesOf(this.shape);
    const terms = this.axes.map((axis, index) => times(axis, strides[index]!));
    return named(this.emitter, terms.reduce(plus, '0'));
  }

  /** The same element in a tensor of as many elements. */
  reshape(shape: readonly number[]): Index {
    if (isSameShape(shape, this.shape)) return this;
    if (this.#axes === null) return new Index(this.emitter, shape, null, this.#flat);
    const axes = this.#reshapedAxes(shape);
    return new Index(this.emitter, shape, axes, axes === null ? this.flat : this.#flat);
  }

  /** Where the element comes from in a tensor that was broadcast to this one's shape. */
  broadcast(shape: readonly number[]): Index {
    if (isSameShape(shape, this.shape)) return this;
    const size = sizeOf(shape);
    if (size === 1) return Index.ofFlat(this.emitter, shape, '0');
    if (size === sizeOf(this.shape)) return this.reshape(shape);
    const offset = this.shape.length - shape.length;
    const axes = shape.map((length, axis) => (length === 1 ? '0' : this.axes[axis + offset]!));
    return new Index(this.emitter, shape, axes, null);
  }

  /** Axes of the new shape, where each is one of this shape's or all that remain are of size one. */
  #reshapedAxes(shape: readonly number[]): string[] | null {
    const sources = this.shape.flatMap((size, axis) => (size === 1 ? [] : [axis]));
    const axes: string[] = [];
    let next = 0;
    for (const size of shape) {
      if (size === 1) {
        axes.push('0');
        continue;
      }
      const source = sources[next++];
      if (source === undefined || this.shape[source] !== size) return null;
      axes.push(this.#axes![source]!);
    }
    return next === sources.length ? axes : null;
  }

  #unravel(): string[] {
    const strides = stridesOf(this.shape);
    let isFirst = true;
    return this.shape.map((size, axis) => {
      if (size === 1) return '0';
      if (isNumber(this.#flat!)) {
        return String(Math.floor(Number(this.#flat) / strides[axis]!) % size);
      }
      const quotient = strides[axis] === 1 ? this.#flat! : `(${this.#flat} / ${strides[axis]})`;
      const isOutermost = isFirst;
      isFirst = false;
      return named(this.emitter, isOutermost ? quotient : `(${quotient} % ${size})`);
    });
  }
}

/** A name for an expression made by `plus` or `times`, where it is neither a name nor a number. */
export function named(emitter: Emitter, code: string): string {
  return code.startsWith('(') ? emitter.let(code) : code;
}

/** Whether all comparisons hold. `&&` would branch, and drivers take very long to compile many branches. */
export function allOf(conditions: readonly string[]): string {
  return conditions.map((condition) => `(${condition})`).join(' & ');
}

export function isSameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((size, axis) => size === b[axis]);
}

const isNumber = (code: string): boolean => /^-?\d+$/.test(code);

/** The sum of two integer expressions, computed where both are numbers. */
export function plus(a: string, b: string): string {
  if (isNumber(a) && isNumber(b)) return String(Number(a) + Number(b));
  if (a === '0') return b;
  if (b === '0') return a;
  return isNumber(b) && b.startsWith('-') ? `(${a} - ${b.slice(1)})` : `(${a} + ${b})`;
}

/** The product of an integer expression and a number. */
export function times(a: string, factor: number): string {
  if (isNumber(a)) return String(Number(a) * factor);
  if (factor === 1) return a;
  return factor === 0 ? '0' : `(${a} * ${factor < 0 ? `(${factor})` : factor})`;
}
