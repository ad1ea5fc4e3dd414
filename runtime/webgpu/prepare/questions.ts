import { kernelNode } from '../../graph/builder.js';
import { type Graph, type KernelNode, type Node, Value } from '../../graph/graph.js';
import { replaceUses } from '../../graph/walk.js';
import { prune } from '../../optimize/prune.js';
import { isSingle } from './single.js';

/** What a test asks of all elements together, each question being whether a mask holds for any of them. */
export interface Questions {
  /** From the test's parameters, the masks. */
  readonly masks: Graph;
  /** From the test's parameters, and then the answers, the test. */
  readonly answered: Graph;
}

export function questionsOf(test: Graph): Questions {
  const makers = new Map(test.nodes.flatMap((node) => node.outputs.map((one) => [one, node])));
  const asking = new Writer();
  const answering = new Writer();
  const masks: Value[] = [];
  const answers: Value[] = [];
  const replacements = new Map<Value, Value>();
  const ask = (mask: Value): Value => {
    masks.push(mask);
    const answer = new Value('bool', []);
    answers.push(answer);
    return answer;
  };
  const not = (writer: Writer, x: Value) => writer.kernel('LogicalNot', { x });
  for (const node of test.nodes) {
    const [output] = node.outputs;
    const question = output === undefined || !isSingle(output) ? null : questionOf(node, makers);
    if (question === null) continue;
    const { mask, isOfAll, numbers } = question(asking);
    const some = ask(isOfAll ? not(asking, mask) : mask);
    let truth = isOfAll ? not(answering, some) : some;
    // What is greatest or least is not a number where any element is none, and then nothing holds of it.
    if (!isOfAll && numbers?.dtype === 'float32') {
      const broken = ask(asking.kernel('IsNan', { x: numbers }));
      truth = answering.kernel('LogicalAnd', { a: truth, b: not(answering, broken) });
    }
    const shape = output!.shape as number[];
    replacements.set(output!, answering.kernel('Reshape', { x: truth }, { shape }));
  }
  const { name, parameters } = test;
  const replaced = replaceUses(
    { ...test, nodes: test.nodes.filter(({ outputs }) => !replacements.has(outputs[0]!)) },
    replacements,
  );
  return {
    masks: prune({
      name,
      parameters,
      nodes: [...test.nodes, ...asking.nodes],
      outputs: masks,
    }),
    answered: prune({
      ...replaced,
      parameters: [...parameters, ...answers],
      nodes: [...answering.nodes, ...replaced.nodes],
    }),
  };
}

type Makers = ReadonlyMap<Value, Node>;

interface Question {
  readonly mask: Value;
  /** Whether it must hold for all, and not for any. */
  readonly isOfAll: boolean;
  /** Of which the greatest or least is asked for. */
  readonly numbers: Value | null;
}

/** Nodes of a graph that is being written. */
class Writer {
  readonly nodes: Node[] = [];

  kernel(
    kernel: string,
    inputs: Readonly<Record<string, Value>>,
    attributes: Readonly<Record<string, unknown>> = {},
  ): Value {
    const node = kernelNode(kernel, Object.values(inputs), Object.keys(inputs), attributes);
    this.nodes.push(node);
    return node.outputs[0]!;
  }
}

function questionOf(node: Node, makers: Makers): ((writer: Writer) => Question) | null {
  if (node.kind !== 'kernel') return null;
  if (node.kernel === 'Any' || node.kernel === 'All') {
    const mask = node.inputs[0]!;
    const question = { mask, isOfAll: node.kernel === 'All', numbers: null };
    return isSingle(mask) ? null : () => question;
  }
  const mirrored = comparisons[node.kernel];
  if (mirrored === undefined) return null;
  const [a, b] = node.inputs as [Value, Value];
  return comparisonOf(node.kernel, a, b, makers) ?? comparisonOf(mirrored, b, a, makers);
}

/** Each comparison, and what it is seen from the other side. */
const comparisons: Readonly<Record<string, string>> = {
  Greater: 'Less',
  GreaterEqual: 'LessEqual',
  Less: 'Greater',
  LessEqual: 'GreaterEqual',
};

function comparisonOf(
  comparison: string,
  value: Value,
  limit: Value,
  makers: Makers,
): ((writer: Writer) => Question) | null {
  const extreme = reductionOf(value, makers);
  if (extreme === null || reductionOf(limit, makers) !== null) return null;
  const numbers = extreme.inputs[0]!;
  const isUpward = comparison.startsWith('Greater');
  if (extreme.kernel === 'Sum') {
    // How many hold is more than none.
    const cast = makers.get(numbers);
    if (cast?.kind !== 'kernel' || cast.kernel !== 'Cast' || comparison !== 'Greater') return null;
    const mask = cast.inputs[0]!;
    if (mask.dtype !== 'bool' || !isZero(limit, makers)) return null;
    return () => ({ mask, isOfAll: false, numbers: null });
  }
  const isOfAll = (extreme.kernel === 'Max') !== isUpward;
  return (writer) => ({
    mask: writer.kernel(comparison, { a: numbers, b: limit }),
    isOfAll,
    numbers,
  });
}

/** What makes one number of many. */
function reductionOf(value: Value, makers: Makers): KernelNode | null {
  const node = makers.get(value);
  if (node?.kind !== 'kernel') return null;
  if (node.kernel === 'Identity' || node.kernel === 'Reshape') {
    return reductionOf(node.inputs[0]!, makers);
  }
  const isReduction = ['Max', 'Min', 'Sum'].includes(node.kernel);
  return isReduction && isSingle(value) && !isSingle(node.inputs[0]!) ? node : null;
}

export function isZero(value: Value, makers: Makers): boolean {
  const node = makers.get(value);
  if (node?.kind !== 'constant') return false;
  const { data } = node;
  return 'splat' in data ? data.splat === 0 : data.values.length === 1 && data.values[0] === 0;
}
