import { imageSize, pixelCount } from './data.js';

const boxSize = 20;

/**
 * Brings a drawing into the form of MNIST: its ink scaled to fit a box of 20 × 20, then placed in 28 × 28 so that its
 * centre of mass is in the middle. `ink` holds `width` × `height` numbers from 0 to 1, row by row. A drawing without ink
 * gives null.
 */
export function normalizeDrawing(
  ink: ArrayLike<number>,
  width: number,
  height: number,
): Float32Array | null {
  const box = inkBounds(ink, width, height);
  if (box === null) return null;
  const scale = boxSize / Math.max(box.width, box.height);
  const columns = Math.max(1, Math.round(box.width * scale));
  const rows = Math.max(1, Math.round(box.height * scale));
  const small = new Float32Array(rows * columns);
  let mass = 0;
  let massX = 0;
  let massY = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const value = mean(ink, width, {
        left: box.left + (column / columns) * box.width,
        top: box.top + (row / rows) * box.height,
        width: box.width / columns,
        height: box.height / rows,
      });
      small[row * columns + column] = value;
      mass += value;
      massX += value * column;
      massY += value * row;
    }
  }
  const middle = (imageSize - 1) / 2;
  const left = within(Math.round(middle - massX / mass), imageSize - columns);
  const top = within(Math.round(middle - massY / mass), imageSize - rows);
  const image = new Float32Array(pixelCount);
  for (let row = 0; row < rows; row++) {
    const values = small.subarray(row * columns, (row + 1) * columns);
    image.set(values, (top + row) * imageSize + left);
  }
  return image;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function inkBounds(ink: ArrayLike<number>, width: number, height: number): Box | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (ink[y * width + x]! < 0.05) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** The mean of the pixels that `area` covers, those at its edges counted by how much of them it covers. */
function mean(ink: ArrayLike<number>, width: number, area: Box): number {
  const right = area.left + area.width;
  const bottom = area.top + area.height;
  let sum = 0;
  for (let y = Math.floor(area.top); y < bottom; y++) {
    const coverY = Math.min(y + 1, bottom) - Math.max(y, area.top);
    for (let x = Math.floor(area.left); x < right; x++) {
      const coverX = Math.min(x + 1, right) - Math.max(x, area.left);
      sum += (ink[y * width + x] ?? 0) * coverX * coverY;
    }
  }
  return sum / (area.width * area.height);
}

function within(value: number, largest: number): number {
  return Math.min(Math.max(value, 0), largest);
}
