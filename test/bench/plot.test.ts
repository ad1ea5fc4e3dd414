import { describe, expect, it } from 'vitest';
import type { Measured, Report } from '../../bench/measure/report.js';
import { plotPage } from '../../bench/plot/page.js';

const measured: Measured = {
  status: 'measured',
  ms: 0.25,
  bestMs: 0.2,
  jsMs: null,
  firstCallMs: 12,
  counts: {
    dispatches: 1,
    submits: 1,
    passes: 1,
    buffersCreated: 0,
    bytesAllocated: 0,
    bytesWritten: 0,
    bindGroupsCreated: 0,
    pipelinesCreated: 0,
    maps: 0,
  },
  samples: 9,
  ratio: 1,
};

const report: Report = {
  environment: 'node',
  adapter: 'SwiftShader <5>',
  version: 'Node v20',
  date: '2026-01-02T03:04:05.000Z',
  workloads: [
    {
      id: 'chain-small',
      about: '100 ops',
      systems: {
        'use-graph': measured,
        'tfjs-eager': { ...measured, ms: 25 },
        wgsl: { status: 'skipped', reason: 'not written' },
      },
    },
  ],
};

describe('the page of plots', () => {
  it('draws a bar for each system that was measured, and says why others were not', () => {
    const page = plotPage([report]);
    const [times, dispatches] = page.match(/<svg.*<\/svg>/g)!;
    const lengths = [...times!.matchAll(/<rect x="120" y="\d+" width="([\d.]+)"/g)].map(
      ([, width]) => Number(width),
    );
    expect(lengths).toHaveLength(2);
    expect(lengths[1]).toBeGreaterThan(lengths[0]!);
    expect(times).toContain('>25<');
    expect(dispatches).toContain('>1<');
    expect(page).toContain('wgsl: skipped, not written');
    expect(page).toContain('SwiftShader &lt;5&gt;');
  });

  it('needs nothing from elsewhere', () => {
    expect(plotPage([report])).not.toMatch(/https?:|<script|<link/);
  });
});
