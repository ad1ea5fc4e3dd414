import type { io } from '@tensorflow/tfjs-core';

/** A tensor as numbers. */
export interface Data {
  readonly data: Float32Array;
  readonly shape: number[];
}

/** A model in TensorFlow.js' format, as its converter would have written it. */
export interface ModelProgram {
  readonly artifacts: io.ModelArtifacts;
  readonly inputs: Readonly<Record<string, Data>>;
  readonly output: string;
}

type Attribute = Readonly<Record<string, unknown>>;

const float: Attribute = { type: 'DT_FLOAT' };
const int: Attribute = { type: 'DT_INT32' };

/** Writes the nodes of a GraphDef in JSON. Each method returns the name of the node it adds. */
export class ModelJson {
  readonly #nodes: object[] = [];
  readonly #specs: io.WeightsManifestEntry[] = [];
  readonly #bytes: Uint8Array[] = [];
  readonly #inputs: Record<string, Data> = {};

  input(value: Data): string {
    const dimensions = value.shape.map((size) => ({ size: String(size) }));
    const name = this.#add('Placeholder', [], {
      dtype: float,
      shape: { shape: { dim: dimensions } },
    });
    this.#inputs[name] = value;
    return name;
  }

  constant({ data, shape }: Data): string {
    return this.#weight(new Uint8Array(data.buffer), shape, 'float32', float);
  }

  integers(...values: readonly number[]): string {
    const bytes = new Uint8Array(Int32Array.from(values).buffer);
    return this.#weight(bytes, [values.length], 'int32', int);
  }

  integer(value: number): string {
    return this.#weight(new Uint8Array(Int32Array.of(value).buffer), [], 'int32', int);
  }

  scalar(value: number): string {
    return this.constant({ data: Float32Array.of(value), shape: [] });
  }

  op(op: string, inputs: readonly string[], attributes: Record<string, Attribute> = {}): string {
    return this.#add(op, inputs, { T: float, ...attributes });
  }

  program(output: string): ModelProgram {
    const weightData = new Uint8Array(this.#bytes.reduce((sum, part) => sum + part.length, 0));
    let offset = 0;
    for (const part of this.#bytes) {
      weightData.set(part, offset);
      offset += part.length;
    }
    return {
      artifacts: {
        format: 'graph-model',
        modelTopology: { node: this.#nodes, versions: { producer: 1482 } },
        weightSpecs: this.#specs,
        weightData: weightData.buffer,
      },
      inputs: this.#inputs,
      output,
    };
  }

  #weight(
    bytes: Uint8Array,
    shape: readonly number[],
    dtype: 'float32' | 'int32',
    type: Attribute,
  ): string {
    const name = this.#add('Const', [], { dtype: type });
    this.#specs.push({ name, shape: [...shape], dtype });
    this.#bytes.push(bytes);
    return name;
  }

  #add(op: string, input: readonly string[], attr: Record<string, Attribute>): string {
    const name = `${op}_${this.#nodes.length}`;
    this.#nodes.push({ name, op, input, attr });
    return name;
  }
}
