import { add, Tensor, zerosLike } from '@tensorflow/tfjs-core';
import { type Graph, type Node, SizesNeeded, type Value } from '../graph/graph.js';
import { Scoped } from '../scoped.js';
import { tracingBackend } from './backend.js';
import { checkpoint } from './controlFlow.js';
import { mayUseNone, withoutEffects } from './controlFlowGradient.js';
import { emitDeferred } from './deferred.js';
import { type Engine, engine, type Gradients } from './engine.js';
import { noNumbers, noTensor, notUsed } from './gradientErrors.js';
import { gradientOfChoice } from './hostCall.js';
import { currentIdentities } from './identities.js';
import { symbolicTensor } from './kernels.js';
import { isSymbolic } from './symbolic.js';
import { currentTracer, type Tracer } from './tracer.js';
import { mayNeedSizes } from './unknownSize.js';

/**
 * What `tf.grad` and all functions like it call, while tracing. Where all sizes are known TensorFlow.js does it. Where
 * they are not, its gradient functions would take an unknown size for one that a broadcast must be summed over: what `f`
 * has traced then becomes the graph of a deferred gradient.
 */
export function watchGradients(): () => void {
  const target = engine();
  target.gradients = gradientsInTrace;
  return () => {
    delete (target as Partial<typeof target>).gradients;
  };
}

function gradientsInTrace(
  f: () => Tensor,
  xs: Tensor[],
  dy?: Tensor | null,
  allowNoGradients?: boolean,
): Gradients {
  const identities = currentIdentities();
  const targets = [...new Set(xs.flatMap((x) => identities.sameAs(x)))];
  identities.noteTargets(xs);
  const { value, grads } = withNames(xs, () =>
    gradientsApart(
      () => {
        const y = f();
        if (!(y instanceof Tensor)) throw noTensor(y);
        if (y.dtype === 'bool') throw noNumbers(y);
        identities.noteUses();
        return y;
      },
      targets,
      dy,
      allowNoGradients,
    ),
  );
  const ofTarget = new Map(targets.map((target, index) => [target, grads[index] ?? null]));
  const ofTensor = (x: Tensor) =>
    identities.sameAs(x).reduce<Tensor | null>((sum, same) => plus(sum, ofTarget.get(same)!), null);
  const found = xs.map(ofTensor);
  const without = xs.filter((_, index) => found[index] === null);
  // Whoever differentiates with respect to variables goes on without some of the gradients, but not without all.
  const isAllowed = allowNoGradients && (mayUseNone.value || without.length < xs.length);
  if (without.length > 0 && !isAllowed) throw notUsed(without, xs);
  return { value, grads: found };
}

/** Says what TensorFlow.js, which knows no names, says of `x` and `y`. */
function withNames(xs: readonly Tensor[], gradients: () => Gradients): Gradients {
  try {
    return gradients();
  } catch (error) {
    const isNotConnected = error instanceof Error && error.message.startsWith(notConnected);
    throw isNotConnected ? notUsed(xs, xs) : error;
  }
}

function plus(a: Tensor | null, b: Tensor | null): Tensor | null {
  return a !== null && b !== null ? add(a, b) : (a ?? b);
}

/** What TensorFlow.js says. */
const notConnected = 'Cannot compute gradient of y=f(x) with respect to x.';

