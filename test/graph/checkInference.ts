import { expect } from 'vitest';
import { StagingError } from '../../runtime/errors.js';
import { inferTypes } from '../../runtime/graph/shapes/inferTypes.js';
import {
  type Dimension,
  formatType,
  isSubtype,
  type Shape,
  type TensorType,
} from '../../runtime/graph/types.js';
import type { Random } from './random.js';
import type { RecordedCall } from './recordKernels.js';

/** Expects of the shape functions what the kernel really returned. */
export function checkInference(call: RecordedCall): void {
  const inferred = inferTypes(call.kernel, call.inputs, call.attributes);
  expect(inferred.map(formatType), describeCall(call)).toEqual(call.outputs.map(formatType));
}

/** Expects that knowing less of the inputs gives types that the real ones belong to. */
export function checkAbstraction(call: RecordedCall, random: Random): void {
  const forget = (type: TensorType): TensorType => ({
    dtype: type.dtype,
    shape: random.int(0, 9) === 0 ? null : forgetSizes(type.shape, random),
  });
  const inputs = Array.isArray(call.inputs)
    ? call.inputs.map(forget)
    : Object.fromEntries(Object.entries(call.inputs).map(([name, type]) => [name, forget(type)]));
  const attributes = { ...call.attributes };
  for (const name of shapeAttributes[call.kernel] ?? []) {
    attributes[name] = forgetSizes(attributes[name] as Shape, random);
  }
  const abstract = { ...call, inputs, attributes };
  let inferred: TensorType[];
  try {
    inferred = inferTypes(call.kernel, inputs, attributes);
  } catch (error) {
    if (error instanceof StagingError && error.code === 'unknown-count') return;
    throw error;
  }
  expect(inferred.length, describeCall(abstract)).toBe(call.outputs.length);
  inferred.forEach((type, index) => {
    const output = call.outputs[index]!;
    const message = `${formatType(output)} is not a ${formatType(type)}: ${describeCall(abstract)}`;
    expect(isSubtype(output, type), message).toBe(true);
  });
}

/** Attributes in which a gradient may have written sizes that are not known. */
const shapeAttributes: Readonly<Record<string, readonly string[]>> = {
  Reshape: ['shape'],
  Fill: ['shape'],
  Tile: ['reps'],
  ScatterNd: ['shape'],
  Conv2DBackpropInput: ['inputShape'],
  Conv2DBackpropFilter: ['filterShape'],
};

function forgetSizes(shape: Shape, random: Random): Shape {
  return shape?.map((size): Dimension => (random.int(0, 2) === 0 ? null : size)) ?? null;
}

function describeCall({ kernel, inputs, attributes }: RecordedCall): string {
  const types = Object.entries(inputs).map(([name, type]) => `${name}: ${formatType(type)}`);
  return `${kernel}(${types.join(', ')}) ${JSON.stringify(attributes)}`;
}
