/*
 * `npm run bench:phases`: what tracing, optimising and compiling cost a node, in graphs of several shapes and sizes, on
 * the processor's own clock. Shaders are written, but not compiled.
 */
import '@tensorflow/tfjs-backend-cpu';
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import type { Graph } from '../runtime/graph/graph.js';
import { useWebGPU } from '../runtime/node/index.js';
import { optimize } from '../runtime/optimize/pipeline.js';
import { traceFunction } from '../runtime/trace/function.js';
import type { WebGPUBackend } from '../runtime/webgpu/backend.js';
import { planRegion, writeRegion } from '../runtime/webgpu/compileRegion.js';
import { modelOf } from '../runtime/webgpu/deviceModels.js';
import { prepareGraph } from '../runtime/webgpu/executor.js';
import { isRegion, regionOf } from '../runtime/webgpu/prepare/partition.js';
import { manyOps } from './workloads/compile.js';

const programs: Readonly<Record<string, (x: tf.Tensor, nodes: number) => tf.Tensor>> = {
  mixed: (x, nodes) => manyOps(x, nodes / 10),
  chain(x, nodes) {
    let y = x;
    for (let op = 0; op < nodes; op++) y = op % 2 === 0 ? tf.add(y, 0.5) : tf.tanh(y);
    return y;
  },
  wide: (x, nodes) =>
    tf.addN(Array.from({ length: nodes / 2 }, (_, index) => tf.sin(tf.add(x, index)))),
  dense(x, nodes) {
    const all = [x];
    for (let op = 0; op < nodes; op++) all.push(tf.add(all[op]!, all[op >> 1]!));
    return all.at(-1)!;
  },
};

/** Enough that not every one has garbage collected in the same phase. */
const leastRounds = 5;
const mostRounds = 20;

await useWebGPU();
const model = modelOf(tf.backend() as unknown as WebGPUBackend);
console.log('µs a node'.padEnd(16), 'nodes  trace  optimise  plan  write  in all');
for (const [name, program] of Object.entries(programs)) {
  for (const nodes of [100, 1000, 10_000]) {
    const times = measure(program, nodes);
    const cells = [...times, times.reduce((sum, time) => sum + time)].map((time) =>
      time.toFixed(1).padStart(7),
    );
    console.log(name.padEnd(16), String(nodes).padStart(5), cells.join(' '));
  }
}
process.exit(0);

/** The shortest time of each phase among several. */
function measure(program: (x: tf.Tensor, nodes: number) => tf.Tensor, nodes: number): number[] {
  const best: number[] = [];
  const rounds = Math.min(Math.max(10_000 / nodes, leastRounds), mostRounds);
  for (let round = 0; round < rounds; round++) {
    let size = 0;
    const times = [processorTime()];
    const step = <T>(result: T): T => {
      times.push(processorTime());
      return result;
    };
    const { graph } = step(
      traceFunction('program', [{ dtype: 'float32', shape: [8, 8] }], ([x]) => [
        program(x!, nodes),
      ]),
    );
    size = graph.nodes.length;
    const optimized: Graph = step(optimize(graph));
    const region = regionOf(prepareGraph(optimized).nodes.find(isRegion)!);
    const plan = step(planRegion(region, new Map(), model));
    step(writeRegion(plan, model));
    times.slice(1).forEach((time, phase) => {
      const each = (time - times[phase]!) / size;
      best[phase] = Math.min(best[phase] ?? Infinity, each);
    });
  }
  return best;
}

/** Microseconds that this process has computed for, whoever else computes too. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
