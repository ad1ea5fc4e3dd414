import { columns, rows } from '../src/size.js';

/** How near, in the cloth's units, the mouse has to come to take a point. */
const reach = 0.25;
/** How far from the cloth the eye is. */
const distance = 4;

/** Draws the cloth, and knows which point the mouse holds. */
export class Canvas {
  /** Where the held point is, and which it is. */
  hand = [0, 0, 0, -1];
  #points = new Float32Array(rows * columns * 3);

  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#take(this.#placeOf(event));
    });
    canvas.addEventListener('pointermove', (event) => {
      if (this.hand[3] >= 0) this.hand = [...this.#placeOf(event), ...this.hand.slice(2)];
    });
    for (const end of ['pointerup', 'pointercancel']) {
      canvas.addEventListener(end, () => {
        this.hand = [0, 0, 0, -1];
        canvas.classList.remove('holding');
      });
    }
  }

  draw(points) {
    this.#points = points;
    const { canvas, context } = this;
    canvas.width = canvas.clientWidth * devicePixelRatio;
    canvas.height = canvas.clientHeight * devicePixelRatio;
    const seen = Array.from({ length: rows * columns }, (_, index) => this.#project(index));
    for (const { corners, light } of this.#patches()) {
      context.beginPath();
      for (const corner of corners) context.lineTo(...seen[corner]);
      context.closePath();
      const color = `hsl(${12 + 18 * light} ${72 - 14 * light}% ${22 + 44 * light}%)`;
      context.fillStyle = color;
      context.strokeStyle = color;
      context.fill();
      context.stroke();
    }
  }

  /** The squares between points, those in the back first. */
  #patches() {
    const patches = [];
    for (let row = 0; row + 1 < rows; row++) {
      for (let column = 0; column + 1 < columns; column++) {
        const corner = row * columns + column;
        const corners = [corner, corner + 1, corner + columns + 1, corner + columns];
        const depth = corners.reduce((sum, index) => sum + this.#points[index * 3 + 2], 0);
        patches.push({ corners, depth, light: this.#lightOn(corners) });
      }
    }
    return patches.sort((a, b) => a.depth - b.depth);
  }

  /** From 0 to 1: how a square faces a light at the upper left, from either side. */
  #lightOn([a, b, , c]) {
    const [u, v] = [b, c].map((end) =>
      [0, 1, 2].map((axis) => this.#points[end * 3 + axis] - this.#points[a * 3 + axis]),
    );
    const normal = [
      u[1] * v[2] - u[2] * v[1],
      u[2] * v[0] - u[0] * v[2],
      u[0] * v[1] - u[1] * v[0],
    ];
    const facing = normal[0] * 0.75 - normal[1] * 0.35 - normal[2] * 0.55;
    return Math.abs(facing) / (Math.hypot(...normal) || 1);
  }

  #project(index) {
    const [x, y, z] = this.#points.subarray(index * 3, index * 3 + 3);
    const { width, height } = this.canvas;
    const scale = (this.#unit * distance) / (distance - z);
    return [width / 2 + x * scale, height / 2 - y * scale];
  }

  /** How many pixels are as long as 1, in the plane of the cloth. */
  get #unit() {
    return this.canvas.height / 2;
  }

  #placeOf({ offsetX, offsetY }) {
    const { width, height } = this.canvas;
    const unit = this.#unit;
    return [
      (offsetX * devicePixelRatio - width / 2) / unit,
      (height / 2 - offsetY * devicePixelRatio) / unit,
    ];
  }

  #take([x, y]) {
    let nearest = reach;
    for (let index = 0; index < rows * columns; index++) {
      const [px, py, pz] = this.#points.subarray(index * 3, index * 3 + 3);
      const away = Math.hypot(px - x, py - y);
      if (away >= nearest) continue;
      nearest = away;
      this.hand = [x, y, pz, index];
      this.canvas.classList.add('holding');
    }
  }
}
