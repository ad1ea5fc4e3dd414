import type { Value } from '../../graph/graph.js';
import type { Emitter } from '../wgsl/emitter.js';
import { convert, literal, type ScalarType, scalarTypeOf } from '../wgsl/scalar.js';
import { inputOf, type LoweringRule } from './lowering.js';
import { sizesOf } from './operation.js';

export type Attributes = Readonly<Record<string, unknown>>;

/** An expression over one element of each operand, all of the type `type`. `codes` are what the operands name. */
export type Expression = (
  operands: readonly string[],
  type: ScalarType,
  emitter: Emitter,
  attributes: Attributes,
  codes?: readonly string[],
) => string;

export interface Types {
  /** What the operands are converted to; the widest of their types where it is not given. */
  readonly operands?: ScalarType;
  /** The type of the expression; that of its operands where it is not given. */
  readonly result?: ScalarType;
  /** The operands' names, where they are not in the order of the kernel's inputs. */
  readonly names?: readonly string[];
  /** Operands of this type are computed with one by one, since the expression takes no vectors of them. */
  readonly oneByOne?: ScalarType;
}

/** A kernel each of whose elements is an expression; `cost` is that of an addition. */
export function elementwise(cost: number, expression: Expression, types: Types = {}): LoweringRule {
  return (node, lowering) => {
    const output = node.outputs[0]!;
    const inputs = types.names?.map((name) => inputOf(node, name)) ?? node.inputs;
    const type = types.operands ?? arithmeticType(inputs);
    lowering.map(
      output,
      inputs,
      cost,
      (reader, index) => {
        const { emitter } = reader;
        const codes = inputs.map((input) => {
          const scalar = reader.read(input, index.broadcast(sizesOf(input)));
          return convert(scalar, type).code;
        });
        const operands = codes.map((code) => named(emitter, code));
        const code = named(emitter, expression(operands, type, emitter, node.attributes, codes));
        const result = convert({ code, type: types.result ?? type }, scalarTypeOf(output.dtype));
        return { code: named(emitter, result.code), type: result.type };
      },
      type !== types.oneByOne,
    );
  };
}

/** The widest type, as `upcastType` of TensorFlow.js has it; there is no arithmetic on bools. */
function arithmeticType(values: readonly Value[]): ScalarType {
  return values.some(({ dtype }) => dtype === 'float32') ? 'f32' : 'i32';
}

/**
 * The expression itself where it is a name. Literals get one too: a shader is refused whose constant expressions divide
 * by zero or overflow.
 */
export function named(emitter: Emitter, code: string): string {
  return /^[a-z_]\w*$/i.test(code) ? code : emitter.let(code);
}

export const unary =
  (text: (x: string) => string): Expression =>
  ([x]) =>
    text(x!);
export const binary =
  (text: (a: string, b: string) => string): Expression =>
  ([a, b]) =>
    text(a!, b!);

export const float: Types = { operands: 'f32' };

/** A function of floats that has no result for some operands. */
export function partial(cost: number, domain: (x: string) => string, text: (x: string) => string) {
  return elementwise(
    cost,
    ([x], _, emitter) => `select(${notANumber}, ${emitter.let(text(x!))}, ${domain(x!)})`,
    float,
  );
}

/** A function of floats by which drivers lose what is not a number. */
export function total(cost: number, text: (x: string) => string): LoweringRule {
  return elementwise(
    cost,
    ([x], _, emitter) => `select(${emitter.let(text(x!))}, ${x}, is_nan(${x}))`,
    float,
  );
}

export const notANumber = literal(Number.NaN, 'f32');

export function number(attributes: Attributes, name: string): number {
  return attributes[name] as number;
}

/** What kernels cost that are computed by series. */
export const transcendental = 8;
