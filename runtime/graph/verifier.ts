import { internalError } from '../errors.js';
import { namedInputs } from './builder.js';
import type { ConstantNode, Graph, IfNode, KernelNode, Node, Value, WhileNode } from './graph.js';
import { pushOf } from './growth.js';
import { sizeOf } from './shapes/dimensions.js';
import { inferTypes } from './shapes/inferTypes.js';
import { formatType, isSubtype, type TensorType } from './types.js';

/**
 * Checks what every graph promises: each value is defined once and before its uses, graphs inside nodes use only their
 * own parameters, the ends of branches and loops agree with the node around them, and each kernel can return what its
 * node says. Throws a `UseGraphError` with the code `internal-error` that lists everything that is wrong.
 */
export function verifyGraph(graph: Graph): void {
  const problems: string[] = [];
  verify(graph, graph.name, new Set(), problems);
  if (problems.length === 0) return;
  throw internalError(
    `The graph ${graph.name} is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\n`,
  );
}

/** `defined` are all values that any graph has defined so far; `visible` those of this graph. */
function verify(graph: Graph, path: string, defined: Set<Value>, problems: string[]): void {
  const visible = new Set<Value>();
  const define = (value: Value, where: string): void => {
    if (defined.has(value)) problems.push(`${where} defines a value that is defined already`);
    defined.add(value);
    visible.add(value);
  };
  const use = (value: Value, where: string): void => {
    if (visible.has(value)) return;
    const kind = defined.has(value) ? 'of another graph' : 'that is not defined before';
    problems.push(`${where} uses a value ${kind}: ${describe(value)}`);
  };

  for (const parameter of graph.parameters) define(parameter, `${path}, parameters`);
  graph.nodes.forEach((node, index) => {
    const where = `${path}, node ${index} (${node.kind === 'kernel' ? node.kernel : node.kind})`;
    for (const value of node.inputs) use(value, where);
    verifyNode(node, where, defined, (problem) => problems.push(`${where} ${problem}`), problems);
    for (const value of node.outputs) define(value, where);
  });
  for (const value of graph.outputs) use(value, `${path}, outputs`);
}

type Report = (problem: string) => void;

function verifyNode(
  node: Node,
  where: string,
  defined: Set<Value>,
  report: Report,
  problems: string[],
): void {
  switch (node.kind) {
    case 'kernel':
      verifyKernel(node, report);
      break;
    case 'constant':
      verifyConstant(node, report);
      break;
    case 'random':
      expectCount('outputs', node.outputs, 1, report);
      break;
    case 'deferred':
      // It is a piece of the graph around, by itself.
      if (node.of !== null) verify(node.of, `${where}, of`, new Set(), problems);
      break;
    case 'host':
      break;
    case 'print':
      expectCount('outputs', node.outputs, 0, report);
      break;
    case 'throw':
      expectCount('outputs', node.outputs, 0, report);
      expectCount('inputs', node.inputs, node.holes.length + (node.held?.length ?? 0), report);
      break;
    case 'assert':
      expectCount('outputs', node.outputs, 0, report);
      expectCount('inputs', node.inputs, 1 + node.holes.length, report);
      expectBool('condition', node.inputs[0], report);
      break;
    case 'if':
      verify(node.thenBranch, `${where}, then`, defined, problems);
      verify(node.elseBranch, `${where}, else`, defined, problems);
      verifyIf(node, report);
      break;
    case 'while':
      verify(node.test, `${where}, test`, defined, problems);
      verify(node.body, `${where}, body`, defined, problems);
      verifyWhile(node, report);
      break;
  }
}

function verifyKernel(node: KernelNode, report: Report): void {
  if (node.inputNames !== null && node.inputNames.length !== node.inputs.length) {
    report(`has ${node.inputs.length} inputs and ${node.inputNames.length} names for them`);
    return;
  }
  let inferred: TensorType[];
  try {
    inferred = inferTypes(node.kernel, namedInputs(node.inputs, node.inputNames), node.attributes);
  } catch (error) {
    report(`cannot be: ${error instanceof Error ? error.message : String(error)}`);
    return;
  }
  expectCount('outputs', node.outputs, inferred.length, report);
  node.outputs.forEach((output, index) => {
    const type = inferred[index];
    // A pass may know more of a size than the kernel's rule does, or less.
    if (type !== undefined && !agree(type, output)) {
      report(`returns ${formatType(type)} as output ${index}, which says ${formatType(output)}`);
    }
  });
}

