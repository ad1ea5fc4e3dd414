import type { Measured, NotMeasured, WorkloadReport } from './report.js';

const columns: readonly (readonly [title: string, cell: (measured: Measured) => string])[] = [
  ['ms', ({ ms }) => significant(ms)],
  ['best ms', ({ bestMs }) => significant(bestMs)],
  ['× use-graph', ({ ratio }) => (ratio === null ? '' : ratio.toFixed(2))],
  ['js ms', ({ jsMs }) => (jsMs === null ? '–' : significant(jsMs))],
  ['dispatches', ({ counts }) => String(counts.dispatches)],
  ['submits', ({ counts }) => String(counts.submits)],
  ['reads', ({ counts }) => String(counts.maps)],
  ['buffers', ({ counts }) => String(counts.buffersCreated)],
  ['allocated', ({ counts }) => bytes(counts.bytesAllocated)],
  ['first ms', ({ firstCallMs }) => significant(firstCallMs)],
  ['samples', ({ samples }) => String(samples)],
];

const idWidth = 16;

/** A workload's figures as text, one line a system. */
export function formatWorkload({ id, about, systems }: WorkloadReport): string {
  const titles = columns.map(([title]) => title.padStart(widthOf(title))).join('');
  const lines = Object.entries(systems).map(
    ([system, outcome]) => `  ${system.padEnd(idWidth)}${formatOutcome(outcome)}`,
  );
  return [`${id}: ${about}`, ' '.repeat(idWidth + 2) + titles, ...lines].join('\n');
}

function formatOutcome(outcome: Measured | NotMeasured): string {
  if (outcome.status !== 'measured') return `  ${outcome.status}: ${outcome.reason}`;
  return columns.map(([title, cell]) => cell(outcome).padStart(widthOf(title))).join('');
}

function widthOf(title: string): number {
  return Math.max(title.length, 7) + 2;
}

function significant(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  return count < 1024 ** 2
    ? `${(count / 1024).toFixed(1)} K`
    : `${(count / 1024 ** 2).toFixed(1)} M`;
}