/** Takes every target for a tensor of its own. */
function gradientsApart(
  f: () => Tensor,
  xs: Tensor[],
  dy?: Tensor | null,
  allowNoGradients = false,
): Gradients {
  const tracer = currentTracer();
  const start = tracer.nodes.length;
  // `f` may assign a variable that is one of them.
  const contents = xs.map((x) => (isSymbolic(x) ? contentOf(x) : () => x));
  let traced: { readonly y: Value; readonly rollBack: () => void } | null = null;
  try {
    return (Object.getPrototypeOf(engine()) as Engine).gradients.call(
      engine(),
      () => {
        const y = f();
        // Behind an exception that may have been thrown, what follows is traced as a graph of its own.
        if (y instanceof Tensor && currentTracer() === tracer) {
          traced = { y: tracer.resolve(y), rollBack: checkpoint() };
          if (tracer.firstUnknown() !== null) throw new SizesNeeded();
        }
        return y;
      },
      xs,
      dy,
      allowNoGradients,
    );
  } catch (error) {
    if (traced === null || !(error instanceof SizesNeeded || mayNeedSizes(error))) throw error;
    const { y, rollBack } = traced as { y: Value; rollBack: () => void };
    if (isTracingDeferred.value) throw new SizesNeeded();
    rollBack();
    if (engine().state.gradientDepth === 0) engine().state.activeTape = null;
    const used = xs.filter(
      (x) => isSymbolic(x) || tracer.captures.some(({ tensor }) => tensor === x),
    );
    const targets = used.map((x) => tracer.resolve(contents[xs.indexOf(x)]!()));
    const weight = dy == null ? null : tracer.resolve(dy);
    const { value, grads } = deferGradient(tracer, start, y, targets, weight, allowNoGradients);
    return { value, grads: xs.map((x) => grads[used.indexOf(x)] ?? null) };
  }
}

/** Gives a tensor of what the variable or traced tensor holds now. */
function contentOf({ dataId, shape, dtype }: Tensor): () => Tensor {
  return () => engine().makeTensorFromTensorInfo({ dataId, shape, dtype }, tracingBackend);
}

/** What is put off already is not put off again: `SizesNeeded` ends its trace. */
const isTracingDeferred = new Scoped(false);

function tracingDeferred<T>(body: () => T): T {
  return isTracingDeferred.during(true, body);
}

function deferGradient(
  tracer: Tracer,
  start: number,
  y: Value,
  targets: readonly Value[],
  weight: Value | null,
  allowNoGradients: boolean,
): Gradients {
  const graph = withoutEffects(graphOf(y, tracer.nodes.slice(start), targets));
  const connected = connectedTo(targets, graph, y);
  if (!allowNoGradients && !connected.includes(true)) {
    const choice = graph.nodes.find((node) => node.kind === 'host' && node.isPure);
    if (choice?.kind === 'host') throw gradientOfChoice(choice);
    throw new Error(notConnected);
  }
  const wanted = targets.filter((_, index) => connected[index]);
  const count = graph.parameters.length;
  const found = emitDeferred(
    'gradient',
    weight === null ? graph.parameters : [...graph.parameters, weight],
    wanted,
    (inputs, replay, of) => {
      const copies = inputs.slice(0, count).map((input) => input.clone());
      const xs = wanted.map((target) => copies[graph.parameters.indexOf(target)]!);
      const y = () => replay(of!, copies)[0]!;
      const { grads } = tracingDeferred(() => engine().gradients(y, xs, inputs[count], true));
      return grads.map((grad, index) => grad ?? zerosLike(xs[index]!));
    },
    graph,
  ).values();
  return {
    value: symbolicTensor(y),
    grads: connected.map((isConnected) => (isConnected ? found.next().value! : null)),
  };
}

/** What of these nodes `y` is made of, as a graph whose parameters are the values from before, the targets first. */
function graphOf(y: Value, nodes: readonly Node[], targets: readonly Value[]): Graph {
  const needed = new Set([y]);
  const kept = nodes.toReversed().filter(({ inputs, outputs }) => {
    if (!outputs.some((output) => needed.has(output) && !targets.includes(output))) return false;
    for (const input of inputs) needed.add(input);
    return true;
  });
  const made = new Set(kept.flatMap(({ outputs }) => outputs));
  const parameters = new Set(targets);
  for (const value of needed) if (!made.has(value)) parameters.add(value);
  return { name: 'y', parameters: [...parameters], nodes: kept.reverse(), outputs: [y] };
}

/** Which of the targets `y` depends on. */
function connectedTo(targets: readonly Value[], { nodes }: Graph, y: Value): boolean[] {
  const needed = new Set([y]);
  for (const node of nodes.toReversed()) {
    if (node.kind === 'host' && node.isPure) continue;
    if (!node.outputs.some((output) => needed.has(output))) continue;
    for (const input of node.inputs) needed.add(input);
  }
  return targets.map((target) => needed.has(target));
}
