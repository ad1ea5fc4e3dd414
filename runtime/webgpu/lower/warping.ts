import { backend_util } from '@tensorflow/tfjs-core';
import type { Value } from '../../graph/graph.js';
import type { Emitter } from '../wgsl/emitter.js';
import { allOf, Index } from '../wgsl/index.js';
import { convert, literal, type ScalarType, scalarTypeOf } from '../wgsl/scalar.js';
import { inputOf, type LoweringRule, type LoweringRules } from './lowering.js';
import { type Reader, sizesOf } from './operation.js';
import { table } from './tables.js';

/* Each pixel of the result is one of the image, or a mixture of four, at a place that need not be inside of it. */

/** Which pixel each one comes from does not depend on the elements, so that it is computed here. */
const rotate: LoweringRule = (node, lowering) => {
  const image = inputOf(node, 'image');
  const sizes = sizesOf(image);
  const [, height, width, channels] = sizes as [number, number, number, number];
  const { radians, center, fillValue } = node.attributes as {
    readonly radians: number;
    readonly center: number | [number, number];
    readonly fillValue: number | [number, number, number];
  };
  const [centerX, centerY] = backend_util.getImageCenter(center, height, width);
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
  const sources = Array.from({ length: height * width }, (_, flat) => {
    const [x, y] = [(flat % width) - centerX, Math.floor(flat / width) - centerY];
    const column = Math.round(x * cosine - y * sine + centerX);
    const row = Math.round(x * sine + y * cosine + centerY);
    const isInside = column >= 0 && column < width && row >= 0 && row < height;
    return isInside ? row * width + column : -1;
  });
  const places = table(lowering, sources, 'int32');
  const type = scalarTypeOf(image.dtype);
  lowering.map(node.outputs[0]!, [image, places], 4, (reader, { axes }) => {
    const { emitter } = reader;
    const flat = emitter.let(`${axes[1]} * ${width} + ${axes[2]}`);
    const place = reader.read(places, Index.ofFlat(emitter, [sources.length], flat)).code;
    const inside = emitter.let(`max(${place}, 0)`);
    const [row, column] = [`${inside} / ${width}`, `${inside} % ${width}`].map((code) =>
      emitter.let(code),
    );
    const from = Index.ofAxes(emitter, sizes, [axes[0]!, row!, column!, axes[3]!]);
    const fill = filling(fillValue, axes[3]!, channels, type);
    return emitter.scalar(`select(${fill}, ${reader.read(image, from).code}, ${place} >= 0)`, type);
  });
};

/** Where it is given for red, green and blue, a fourth channel is opaque. */
function filling(
  value: number | readonly number[],
  channel: string,
  channels: number,
  type: ScalarType,
): string {
  if (typeof value === 'number') return literal(value, type);
  const values = Array.from({ length: channels }, (_, index) =>
    literal(index === 3 ? 255 : (value[index] ?? 0), type),
  );
  return values.reduceRight(
    (rest, one, index) => (rest === '' ? one : `select(${rest}, ${one}, ${channel} == ${index})`),
    '',
  );
}

