import { normalizeDrawing } from '../src/normalize.js';

/** Paper to draw on with a mouse, a finger or a pen. */
export class Sketch {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;

  /** `onChange` is called after each stroke's part, and after `clear`. */
  constructor(canvas: HTMLCanvasElement, onChange: () => void) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { willReadFrequently: true })!;
    this.#context.strokeStyle = '#fff';
    this.#context.lineWidth = canvas.width / 13;
    this.#context.lineCap = 'round';
    this.#context.lineJoin = 'round';
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      const [x, y] = this.#place(event);
      this.#line(x, y, x, y);
      onChange();
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!canvas.hasPointerCapture(event.pointerId)) return;
      const [x, y] = this.#place(event);
      const scale = canvas.width / canvas.clientWidth;
      this.#line(x - event.movementX * scale, y - event.movementY * scale, x, y);
      onChange();
    });
  }

  clear(): void {
    this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  /** The drawing in the form of MNIST; null where nothing is drawn. */
  image(): Float32Array | null {
    const { width, height } = this.#canvas;
    const { data } = this.#context.getImageData(0, 0, width, height);
    const ink = Float32Array.from({ length: width * height }, (_, i) => data[4 * i + 3]! / 255);
    return normalizeDrawing(ink, width, height);
  }

  #place(event: PointerEvent): [number, number] {
    const scale = this.#canvas.width / this.#canvas.clientWidth;
    return [event.offsetX * scale, event.offsetY * scale];
  }

  #line(fromX: number, fromY: number, toX: number, toY: number): void {
    this.#context.beginPath();
    this.#context.moveTo(fromX, fromY);
    this.#context.lineTo(toX, toY);
    this.#context.stroke();
  }
}
