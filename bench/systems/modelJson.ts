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
  /** Whether tensors decide in it, so that it has to be run by `executeAsync`. */
  readonly hasControlFlow: boolean;
}

type Attribute = Readonly<Record<string, unknown>>;

const float: Attribute = { type: 'DT_FLOAT' };
const int: Attribute = { type: 'DT_INT32' };

/** What a model has once, whichever of its functions a node is in. */
class Contents {
  readonly specs: io.WeightsManifestEntry[] = [];
  readonly bytes: Uint8Array[] = [];
  readonly inputs: Record<string, Data> = {};
  readonly functions: object[] = [];
  #nodeCount = 0;

  newName(op: string): string {
    return `${op}_${this.#nodeCount++}`;
  }
}

/** Writes the nodes of a GraphDef in JSON. Each method returns the name of the node it adds. */
export class ModelJson {
  readonly #nodes: object[] = [];

  constructor(readonly contents = new Contents()) {}

  input(value: Data): string {
    const dimensions = value.shape.map((size) => ({ size: String(size) }));
    const name = this.#add('Placeholder', [], {
      dtype: float,
      shape: { shape: { dim: dimensions } },
    });
    this.contents.inputs[name] = value;
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

  /** A loop; `test` and `body` are given what they may read: the variables. */
  loop(
    initial: readonly string[],
    test: (model: ModelJson, variables: readonly string[]) => string,
    body: (model: ModelJson, variables: readonly string[]) => readonly string[],
  ): string[] {
    const count = initial.length;
    const name = this.#add('StatelessWhile', initial, {
      cond: this.#function(count, (model, variables) => [test(model, variables)]),
      body: this.#function(count, body),
    });
    return initial.map((_, index) => `${name}:${index}`);
  }

  /** A conditional of one result; both branches are given `operands`. */
  conditional(
    condition: string,
    operands: readonly string[],
    thenBranch: (model: ModelJson, operands: readonly string[]) => string,
    elseBranch: (model: ModelJson, operands: readonly string[]) => string,
  ): string {
    const branch = (write: typeof thenBranch) =>
      this.#function(operands.length, (model, given) => [write(model, given)]);
    return this.#add('StatelessIf', [condition, ...operands], {
      then_branch: branch(thenBranch),
      else_branch: branch(elseBranch),
    });
  }

  program(output: string): ModelProgram {
    const { specs, bytes, inputs, functions } = this.contents;
    const weightData = new Uint8Array(bytes.reduce((sum, part) => sum + part.length, 0));
    let offset = 0;
    for (const part of bytes) {
      weightData.set(part, offset);
      offset += part.length;
    }
    return {
      artifacts: {
        format: 'graph-model',
        modelTopology: {
          node: this.#nodes,
          library: { function: functions },
          versions: { producer: 1482 },
        },
        weightSpecs: specs,
        weightData: weightData.buffer,
      },
      inputs,
      output,
      hasControlFlow: functions.length > 0,
    };
  }

  #function(
    parameterCount: number,
    write: (model: ModelJson, parameters: readonly string[]) => readonly string[],
  ): Attribute {
    const { contents } = this;
    const model = new ModelJson(contents);
    const name = contents.newName('function');
    const parameters = Array.from({ length: parameterCount }, () => contents.newName('parameter'));
    const results = write(model, parameters).map((value) => ({
      name: contents.newName('result'),
      value,
    }));
    contents.functions.push({
      signature: {
        name,
        inputArg: parameters.map((parameter) => ({ name: parameter, type: 'DT_FLOAT' })),
        outputArg: results.map((result) => ({ name: result.name, type: 'DT_FLOAT' })),
      },
      nodeDef: model.#nodes,
      ret: Object.fromEntries(results.map((result) => [result.name, result.value])),
    });
    return { func: { name } };
  }

  #weight(
    bytes: Uint8Array,
    shape: readonly number[],
    dtype: 'float32' | 'int32',
    type: Attribute,
  ): string {
    const name = this.#add('Const', [], { dtype: type });
    this.contents.specs.push({ name, shape: [...shape], dtype });
    this.contents.bytes.push(bytes);
    return name;
  }

  #add(op: string, input: readonly string[], attr: Record<string, Attribute>): string {
    const name = this.contents.newName(op);
    this.#nodes.push({ name, op, input, attr });
    return name;
  }
}
