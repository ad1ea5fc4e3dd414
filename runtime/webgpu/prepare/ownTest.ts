import { kernelNode } from '../../graph/builder.js';
import type { Graph, KernelNode, Node, Value, WhileNode } from '../../graph/graph.js';
import { Expressions } from './expressions.js';
import { isZero } from './questions.js';
import { countOf, isSingle } from './single.js';

/**
 * The test that each element of a loop can make for itself: the loop goes on while any element of a mask holds, and leaves
 * those elements as they are for which it does not. `null` where that cannot be seen.
 */
export function ownTest(node: WhileNode): Graph | null {
  const { test, body, loopVariableCount } = node;
  const found = replaceMask(test);
  if (found === null) return null;
  const { mask, holds, ownTest } = found;
  const expressions = new Expressions();
  const [tested, next] = [expressions.of(test), expressions.of(body)];
  const condition = tested.get(mask)!;
  for (let index = 0; index < loopVariableCount; index++) {
    const variable = body.parameters[index]!;
    const before = next.get(variable)!;
    if (isSingle(variable)) {
      // What has ended for an element must not begin again because of a number that counts.
      if (expressions.depends(condition, before)) return null;
      continue;
    }
    if (countOf(variable) !== countOf(mask)) return null;
    const [left, found] = [before, next.get(body.outputs[index]!)!].map((expression) =>
      expressions.assuming(condition, !holds, expression),
    );
    if (left !== found) return null;
  }
  return ownTest;
}

interface Mask {
  readonly mask: Value;
  /** What an element of the mask is where it goes on. */
  readonly holds: boolean;
}

/** The one part of the test that is about all elements, and the test with what is about one in its place. */
function replaceMask(test: Graph): (Mask & { readonly ownTest: Graph }) | null {
  const makers = new Map(test.nodes.flatMap((node) => node.outputs.map((one) => [one, node])));
  const nodes = [...test.nodes];
  let found: Mask | null = null;
  const output = own(test.outputs[0]!);
  return found === null || output === null
    ? null
    : { ...(found as Mask), ownTest: { ...test, nodes, outputs: [output] } };

  /** `null` where that is in the test twice. */
  function own(value: Value): Value | null {
    const mask = maskOf(value, makers);
    if (mask !== null) {
      if (found !== null) return null;
      found = mask;
      return mask.holds ? mask.mask : add('LogicalNot', { x: mask.mask });
    }
    const node = makers.get(value);
    if (node?.kind !== 'kernel') return value;
    if (node.kernel === 'Identity' || node.kernel === 'Reshape') return own(node.inputs[0]!);
    const parts = conjunctsOf(node, makers);
    if (parts === null) return value;
    const [a, b] = parts.map(own);
    return a === null || b === null ? null : add('LogicalAnd', { a: a!, b: b! });
  }

  function add(kernel: string, inputs: Readonly<Record<string, Value>>): Value {
    const node = kernelNode(kernel, Object.values(inputs), Object.keys(inputs), {});
    nodes.push(node);
    return node.outputs[0]!;
  }
}

type Makers = ReadonlyMap<Value, Node>;

/** Of `a && b`, which as a conditional is `a ? b : false`. */
function conjunctsOf(node: KernelNode, makers: Makers): readonly Value[] | null {
  if (node.kernel === 'LogicalAnd') return node.inputs;
  if (node.kernel !== 'Select') return null;
  const [condition, then, otherwise] = ['condition', 't', 'e'].map((name) => input(node, name));
  return isZero(otherwise!, makers) ? [condition!, then!] : null;
}

/** The mask of which a condition says that some element holds. */
function maskOf(value: Value, makers: Makers): Mask | null {
  const node = makers.get(value);
  if (node?.kind !== 'kernel') return null;
  switch (node.kernel) {
    case 'Any': {
      const mask = node.inputs[0]!;
      return isSingle(value) && !isSingle(mask) ? { mask, holds: true } : null;
    }
    case 'LogicalNot': {
      const all = makers.get(node.inputs[0]!);
      if (all?.kind !== 'kernel' || all.kernel !== 'All' || !isSingle(value)) return null;
      const mask = all.inputs[0]!;
      return isSingle(mask) ? null : { mask, holds: false };
    }
    case 'Greater':
    case 'NotEqual': {
      // How many hold is more than none.
      const count = makers.get(node.inputs[0]!);
      if (!isZero(node.inputs[1]!, makers) || count?.kind !== 'kernel') return null;
      if ((count.kernel !== 'Sum' && count.kernel !== 'Max') || !isSingle(value)) return null;
      const cast = makers.get(count.inputs[0]!);
      if (cast?.kind !== 'kernel' || cast.kernel !== 'Cast') return null;
      const mask = cast.inputs[0]!;
      return mask.dtype === 'bool' && !isSingle(mask) ? { mask, holds: true } : null;
    }
    default:
      return null;
  }
}

function input({ inputs, inputNames }: KernelNode, name: string): Value {
  return inputs[inputNames!.indexOf(name)]!;
}
