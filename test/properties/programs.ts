import fc from 'fast-check';

/**
 * Random programs that mean the same on numbers, in plain JavaScript, and on tensors, as a graph: straight-line
 * arithmetic and nested if, while, do, for, for-of, switch, break, continue and return. Every loop ends, by a counter of
 * its own; numbers stay small, so that float32 and double agree.
 */
export interface Program {
  readonly source: string;
  readonly arguments: readonly number[];
}

interface Surroundings {
  readonly depth: number;
  readonly loops: readonly string[];
  /** Whether the innermost thing that `break` leaves is a loop or a switch. */
  readonly breakable: boolean;
}

const parameters = ['a', 'b', 'c'];
const variables = ['x', 'y', 'z'];
const readable = [...parameters, ...variables];

const literal = fc.constantFrom('0', '1', '2', '3', '-1', '0.5', '-2.5');
const name = fc.constantFrom(...readable);
const target = fc.constantFrom(...variables);

const operand = fc.oneof({ weight: 3, arbitrary: name }, { weight: 1, arbitrary: literal });

const arithmetic: fc.Arbitrary<string> = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    operand,
    fc
      .tuple(tie('expression'), fc.constantFrom('+', '-', '*'), tie('expression'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    tie('expression').map((inner) => `(-(${inner}))`),
    tie('expression').map((inner) => `(${inner} / 4)`),
    fc
      .tuple(operand, operand, operand, operand)
      .map(([left, right, one, other]) => `(${left} < ${right} ? ${one} : ${other})`),
  ),
})).expression;

const comparison = fc
  .tuple(operand, fc.constantFrom('<', '<=', '>', '>=', '===', '!=='), operand)
  .map(([left, operator, right]) => `${left} ${operator} ${right}`);

const condition: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: comparison },
  {
    weight: 1,
    arbitrary: fc
      .tuple(comparison, fc.constantFrom('&&', '||'), comparison)
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
  },
  { weight: 1, arbitrary: comparison.map((inner) => `!(${inner})`) },
);

/** Keeps what is assigned within bounds in which float32 is exact enough. */
const assignment = fc.oneof(
  fc.tuple(target, arithmetic).map(([variable, value]) => `${variable} = (${value}) % 16;`),
  fc.tuple(target, operand).map(([variable, value]) => `${variable} = ${value};`),
  fc
    .tuple(target, fc.constantFrom('+=', '-='), operand)
    .map(([variable, operator, value]) => `${variable} ${operator} ${value}; ${variable} %= 16;`),
  target.map((variable) => `${variable}++;`),
);

let fresh = 0;

function statement(around: Surroundings): fc.Arbitrary<string> {
  const leaving = leavingStatement(around);
  if (around.depth === 0)
    return fc.oneof({ weight: 5, arbitrary: assignment }, { weight: 1, arbitrary: leaving });
  const inner = { ...around, depth: around.depth - 1 };
  return fc.oneof(
    { weight: 5, arbitrary: assignment },
    { weight: 1, arbitrary: leaving },
    { weight: 3, arbitrary: ifStatement(inner) },
    { weight: 3, arbitrary: loop(inner) },
    { weight: 1, arbitrary: switchStatement(inner) },
  );
}

function block(around: Surroundings, maxLength = 3): fc.Arbitrary<string> {
  return fc
    .array(statement(around), { minLength: 1, maxLength })
    .map((statements) => statements.join('\n'));
}

/** A jump under a condition, sometimes without one. */
function leavingStatement({ loops, breakable }: Surroundings): fc.Arbitrary<string> {
  const jumps = [arithmetic.map((value) => `return ${value};`)];
  if (breakable) jumps.push(fc.constant('break;'));
  if (loops.length > 0) {
    jumps.push(fc.constant('continue;'));
    jumps.push(fc.constantFrom(...loops).map((label) => `break ${label};`));
    jumps.push(fc.constantFrom(...loops).map((label) => `continue ${label};`));
  }
  return fc
    .tuple(condition, fc.oneof(...jumps), fc.integer({ min: 0, max: 9 }))
    .map(([test, jump, roll]) => (roll === 0 ? jump : `if (${test}) ${jump}`));
}

function ifStatement(inner: Surroundings): fc.Arbitrary<string> {
  return fc
    .tuple(
      condition,
      block(inner),
      fc.option(block(inner)),
      fc.option(fc.tuple(condition, block(inner))),
    )
    .map(([test, then, otherwise, chained]) => {
      const elseIf = chained === null ? '' : ` else if (${chained[0]}) {\n${chained[1]}\n}`;
      const last = otherwise === null ? '' : ` else {\n${otherwise}\n}`;
      return `if (${test}) {\n${then}\n}${elseIf}${last}`;
    });
}

function loop(inner: Surroundings): fc.Arbitrary<string> {
  const label = `loop${fresh++}`;
  const counter = `k${fresh++}`;
  const body = block({ ...inner, loops: [...inner.loops, label], breakable: true });
  const kind = fc.constantFrom('while', 'do', 'for', 'tensor for', 'of', 'range');
  return fc
    .tuple(kind, condition, body, fc.integer({ min: 1, max: 4 }))
    .map(([form, test, text, limit]) => {
      // In a block of its own: the same counter may be declared by a loop beside this one.
      const head = `{\nlet ${counter} = 0;\n${label}: `;
      const step = `${counter}++;\n`;
      switch (form) {
        case 'while':
          return `${head}while ((${test}) && ${counter} < ${limit}) {\n${step}${text}\n}\n}`;
        case 'do':
          return `${head}do {\n${step}${text}\n} while ((${test}) && ${counter} < ${limit});\n}`;
        case 'for':
          return `${label}: for (let ${counter} = 0; ${counter} < ${limit}; ${counter}++) {\n${text}\n}`;
        case 'tensor for':
          return `${label}: for (let ${counter} = 0; ${counter} < a && ${counter} < ${limit}; ${counter}++) {\n${text}\n}`;
        case 'of':
          return `${label}: for (const ${counter} of [1, 2.5, -3]) {\nx = (x + ${counter}) % 16;\n${text}\n}`;
        default:
          return `${label}: for (const ${counter} of range(${limit})) {\ny = (y + ${counter}) % 16;\n${text}\n}`;
      }
    });
}

function switchStatement(inner: Surroundings): fc.Arbitrary<string> {
  const body = block({ ...inner, breakable: true }, 2);
  return fc
    .tuple(name, body, body, body, fc.boolean())
    .map(
      ([value, one, two, other, fallsThrough]) =>
        `switch (${value}) {\ncase 1:\n${one}\n${fallsThrough ? '' : 'break;\n'}case 2:\n${two}\nbreak;\ndefault:\n${other}\n}`,
    );
}

export function programs(depth: number): fc.Arbitrary<Program> {
  const around = { depth, loops: [], breakable: false };
  return fc
    .tuple(
      block(around, 5),
      arithmetic,
      fc.tuple(...parameters.map(() => fc.constantFrom(-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3, 4))),
    )
    .map(([text, result, numbers]) => ({
      source:
        `export function program(a, b, c) {\n"use graph";\nlet x = a;\nlet y = b - c;\nlet z = 0.5;\n${text}\n` +
        `return ${result} + x * 2 + y * 3 + z * 5;\n}`,
      arguments: numbers,
    }));
}