function verifyConstant(node: ConstantNode, report: Report): void {
  expectCount('outputs', node.outputs, 1, report);
  const output = node.outputs[0];
  if (output === undefined || 'splat' in node.data) return;
  const size = sizeOf(output.shape);
  if (size !== node.data.values.length) {
    report(`has ${node.data.values.length} elements for ${formatType(output)}`);
  }
}

function verifyIf(node: IfNode, report: Report): void {
  expectPredicate('predicate', node.inputs[0], report);
  for (const branch of [node.thenBranch, node.elseBranch]) {
    const name = branch === node.thenBranch ? 'then' : 'else';
    expectFlow(`the parameters of ${name}`, node.inputs.slice(1), branch.parameters, report);
    expectFlow(`the outputs after ${name}`, branch.outputs, node.outputs, report);
  }
}

function verifyWhile(node: WhileNode, report: Report): void {
  const { test, body, loopVariableCount: count } = node;
  if (count > node.inputs.length) report(`has ${count} loop variables but fewer inputs`);
  expectFlow('the parameters of test', node.inputs, test.parameters, report);
  expectFlow('the parameters of body', node.inputs, body.parameters, report);
  expectCount('test results', test.outputs, 1, report);
  expectPredicate('test result', test.outputs[0], report);
  expectFlow('the next iteration', body.outputs, body.parameters.slice(0, count), report);
  expectFlow('the next test', body.outputs, test.parameters.slice(0, count), report);
  const kept = node.outputs.map((output, index) => {
    const parameter = body.parameters[index]!;
    // Behind a loop of known length it may be known how many rows a tensor has.
    const isGrown = node.tripCount !== null && pushOf(body, index) !== null;
    return isGrown && isSubtype(output, parameter) ? parameter : output;
  });
  expectFlow('the outputs', node.inputs.slice(0, count), kept, report);
  expectFlow('the outputs', body.outputs, kept, report);
}

/** Every tensor that one side may hold must be one that the other side allows. */
function expectFlow(
  where: string,
  from: readonly Value[],
  to: readonly Value[],
  report: Report,
): void {
  if (from.length !== to.length) {
    report(`passes ${from.length} values to ${where}, which are ${to.length}`);
    return;
  }
  from.forEach((value, index) => {
    const target = to[index]!;
    if (!isSubtype(value, target)) {
      report(
        `passes ${describe(value)} to ${where}, where value ${index} is ${formatType(target)}`,
      );
    }
  });
}

function expectCount(what: string, values: readonly Value[], count: number, report: Report): void {
  if (values.length !== count) report(`has ${values.length} ${what} instead of ${count}`);
}

function expectBool(what: string, value: Value | undefined, report: Report): void {
  if (value?.dtype !== 'bool') {
    report(`has ${value === undefined ? 'nothing' : formatType(value)} as its ${what}, not a bool`);
  }
}

/** A bool of one element. */
function expectPredicate(what: string, value: Value | undefined, report: Report): void {
  expectBool(what, value, report);
  const size = value === undefined ? null : sizeOf(value.shape);
  if (size !== null && size !== 1) report(`has ${size} elements as its ${what} instead of one`);
}

/** Whether a tensor can be of both types. */
function agree(a: TensorType, b: TensorType): boolean {
  if (a.dtype !== b.dtype) return false;
  if (a.shape === null || b.shape === null) return true;
  if (a.shape.length !== b.shape.length) return false;
  return a.shape.every((dimension, axis) => {
    const other = b.shape![axis]!;
    return dimension === null || other === null || dimension === other;
  });
}

function describe(value: Value): string {
  return value.name === undefined ? formatType(value) : `${value.name}: ${formatType(value)}`;
}