const cropAndResize: LoweringRule = (node, lowering) => {
  const [image, boxes, boxIndices] = ['image', 'boxes', 'boxInd'].map((name) =>
    inputOf(node, name),
  ) as [Value, Value, Value];
  const [batch, height, width] = sizesOf(image) as [number, number, number];
  const { cropSize, method, extrapolationValue } = node.attributes as {
    readonly cropSize: readonly [number, number];
    readonly method: 'bilinear' | 'nearest';
    readonly extrapolationValue: number;
  };
  lowering.map(node.outputs[0]!, [image, boxes, boxIndices], 24, (reader, { axes }) => {
    const { emitter } = reader;
    const [box, row, column, channel] = axes as [string, string, string, string];
    const edge = (index: number) =>
      reader.read(boxes, Index.ofAxes(emitter, sizesOf(boxes), [box, String(index)])).code;
    /** The ends of the box are met exactly, so that rounding does not take them for places outside. */
    const along = (low: string, high: string, position: string, count: number, length: number) => {
      const last = `${length - 1}f`;
      if (count === 1) return emitter.let(`0.5f * (${low} + ${high}) * ${last}`);
      const between = `f32(${position}) * ((${high} - ${low}) * ${last}) / ${count - 1}f`;
      return emitter.let(
        `select(${low} * ${last} + ${between}, ${high} * ${last}, ${position} == ${count - 1})`,
      );
    };
    const y = along(edge(0), edge(2), row, cropSize[0], height);
    const x = along(edge(1), edge(3), column, cropSize[1], width);
    const given = reader.read(boxIndices, Index.ofAxes(emitter, sizesOf(boxIndices), [box])).code;
    const of = emitter.let(`clamp(${given}, 0, ${batch - 1})`);
    const pixel = pixelsOf(reader, image, of, channel);
    const isInside = allOf([
      `${y} >= 0f`,
      `${y} <= ${height - 1}f`,
      `${x} >= 0f`,
      `${x} <= ${width - 1}f`,
    ]);
    const value =
      method === 'bilinear' ? mixed(emitter, pixel, y, x) : nearest(emitter, pixel, y, x);
    const inBox = `select(${literal(extrapolationValue, 'f32')}, ${value}, ${isInside})`;
    return emitter.scalar(`select(0f, ${inBox}, ${given} < ${batch})`, 'f32');
  });
};

type Pixel = (row: string, column: string) => string;

/** The pixel at a row and column, which are floats, or at the nearest ones that there are. */
function pixelsOf(reader: Reader, image: Value, batch: string, channel: string): Pixel {
  const { emitter } = reader;
  const sizes = sizesOf(image);
  const inside = (place: string, axis: 1 | 2) =>
    emitter.let(`i32(clamp(${place}, 0f, ${sizes[axis]! - 1}f))`);
  return (row, column) => {
    const place = Index.ofAxes(emitter, sizes, [batch, inside(row, 1), inside(column, 2), channel]);
    return emitter.let(convert(reader.read(image, place), 'f32').code);
  };
}

/** As Math.round, which rounds halves up. */
const rounded = (emitter: Emitter, place: string): string => emitter.let(`floor(${place} + 0.5f)`);

function nearest(emitter: Emitter, pixel: Pixel, y: string, x: string): string {
  return pixel(rounded(emitter, y), rounded(emitter, x));
}

function mixed(emitter: Emitter, pixel: Pixel, y: string, x: string): string {
  const [top, left] = [emitter.let(`floor(${y})`), emitter.let(`floor(${x})`)];
  const [bottom, right] = [emitter.let(`ceil(${y})`), emitter.let(`ceil(${x})`)];
  const mix = (a: string, b: string, share: string) =>
    emitter.let(`${a} + (${b} - ${a}) * ${share}`);
  const line = (row: string) => mix(pixel(row, left), pixel(row, right), `(${x} - ${left})`);
  return mix(line(top), line(bottom), `(${y} - ${top})`);
}

