import type { RuntimeCode } from '../../diagnostics/index.js';
import { ExecutionError } from '../errors.js';
import { failureOf } from '../graph/failure.js';
import type {
  AssertNode,
  Graph,
  HostNode,
  IfNode,
  KernelNode,
  Value,
  WhileNode,
} from '../graph/graph.js';
import { pushOf } from '../graph/growth.js';
import { isFullyKnown } from '../graph/types.js';
import { allNodes } from '../graph/walk.js';

/**
 * The error that a synchronous run must end with before it begins, on a backend whose tensors cannot be read
 * synchronously; `null` where the graph needs no read.
 */
export function synchronousObstacle(
  graph: Graph,
  backendName: string,
  isCompiled: KernelTest,
): ExecutionError | null {
  const node = firstReader(graph);
  if (node === null) return null;
  const hasStacks = Array.from(allNodes(graph)).some(
    (inner) => inner.kind === 'while' && stacksOf(inner).length > 0,
  );
  return obstacleOf(node, graph.name, backendName, isCompiled, hasStacks);
}

/** Whether a device that decides by itself has a kernel. */
type KernelTest = (node: KernelNode) => boolean;

/**
 * The error about a node that a synchronous run cannot get past. `hasStacks` says that loops of the graph keep what a
 * gradient needs, which may be all that is in the way.
 */
export function obstacleOf(
  node: Reader,
  graphName: string,
  backendName: string,
  isCompiled: KernelTest = () => true,
  hasStacks = false,
): ExecutionError {
  return failureOf(node, obstacleError(node, graphName, backendName, isCompiled, hasStacks));
}

/** Whether the host must read a condition to run it. */
export function readsConditions(graph: Graph): boolean {
  return firstReader(graph) !== null;
}

type Reader = IfNode | WhileNode | AssertNode | HostNode;

function firstReader(graph: Graph): Reader | null {
  const constants = new Set<Value>();
  for (const node of graph.nodes) {
    if (node.kind === 'constant') constants.add(node.outputs[0]!);
    if (node.kind === 'if') return node;
    if (node.kind === 'assert' && node.isLenient !== true) return node;
    if (node.kind === 'host' && !node.inputs.every((input) => constants.has(input))) return node;
    if (node.kind === 'deferred') {
      const inside = node.of === null ? null : firstReader(node.of);
      if (inside !== null) return inside;
    }
    if (node.kind !== 'while') continue;
    // The test of a loop whose length is known is never evaluated.
    const reader = node.tripCount === null ? node : firstReader(node.body);
    if (reader !== null) return reader;
  }
  return null;
}

function obstacleError(
  node: Reader,
  name: string,
  backendName: string,
  isCompiled: KernelTest,
  hasStacks: boolean,
): ExecutionError {
  const [code, subject, ways] = waysOut(node, isCompiled, hasStacks);
  return new ExecutionError(
    code,
    `${subject} in the graph '${name}' depends on the elements of a tensor, and the backend '${backendName}' cannot ` +
      `give those to a synchronous call. Nothing has run.`,
    node.location,
    `${[...ways, otherBackend].join('; ')}.`,
  );
}

const otherBackend =
  "or, where the tensors are small, run it on a backend that reads synchronously: tf.setBackend('cpu') or 'wasm'";

const makeAsync = 'Make the function async and await its call';

function waysOut(
  node: Reader,
  isCompiled: KernelTest,
  hasStacks: boolean,
): readonly [code: RuntimeCode, subject: string, ways: readonly string[]] {
  switch (node.kind) {
    case 'while': {
      if (isKeptForGradient(node, isCompiled)) {
        return [
          'loop-needs-async',
          'How often a loop runs, of which a gradient needs every iteration,',
          [
            makeAsync,
            ...(isBounded(node)
              ? []
              : [
                  'or bound it with setLoopOptions({ maximumIterations }) and make its state smaller, so that the GPU can keep ' +
                    'what the gradient needs of each iteration',
                ]),
            forSecondGradient,
          ],
        ];
      }
      const isSized = [...node.inputs, ...node.outputs].every(hasKnownSizes);
      const reason = isSized ? whyHost([node.test, node.body], isCompiled) : growing;
      return [
        'loop-needs-async',
        'How often a loop runs',
        reason === null && hasStacks
          ? [makeAsync, forSecondGradient]
          : reason === null
            ? [
                makeAsync,
                'or bound it: with setLoopOptions({ maximumIterations }), or as a loop over a range whose length is a ' +
                  'plain number, such as range(10)',
                'or make its state smaller: up to some four million additions an iteration, one workgroup of the GPU does it alone',
              ]
            : [
                makeAsync,
                ...(reason === growing
                  ? waysToGrow(node, hasStacks)
                  : [`or do without ${reason} in the loop, so that the GPU can run it by itself`]),
              ],
      ];
    }
    case 'if':
      if (onlyThrows(node)) {
        return [
          'condition-needs-async',
          'Whether an exception is thrown',
          [makeAsync, 'or return the condition and check it where the result is read'],
        ];
      }
      return [
        'condition-needs-async',
        'Which branch of a conditional runs',
        [makeAsync, waysToChoose(node, isCompiled, hasStacks)],
      ];
    case 'assert':
      return [
        'assert-needs-async',
        'Whether an assertion holds',
        [makeAsync, 'or return the condition and check it where the result is read'],
      ];
    case 'host':
      return [
        'js-function-needs-async',
        `What ${node.name}, called by ${node.calledBy}, does`,
        [makeAsync, 'or return the tensors and call it with them'],
      ];
  }
}

