import { kernelNode } from '../../graph/builder.js';
import type { Graph, IfNode, Node, Value, WhileNode } from '../../graph/graph.js';
import { Definitions } from './definitions.js';
import { inlined } from './inlined.js';

/**
 * After how many iterations a loop has ended in any case, because it counts: a variable that begins at a constant grows
 * in every iteration behind which another may follow, and the test demands that it is below a constant. So does
 * `for (let i = 0; i < 100; i++)`, also where `break` leaves it. `null` where that cannot be seen.
 */
export function loopBound(
  { inputs, test: traced, body, loopVariableCount }: WhileNode,
  around: Graph,
): number | null {
  const test = asConjunction(traced);
  const outside = new Definitions(around);
  const tested = new Definitions(test);
  const bounds: number[] = [];
  const conjuncts = [...tested.conjunctsOf(test.outputs[0]!)];
  // A flag that has been set ends the loop.
  const enders = conjuncts.flatMap((conjunct) => {
    const node = tested.kernel(conjunct, 'LogicalNot');
    const flag = node === null ? -1 : test.parameters.indexOf(tested.source(node.inputs[0]!));
    return flag >= 0 && flag < loopVariableCount ? [flag] : [];
  });
  for (const conjunct of conjuncts) {
    const comparison = tested.kernel(conjunct, 'Less') ?? tested.kernel(conjunct, 'LessEqual');
    if (comparison === null) continue;
    const [left, right] = comparison.inputs as [Value, Value];
    const variable = test.parameters.indexOf(tested.source(left));
    if (variable < 0 || variable >= loopVariableCount) continue;
    const outer = test.parameters.indexOf(tested.source(right));
    const limit =
      tested.number(right) ?? (outer >= loopVariableCount ? outside.number(inputs[outer]!) : null);
    const start = outside.lowest(inputs[variable]!);
    const step = smallestStep(
      new Definitions(body),
      body.outputs[variable]!,
      body,
      variable,
      enders,
    );
    if (limit === null || start === null || step === null) continue;
    const span = limit - start;
    const count =
      comparison.kernel === 'Less' ? Math.ceil(span / step) : Math.floor(span / step) + 1;
    bounds.push(Math.max(0, count));
  }
  const bound = Math.min(...bounds);
  return Number.isFinite(bound) ? bound : null;
}

/** The graph with a conjunction for each `a ? b : false`, as which `a && b` is traced. */
function asConjunction(test: Graph): Graph {
  const nodes = test.nodes.flatMap((node): Node[] => {
    if (node.kind !== 'if' || !isConjunction(node)) return [node];
    const [first, ...operands] = node.inputs as [Value, ...Value[]];
    const then = inlined(asConjunction(node.thenBranch), operands);
    const both = kernelNode('LogicalAnd', [first, then.outputs[0]!], ['a', 'b'], {});
    return [...then.nodes, { ...both, outputs: node.outputs }];
  });
  return { ...test, nodes };
}

function isConjunction({ elseBranch, outputs }: IfNode): boolean {
  return outputs.length === 1 && new Definitions(elseBranch).number(elseBranch.outputs[0]!) === 0;
}

/** What the variable grows by at least, in iterations that do not set a flag that ends the loop. */
function smallestStep(
  definitions: Definitions,
  next: Value,
  body: Graph,
  variable: number,
  enders: readonly number[],
): number | null {
  const node = definitions.of(next);
  if (node?.kind === 'if') return stepOfBranches(definitions, node, next, body, variable, enders);
  const sum = definitions.kernel(next, 'Add');
  if (sum === null) return null;
  const places = sum.inputs.map((input) => body.parameters.indexOf(definitions.source(input)));
  const own = places.indexOf(variable);
  if (own < 0) return null;
  const step = definitions.number(sum.inputs[1 - own]!);
  return step !== null && step > 0 ? step : null;
}

function stepOfBranches(
  definitions: Definitions,
  node: IfNode,
  next: Value,
  body: Graph,
  variable: number,
  enders: readonly number[],
): number | null {
  const output = node.outputs.indexOf(next);
  const operands = node.inputs.slice(1).map((input) => definitions.source(input));
  const flagsAfter = enders.map((ender) => definitions.source(body.outputs[ender]!));
  const conjuncts = [...definitions.conjunctsOf(node.inputs[0]!)];
  const thenEnds = conjuncts.some((one) => flagsAfter.includes(definitions.source(one)));
  const unset = conjuncts.map((conjunct) => definitions.kernel(conjunct, 'LogicalNot'));
  // The other branch is taken where one of the flags has been set.
  const elseEnds = unset.every(
    (one) => one !== null && flagsAfter.includes(definitions.source(one.inputs[0]!)),
  );
  const steps = [node.thenBranch, node.elseBranch].map((branch) => {
    const inner = new Definitions(branch);
    const setsFlag = flagsAfter.some((after) => {
      const flag = node.outputs.indexOf(after);
      return flag >= 0 && inner.number(branch.outputs[flag]!) === 1;
    });
    const ends = branch === node.thenBranch ? thenEnds : elseEnds;
    if (setsFlag || ends) return Number.POSITIVE_INFINITY;
    const own = operands.indexOf(body.parameters[variable]!);
    return own < 0 ? null : smallestStep(inner, branch.outputs[output]!, branch, own, []);
  });
  if (steps.includes(null)) return null;
  const step = Math.min(...(steps as number[]));
  return Number.isFinite(step) ? step : null;
}
