import type { KernelBackend } from '@tensorflow/tfjs-core';
import type { Concrete, ConcreteFunction } from '../function/concrete/concreteFunction.js';
import type { AnyFunction } from '../function/signature/options.js';
import { formatType } from '../graph/types.js';
import { optimize } from '../optimize/pipeline.js';
import { engine } from '../trace/engine.js';
import { isWebGPUBackend } from '../webgpu/backend.js';
import type { OriginNode } from '../webgpu/lower/operation.js';
import { concretesFor } from './concretes.js';
import { reportControlFlow } from './controlFlowReport.js';
import { type Measurement, measuredDispatch, measuredKernel } from './measurements.js';
import { reportMemory } from './memoryReport.js';
import { nameOf, reportOptimization } from './optimizerReport.js';
import type { Step, Steps } from './steps.js';
import { stepsOf } from './steps.js';
import { formatBytes, formatCounts, formatTable, formatTime, indented } from './text.js';

/**
 * How a concrete function runs on the active backend, as text for people: what each pass of the optimiser did; on WebGPU
 * how each conditional and loop runs and why; every kernel in order, with what was fused into it and the lines of the
 * program that this comes from, its workgroups, the bytes that it moves and its time as the compiler estimates it; what
 * runs as a kernel of TensorFlow.js and why; and where each tensor is in memory, and for how long. Times that `profile`
 * has measured stand beside the estimates. Of a graph function it explains all traces.
 *
 * @throws UseGraphError where `fn` is neither.
 */
export function explain(fn: ConcreteFunction | AnyFunction): string {
  const concretes = concretesFor(fn, 'explain');
  if (concretes.length === 0) return `${fn.name} has no traces yet: call it first.`;
  return concretes.map(explainOne).join('\n\n');
}

function explainOne(concrete: Concrete): string {
  const { compiled, trace } = concrete.execution;
  const { backend, backendName } = engine();
  const { graph } = compiled.executor();
  const explained = stepsOf(graph, backend, compiled.replaced);
  const onWebGPU = isWebGPUBackend(backend);
  const sections = [
    [concrete.signature, `on ${describeBackend(backend, backendName)}: ${countSteps(explained)}`],
    reportOptimization(trace.graph),
    onWebGPU ? reportControlFlow(optimize(compiled.graph), explained.regions) : [],
    ['kernels:', ...indented(formatSteps(explained.steps))],
    formatMemory(explained),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function describeBackend(backend: KernelBackend, name: string): string {
  if (!isWebGPUBackend(backend)) return name;
  const { vendor, architecture, description } = backend.device.adapterInfo;
  return `${name} (${description || `${vendor} ${architecture}`.trim() || 'unnamed adapter'})`;
}

function countSteps({ steps }: Steps): string {
  const count = (kind: Step['kind']) => steps.filter((step) => step.kind === kind).length;
  const [dispatches, kernels, host] = [count('dispatch'), count('kernel'), count('host')];
  const plural = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  return [
    ...(dispatches > 0 ? [plural(dispatches, 'generated kernel')] : []),
    ...(kernels > 0 ? [plural(kernels, 'TensorFlow.js kernel')] : []),
    ...(host > 0 ? [`${plural(host, 'step')} of the host`] : []),
  ].join(', ');
}

/** A line for each step, and below it what was fused into it. Columns that say nothing are left out. */
function formatSteps(steps: readonly Step[]): string[] {
  const rows = steps.map((step, index) => ({ '#': String(index + 1), ...cellsOf(step) }));
  const columns = (Object.keys(alignment) as Column[]).filter((column) =>
    rows.some((row: Partial<Record<Column, string>>) => (row[column] ?? '') !== ''),
  );
  const table = formatTable(
    [
      columns,
      ...rows.map((row: Partial<Record<Column, string>>) =>
        columns.map((column) => row[column] ?? ''),
      ),
    ],
    columns.map((column) => alignment[column]),
  );
  return table.flatMap((line, index) =>
    index === 0 ? [line] : [line, ...indented(detailsOf(steps[index - 1]!), '      ')],
  );
}

type Column = keyof typeof alignment;

const alignment = {
  '#': 'right',
  kernel: 'left',
  result: 'left',
  workgroups: 'left',
  reads: 'right',
  writes: 'right',
  estimated: 'right',
  measured: 'right',
} as const;

function cellsOf(step: Step): Partial<Record<Column, string>> {
  const indentation = '  '.repeat(step.depth);
  switch (step.kind) {
    case 'dispatch': {
      const { kernel, region, index, bytesRead, bytesWritten, estimatedMs } = step;
      const groups = kernel.workgroups.filter((count) => count > 1).join('×') || '1';
      return {
        kernel: `${indentation}${kernel.label}`,
        workgroups: `${groups} of ${kernel.workgroupSize}`,
        reads: formatBytes(bytesRead),
        writes: formatBytes(bytesWritten),
        estimated: formatTime(estimatedMs),
        measured: formatMeasured(measuredDispatch(region.graph, index)),
      };
    }
    case 'kernel': {
      const { node, reason, bytesRead, bytesWritten } = step;
      return {
        kernel: `${indentation}${reason === null ? '' : 'TensorFlow.js: '}${node.kernel}`,
        ...(reason === null ? { result: node.outputs.map(formatType).join(', ') } : {}),
        reads: bytesRead === null ? '?' : formatBytes(bytesRead),
        writes: bytesWritten === null ? '?' : formatBytes(bytesWritten),
        measured: formatMeasured(measuredKernel(node)),
      };
    }
    case 'host':
      return { kernel: `${indentation}host: ${nameOf(step.node)}` };
  }
}

function formatMeasured(measurement: Measurement | null): string {
  if (measurement === null) return '';
  const { ms, runs } = measurement;
  return runs === 1 ? formatTime(ms) : `${formatTime(ms)} in ${runs}`;
}

function detailsOf(step: Step): string[] {
  switch (step.kind) {
    case 'dispatch':
      return formatTable(linesOf([...step.fused.keys()]), ['left', 'left']);
    case 'kernel':
      return [
        ...(step.node.location === null ? [] : [step.node.location]),
        ...(step.reason === null ? [] : [step.reason]),
      ];
    case 'host':
      return step.node.location === null ? [] : [step.node.location];
  }
}

/** Each place in the program with the kernels that come from there. */
function linesOf(nodes: readonly OriginNode[]): string[][] {
  const places = new Map<string, string[]>();
  for (const node of nodes) {
    const place = node.location ?? '(no line)';
    places.set(place, [...(places.get(place) ?? []), nameOf(node)]);
  }
  return [...places].map(([place, kernels]) => [place, formatCounts(kernels)]);
}

function formatMemory({ steps, regions }: Steps): string[] {
  if (regions.length === 0) return [];
  const numbered = regions.map((region) => ({
    region,
    first: 1 + steps.findIndex((step) => step.kind === 'dispatch' && step.region === region),
  }));
  return ['memory:', ...indented(reportMemory(numbered))];
}
