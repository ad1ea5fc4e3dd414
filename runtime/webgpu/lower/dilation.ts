import type { KernelNode, Value } from '../../graph/graph.js';
import { allOf, Index } from '../wgsl/index.js';
import { convert, literal, scalarTypeOf } from '../wgsl/scalar.js';
import { addGreatest, greatestPlaces, type Sight } from './greatest.js';
import { inputOf, type Lowering, type LoweringRule, type LoweringRules } from './lowering.js';
import { sizesOf } from './operation.js';
import { addSum } from './reductions.js';
import { dilationWindow, readAt, seeing, seen, splitChannels } from './window.js';

/** The sums of what the window sees and the filter's elements there. */
function sightOf(node: KernelNode): Sight {
  const [x, filter] = [inputOf(node, 'x'), inputOf(node, 'filter')];
  const window = dilationWindow(node, sizesOf(x), sizesOf(filter));
  const type = scalarTypeOf(x.dtype);
  const lowest = literal(type === 'f32' ? Number.MIN_SAFE_INTEGER : -2147483648, type);
  const see: Sight['see'] = (reader, outer, inner) => {
    const { emitter } = reader;
    const { batch, spatial, channel } = splitChannels(window, outer.axes);
    const { axes, conditions } = seen(emitter, window, spatial, inner.axes);
    const element = readAt(reader, x, window, batch, { axes, conditions: [] }, channel).code;
    const place = Index.ofAxes(emitter, sizesOf(filter), [...inner.axes, channel]);
    const sum = emitter.let(`${element} + ${convert(reader.read(filter, place), type).code}`);
    if (conditions.length === 0) return sum;
    return emitter.let(`select(${lowest}, ${sum}, ${allOf(conditions)})`);
  };
  return { inputs: [x, filter], window, type, lowest, see };
}

const dilation: LoweringRule = (node, lowering) =>
  addGreatest(lowering, node.outputs[0]!, sightOf(node));

/** Of several places with the greatest sum the first counts. */
function placesOf(node: KernelNode, lowering: Lowering): { sight: Sight; places: Value } {
  const sight = sightOf(node);
  return { sight, places: greatestPlaces(lowering, sizesOf(inputOf(node, 'dy')), sight) };
}

const inputGradient: LoweringRule = (node, lowering) => {
  const dy = inputOf(node, 'dy');
  const { sight, places } = placesOf(node, lowering);
  const { window } = sight;
  addSum(lowering, node.outputs[0]!, [dy, places], window.size, (reader, outer, inner, type) => {
    const { emitter } = reader;
    const { batch, spatial, channel } = splitChannels(window, outer.axes);
    const place = seeing(emitter, window, spatial, inner.axes);
    const gradient = convert(readAt(reader, dy, window, batch, place, channel), type).code;
    const greatest = readAt(reader, places, window, batch, place, channel, '-1i').code;
    return `select(${literal(0, type)}, ${gradient}, ${greatest} == ${inner.flat})`;
  });
};

const filterGradient: LoweringRule = (node, lowering) => {
  const [dy, filter] = [inputOf(node, 'dy'), inputOf(node, 'filter')];
  const { places } = placesOf(node, lowering);
  const sizes = sizesOf(dy);
  const [, width] = sizesOf(filter) as [number, number];
  const windows = sizes.slice(0, -1);
  addSum(lowering, node.outputs[0]!, [dy, places], windows, (reader, outer, inner, type) => {
    const { emitter } = reader;
    const [row, column, channel] = outer.axes as [string, string, string];
    const place = Index.ofAxes(emitter, sizes, [...inner.axes, channel]);
    const gradient = convert(reader.read(dy, place), type).code;
    const isThere = `${reader.read(places, place).code} == ${row} * ${width} + ${column}`;
    return `select(${literal(0, type)}, ${gradient}, ${isThere})`;
  });
};

export const dilationRules: LoweringRules = {
  Dilation2D: dilation,
  Dilation2DBackpropFilter: filterGradient,
  Dilation2DBackpropInput: inputGradient,
};