const transform: LoweringRule = (node, lowering) => {
  const [image, transforms] = [inputOf(node, 'image'), inputOf(node, 'transforms')];
  const [, height, width] = sizesOf(image) as [number, number, number];
  const { interpolation, fillMode, fillValue } = node.attributes as {
    readonly interpolation: 'bilinear' | 'nearest';
    readonly fillMode: FillMode;
    readonly fillValue: number;
  };
  const type = scalarTypeOf(image.dtype);
  lowering.map(node.outputs[0]!, [image, transforms], 40, (reader, { axes }) => {
    const { emitter } = reader;
    const [batch, row, column, channel] = axes as [string, string, string, string];
    const which = sizesOf(transforms)[0] === 1 ? '0' : batch;
    const t = Array.from({ length: 8 }, (_, index) => {
      const place = Index.ofAxes(emitter, sizesOf(transforms), [which, String(index)]);
      return reader.read(transforms, place).code;
    });
    const [toX, toY] = [emitter.let(`f32(${column})`), emitter.let(`f32(${row})`)];
    const projection = emitter.let(`${t[6]} * ${toX} + ${t[7]} * ${toY} + 1f`);
    const from = (a: string, b: string, c: string, length: number) => {
      const place = emitter.let(`(${a} * ${toX} + ${b} * ${toY} + ${c}) / ${projection}`);
      return emitter.let(mapped(emitter, place, length, fillMode));
    };
    const x = from(t[0]!, t[1]!, t[2]!, width);
    const y = from(t[3]!, t[4]!, t[5]!, height);
    const fill = literal(fillValue, 'f32');
    const inImage = pixelsOf(reader, image, batch, channel);
    const pixel: Pixel = (atRow, atColumn) => {
      const isInside = allOf([
        `${atRow} >= 0f`,
        `${atRow} < ${height}f`,
        `${atColumn} >= 0f`,
        `${atColumn} < ${width}f`,
      ]);
      return emitter.let(`select(${fill}, ${inImage(atRow, atColumn)}, ${isInside})`);
    };
    const value =
      interpolation === 'nearest' ? nearest(emitter, pixel, y, x) : weighted(emitter, pixel, y, x);
    const code = emitter.let(`select(${value}, ${fill}, ${projection} == 0f)`);
    return convert({ code, type: 'f32' }, type);
  });
};

/** As `mixed`, where a place on a pixel is between it and the next one, which may be outside. */
function weighted(emitter: Emitter, pixel: Pixel, y: string, x: string): string {
  const [top, left] = [emitter.let(`floor(${y})`), emitter.let(`floor(${x})`)];
  const [bottom, right] = [emitter.let(`${top} + 1f`), emitter.let(`${left} + 1f`)];
  const line = (row: string) =>
    emitter.let(
      `(${right} - ${x}) * ${pixel(row, left)} + (${x} - ${left}) * ${pixel(row, right)}`,
    );
  return emitter.let(`(${bottom} - ${y}) * ${line(top)} + (${y} - ${top}) * ${line(bottom)}`);
}

type FillMode = 'constant' | 'reflect' | 'wrap' | 'nearest';

/** A place along an axis of so many pixels, for one that may be outside. */
function mapped(emitter: Emitter, place: string, length: number, mode: FillMode): string {
  if (mode === 'constant') return place;
  const last = `${length - 1}f`;
  if (length === 1) return '0f';
  const ofMode = { reflect: reflected, wrap: wrapped, nearest: () => place };
  return `clamp(${ofMode[mode](emitter, place, length, last)}, 0f, ${last})`;
}

/** Of [abcd], [dcba|abcd|dcba]. */
function reflected(emitter: Emitter, place: string, length: number, last: string): string {
  const period = `${2 * length}f`;
  const below = emitter.let(`${period} * trunc(-${place} / ${period}) + ${place}`);
  const fromBelow = `select(-${below} - 1f, ${below} + ${period}, ${below} < -${length}f)`;
  const above = emitter.let(`${place} - ${period} * trunc(${place} / ${period})`);
  const fromAbove = `select(${above}, ${period} - ${above} - 1f, ${above} >= ${length}f)`;
  return `select(select(${place}, ${fromAbove}, ${place} > ${last}), ${fromBelow}, ${place} < 0f)`;
}

/** Of [abcd], [abcd|abcd|abcd]. */
function wrapped(_: Emitter, place: string, length: number, last: string): string {
  const fromBelow = `${place} + ${length}f * (trunc(-${place} / ${last}) + 1f)`;
  const fromAbove = `${place} - ${length}f * trunc(${place} / ${last})`;
  return `select(select(${place}, ${fromAbove}, ${place} > ${last}), ${fromBelow}, ${place} < 0f)`;
}

export const warpingRules: LoweringRules = {
  CropAndResize: cropAndResize,
  RotateWithOffset: rotate,
  Transform: transform,
};
