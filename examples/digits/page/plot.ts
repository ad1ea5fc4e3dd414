/** Where a line is drawn across; the plot reaches from one of them to another. */
const levels = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100];
const margin = { left: 52, right: 12, top: 12, bottom: 26 };

/** The loss of each step as a thin line, and its moving mean as a thick one, on a logarithmic scale. */
export class LossPlot {
  readonly #canvas: HTMLCanvasElement;
  readonly #losses: number[] = [];
  readonly #means: number[] = [];
  #stepCount: number;

  constructor(canvas: HTMLCanvasElement, stepCount: number) {
    this.#canvas = canvas;
    this.#stepCount = stepCount;
    new ResizeObserver(() => this.#draw()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
  }

  /** The moving mean of the loss, one a step. */
  get means(): readonly number[] {
    return this.#means;
  }

  add(loss: number): void {
    const last = this.#means.at(-1);
    this.#losses.push(loss);
    this.#means.push(last === undefined ? loss : 0.9 * last + 0.1 * loss);
    this.#stepCount = Math.max(this.#stepCount, this.#losses.length);
    this.#canvas.dataset.losses = this.#losses.map((value) => value.toFixed(4)).join(' ');
    this.#draw();
  }

  #draw(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const ratio = window.devicePixelRatio;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    const context = this.#canvas.getContext('2d');
    if (context === null) return;
    context.scale(ratio, ratio);
    const style = getComputedStyle(this.#canvas);
    const color = (name: string) => style.getPropertyValue(name);
    const highest = Math.max(1, ...this.#losses);
    const lowest = Math.min(0.3, ...this.#means);
    const shown = levels.slice(
      levels.findLastIndex((level) => level <= lowest),
      levels.findIndex((level) => level >= highest) + 1,
    );
    const [bottom, top] = [Math.log10(shown[0]!), Math.log10(shown.at(-1)!)];
    const x = (step: number) =>
      margin.left + (step / this.#stepCount) * (width - margin.left - margin.right);
    const y = (loss: number) =>
      margin.top +
      ((top - Math.max(Math.log10(loss), bottom)) / (top - bottom)) *
        (height - margin.top - margin.bottom);

    context.font = `12px ${style.fontFamily}`;
    context.textBaseline = 'middle';
    context.lineWidth = 1;
    context.fillStyle = resolved(this.#canvas, color('--faint'));
    context.strokeStyle = resolved(this.#canvas, color('--line'));
    context.textAlign = 'right';
    for (const level of shown) {
      const height = Math.round(y(level)) + 0.5;
      stroke(context, [
        [margin.left, height],
        [width - margin.right, height],
      ]);
      context.fillText(String(level), margin.left - 8, height);
    }
    for (const fraction of [0, 0.25, 0.5, 0.75, 1]) {
      const step = Math.round(fraction * this.#stepCount);
      context.textAlign = fraction === 0 ? 'left' : fraction === 1 ? 'right' : 'center';
      context.fillText(String(step), x(step), height - margin.bottom / 2 + 2);
    }
    const curve = (values: readonly number[], width: number, name: string) => {
      context.lineWidth = width;
      context.lineJoin = 'round';
      context.strokeStyle = resolved(this.#canvas, color(name));
      stroke(
        context,
        values.map((value, index) => [x(index + 1), y(value)]),
      );
    };
    curve(this.#losses, 1, '--accent-faint');
    curve(this.#means, 2, '--accent');
  }
}

function stroke(context: CanvasRenderingContext2D, points: readonly (readonly [number, number])[]) {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.stroke();
}

/** A canvas knows no `light-dark()`: the colour that the element itself would have. */
function resolved(element: HTMLElement, color: string): string {
  element.style.color = color;
  const { color: value } = getComputedStyle(element);
  element.style.color = '';
  return value;
}
