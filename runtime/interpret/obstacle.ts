import { ExecutionError } from '../errors.js';
import { type Graph, type Node, subgraphs } from '../graph/graph.js';

/** WebGPU kernels of TensorFlow.js that read their inputs on the host, synchronously. */
const hostKernels = new Set(['NonMaxSuppressionV3', 'NonMaxSuppressionV5']);

/** Whether the host needs the elements of the node's inputs to run it. */
export function readsInputsOnHost(node: Node): boolean {
  return node.kind === 'kernel' && hostKernels.has(node.kernel);
}

/**
 * The error that a synchronous run must end with before it begins, on a backend whose tensors cannot be read
 * synchronously; `null` where the graph needs no read.
 */
export function synchronousObstacle(graph: Graph, backendName: string): ExecutionError | null {
  const node = firstReader(graph);
  return node === null ? null : obstacleError(node, graph.name, backendName);
}

function firstReader(graph: Graph): Node | null {
  for (const node of graph.nodes) {
    if (needsRead(node)) return node;
    for (const subgraph of subgraphs(node)) {
      if (node.kind === 'while' && subgraph === node.test) continue; // known trip count: never run
      const inner = firstReader(subgraph);
      if (inner !== null) return inner;
    }
  }
  return null;
}

function needsRead(node: Node): boolean {
  if (node.kind === 'if' || node.kind === 'assert') return true;
  return node.kind === 'while' ? node.tripCount === null : readsInputsOnHost(node);
}

function obstacleError(node: Node, name: string, backendName: string): ExecutionError {
  const [code, subject, ways] = waysOut(node);
  return new ExecutionError(
    code,
    `${subject} in the graph '${name}' depends on the elements of a tensor, and the backend '${backendName}' cannot ` +
      `give those to a synchronous call. ${[...ways, otherBackend].join('; ')}. Nothing has run.`,
    node.location,
  );
}

const otherBackend =
  "or, where the tensors are small, run it on a backend that reads synchronously: tf.setBackend('cpu') or 'wasm'";

const makeAsync = 'Make the function async and await its call';

function waysOut(node: Node): readonly [code: string, subject: string, ways: readonly string[]] {
  switch (node.kind) {
    case 'while':
      return [
        'loop-needs-async',
        'How often a loop runs',
        [
          makeAsync,
          'or bound it: iterate over a range whose length is a plain number, such as range(10), and keep finished ' +
            'elements with tf.where',
        ],
      ];
    case 'if':
      return [
        'condition-needs-async',
        'Which branch of a conditional runs',
        [
          makeAsync,
          'or choose between two values with tf.where(condition, a, b), which needs no read',
        ],
      ];
    case 'assert':
      return [
        'assert-needs-async',
        'Whether an assertion holds',
        [makeAsync, 'or return the condition and check it where the result is read'],
      ];
    default:
      return [
        'kernel-needs-async',
        `The kernel ${node.kind === 'kernel' ? node.kernel : node.kind}`,
        [makeAsync, 'or call the operation outside of the graph, in its asynchronous form'],
      ];
  }
}
