import type { Measured, Report, WorkloadReport } from '../measure/report.js';
import type { SystemId } from '../systems/ids.js';
import { type Bar, barChart, escapeText } from './chart.js';

const colors: Readonly<Record<SystemId, string>> = {
  'use-graph': '#d9480f',
  'tfjs-eager': '#4263eb',
  'tfjs-graphmodel': '#91a7ff',
  'jax-js': '#2b8a3e',
  wgsl: '#868e96',
};

/** What is drawn of every workload. Only what every system can have has no `null`. */
const figures: readonly (readonly [title: string, of: (measured: Measured) => number | null])[] = [
  ['ms until ready', ({ ms }) => ms],
  ['JavaScript ms a call', ({ jsMs }) => jsMs],
  ['dispatches', ({ counts }) => counts.dispatches],
];

const style = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 720px; margin: 2rem auto; padding: 0 1rem; color: #212529; }
h2 { margin: 2.5rem 0 0; } h3 { font-size: 1rem; margin: 1rem 0 .2rem; color: #495057; }
svg { max-width: 100%; height: auto; font: 12px system-ui, sans-serif; } p { margin: .2rem 0; }
@media (prefers-color-scheme: dark) { body { background: #1a1b1e; color: #dee2e6; } h3 { color: #adb5bd; } svg { fill: #dee2e6; } }
`;

/** One page that needs nothing else: a section for each report, with charts for each workload. */
export function plotPage(reports: readonly Report[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>use-graph benchmarks</title>
<style>${style}</style>
<h1>use-graph benchmarks</h1>
<p>Bars are on logarithmic axes; shorter is better.</p>
${reports.map(section).join('\n')}
</html>
`;
}

function section({ version, adapter, date, workloads }: Report): string {
  const title = `${escapeText(version)}, ${escapeText(adapter)}, ${date.slice(0, 10)}`;
  return `<section>\n<p>${title}</p>\n${workloads.map(charts).join('\n')}\n</section>`;
}

function charts({ id, about, systems }: WorkloadReport): string {
  const measured: [SystemId, Measured][] = [];
  const others: string[] = [];
  for (const [system, outcome] of Object.entries(systems)) {
    if (outcome.status === 'measured') measured.push([system as SystemId, outcome]);
    else others.push(`<p>${system}: ${outcome.status}, ${escapeText(outcome.reason)}</p>`);
  }
  const drawn = figures.flatMap(([title, of]) => {
    const bars = measured.flatMap(([system, outcome]): Bar[] => {
      const value = of(outcome);
      return value === null ? [] : [{ label: system, value, color: colors[system] }];
    });
    return bars.length === 0 ? [] : [`<h3>${title}</h3>\n${barChart(bars, range(bars))}`];
  });
  return `<h2>${id}</h2>\n<p>${escapeText(about)}</p>\n${[...drawn, ...others].join('\n')}`;
}

/** The axis begins below the smallest value, so that its bar can be seen. */
function range(bars: readonly Bar[]): readonly [number, number] {
  const values = bars.map(({ value }) => value).filter((value) => value > 0);
  return [Math.min(...values, 1e9) / 2, Math.max(...values, 1e-9)];
}