const forSecondGradient =
  'or, for a gradient of a gradient, let loops run for a plain number of iterations, without break or a test of tensors';

/** How what grows has a size that the GPU can make room for: an array of the user's, or what is kept for a gradient. */
function waysToGrow(node: WhileNode, hasStacks: boolean): readonly string[] {
  const growsInProgram = node.body.parameters.some(
    (value) => value.name !== undefined && !hasKnownSizes(value),
  );
  if (!growsInProgram) return hasStacks ? [forSecondGradient] : [];
  const bound = isBounded(node) ? '' : 'bound it with setLoopOptions({ maximumIterations }), and ';
  const pushOnce = `or ${bound}let each iteration push once onto an array, of which only the length, elements, sums and the like are read`;
  return [pushOnce, 'or write to a TensorArray whose size is a plain number'];
}

function isBounded({ maximumIterations, tripCount }: WhileNode): boolean {
  return maximumIterations !== null || tripCount !== null;
}

function waysToChoose(node: IfNode, isCompiled: KernelTest, hasStacks: boolean): string {
  const isSized = [...node.inputs, ...node.outputs].every(hasKnownSizes);
  const reason = isSized ? whyHost([node.thenBranch, node.elseBranch], isCompiled) : growing;
  if (reason === null && hasStacks) return forSecondGradient;
  if (reason === null)
    return 'or choose between two values with tf.where(condition, a, b), which needs no read';
  if (reason === growing)
    return (
      'or let both branches leave tensors of one shape, and arrays of one length, so that the GPU can choose by ' +
      `itself${hasStacks ? `; ${forSecondGradient}` : ''}`
    );
  return `or do without ${reason} in its branches, so that the GPU can choose by itself`;
}

/** Whether nothing else keeps the GPU from running the loop than stacks that are made for gradients: no variable of the user's. */
function isKeptForGradient(node: WhileNode, isCompiled: KernelTest): boolean {
  const { test, body } = node;
  const stacks = stacksOf(node);
  if (stacks.length === 0) return false;
  const concats = stacks.map((index) => pushOf(body, index)!.concat);
  const nodes = body.nodes.filter((inner) => !concats.some((concat) => concat === inner));
  return whyHost([test, { ...body, nodes }], isCompiled) === null;
}

/** The variables of a loop, by their indices, that a gradient has it keep a row of in each iteration. */
function stacksOf({ body, outputs }: WhileNode): number[] {
  return [...outputs.keys()].filter(
    (index) => body.parameters[index]!.name === undefined && pushOf(body, index) !== null,
  );
}

const growing = 'a tensor that grows';

function hasKnownSizes({ shape }: Value): boolean {
  return isFullyKnown(shape);
}

/** What in a loop or branch only the host can do; `null` where nothing is in the way of a GPU but how much there is to compute. */
function whyHost(graphs: readonly Graph[], isCompiled: KernelTest): string | null {
  for (const inner of graphs.flatMap((graph) => [...allNodes(graph)])) {
    switch (inner.kind) {
      case 'print':
        return 'print()';
      case 'assert':
        return 'an assertion';
      case 'throw':
        return 'throwing';
      case 'host':
        return `${inner.name}, called by ${inner.calledBy},`;
      default:
        if (![...inner.inputs, ...inner.outputs].every(hasKnownSizes)) return growing;
        if (inner.kind === 'kernel' && !isCompiled(inner)) return kernelOfHost(inner);
    }
  }
  return null;
}

function kernelOfHost({ kernel, inputs, outputs, location }: KernelNode): string {
  const values = [...inputs, ...outputs];
  if (values.some(({ dtype }) => dtype === 'string')) return 'strings';
  if (values.some(({ dtype }) => dtype === 'complex64')) return 'complex numbers';
  const place = location === null ? '' : ` at ${location}`;
  return `the kernel ${kernel}${place}, for which there is no shader,`;
}

function onlyThrows({ thenBranch, elseBranch, outputs }: IfNode): boolean {
  return (
    outputs.length === 0 &&
    [thenBranch, elseBranch].some(({ nodes }) => nodes.at(-1)?.kind === 'throw')
  );
}
