import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';

/*
 * Models as the converter of TensorFlow.js writes them, by hand: what `tf.cond` and `tf.while_loop` of TensorFlow 1 and 2
 * become.
 */

type Dtype = 'float32' | 'int32' | 'bool';

export interface ModelNode {
  readonly name: string;
  readonly op: string;
  readonly input: readonly string[];
  readonly attr: Readonly<Record<string, unknown>>;
  readonly weight?: { readonly dtype: Dtype; readonly shape: number[]; readonly values: number[] };
}

export interface ModelFunction {
  readonly signature: object;
  readonly ret: Readonly<Record<string, string>>;
  readonly nodeDef: readonly ModelNode[];
}

const typeNames = { float32: 'DT_FLOAT', int32: 'DT_INT32', bool: 'DT_BOOL', list: 'DT_VARIANT' };
const dimensions = (sizes: readonly number[]) => ({
  dim: sizes.map((size) => ({ size: String(size) })),
});

export const type = (dtype: keyof typeof typeNames) => ({ type: typeNames[dtype] });
export const text = (value: string) => ({ s: btoa(value) });
export const shape = (...sizes: number[]) => ({ shape: dimensions(sizes) });
export const functionNamed = (name: string) => ({ func: { name } });

export function node(
  name: string,
  op: string,
  input: readonly string[] = [],
  attr: Readonly<Record<string, unknown>> = {},
): ModelNode {
  return { name, op, input, attr: { T: type('float32'), ...attr } };
}

export function placeholder(name: string, ...sizes: number[]): ModelNode {
  return node(name, 'Placeholder', [], { dtype: type('float32'), shape: shape(...sizes) });
}

export function constant(
  name: string,
  values: number | number[],
  dtype: Dtype = 'int32',
): ModelNode {
  const sizes = typeof values === 'number' ? [] : [values.length];
  const tensor = { dtype: typeNames[dtype], tensorShape: dimensions(sizes) };
  return {
    ...node(name, 'Const', [], { dtype: type(dtype), value: { tensor } }),
    weight: { dtype, shape: sizes, values: [values].flat() },
  };
}

/** `inputs` and `outputs` by name; an output's value is what gives it in the function. */
export function modelFunction(
  name: string,
  inputs: Readonly<Record<string, keyof typeof typeNames>>,
  outputs: Readonly<Record<string, readonly [keyof typeof typeNames, string]>>,
  nodeDef: readonly ModelNode[],
): ModelFunction {
  const results = Object.entries(outputs);
  return {
    signature: {
      name,
      inputArg: Object.entries(inputs).map(([arg, dtype]) => ({
        name: arg,
        type: typeNames[dtype],
      })),
      outputArg: results.map(([arg, [dtype]]) => ({ name: arg, type: typeNames[dtype] })),
    },
    ret: Object.fromEntries(results.map(([arg, [, from]]) => [arg, from])),
    nodeDef,
  };
}

export function load(
  nodes: readonly ModelNode[],
  functions: readonly ModelFunction[] = [],
): Promise<GraphModel> {
  const weights = [...nodes, ...functions.flatMap(({ nodeDef }) => nodeDef)].flatMap(
    ({ name, weight }) => (weight === undefined ? [] : [{ name, ...weight }]),
  );
  const arrays = { float32: Float32Array, int32: Int32Array, bool: Uint8Array };
  const bytes = weights.flatMap(({ dtype, values }) => [
    ...new Uint8Array(arrays[dtype].from(values).buffer),
  ]);
  return loadGraphModel({
    load: async () => ({
      modelTopology: {
        node: nodes.map(({ weight, ...rest }) => rest),
        library: { function: functions },
        versions: { producer: 1 },
      },
      format: 'graph-model',
      weightSpecs: weights.map(({ name, dtype, shape: sizes }) => ({ name, dtype, shape: sizes })),
      weightData: Uint8Array.from(bytes).buffer,
    }),
  });
}
