import type { Value } from '../../graph/graph.js';
import { convert, scalarTypeOf } from '../wgsl/scalar.js';
import { binary, type Expression, elementwise, unary } from './expression.js';
import { inputOf, type LoweringRule, type LoweringRules } from './lowering.js';
import { sizesOf } from './operation.js';

const compare = (operator: string): LoweringRule =>
  elementwise(
    1,
    binary((a, b) => `${a} ${operator} ${b}`),
    { result: 'bool' },
  );

const ofFloats =
  (text: (x: string) => string): Expression =>
  ([x], type) =>
    type === 'f32' ? text(x!) : 'false';

const select: LoweringRule = (node, lowering) => {
  const output = node.outputs[0]!;
  const [condition, t, e] = ['condition', 't', 'e'].map((name) => inputOf(node, name));
  const type = scalarTypeOf(output.dtype);
  lowering.map(
    output,
    [condition!, t!, e!],
    1,
    (reader, index) => {
      const { emitter } = reader;
      const read = (value: Value) => reader.read(value, index.broadcast(sizesOf(value)));
      const holds = convert(read(condition!), 'bool').code;
      const [then, otherwise] = [convert(read(t!), type).code, convert(read(e!), type).code];
      return emitter.scalar(`select(${otherwise}, ${then}, ${holds})`, type);
    },
    true,
  );
};

/** Questions about numbers, and what is chosen by their answers. */
export const logicRules: LoweringRules = {
  IsFinite: elementwise(1, ([x], type) => (type === 'f32' ? `is_finite(${x})` : 'true'), {
    result: 'bool',
  }),
  IsInf: elementwise(
    1,
    ofFloats((x) => `is_inf(${x})`),
    { result: 'bool' },
  ),
  IsNan: elementwise(
    1,
    ofFloats((x) => `is_nan(${x})`),
    { result: 'bool' },
  ),
  LogicalNot: elementwise(
    1,
    unary((x) => `!${x}`),
    { operands: 'bool' },
  ),
  Equal: compare('=='),
  // Drivers differ in what `!=` says of not-a-numbers.
  NotEqual: elementwise(
    1,
    binary((a, b) => `!(${a} == ${b})`),
    { result: 'bool' },
  ),
  Less: compare('<'),
  LessEqual: compare('<='),
  Greater: compare('>'),
  GreaterEqual: compare('>='),
  LogicalAnd: elementwise(
    1,
    binary((a, b) => `${a} & ${b}`),
    { operands: 'bool' },
  ),
  LogicalOr: elementwise(
    1,
    binary((a, b) => `${a} | ${b}`),
    { operands: 'bool' },
  ),
  Select: select,
};
