import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from '../staged/compareBody.js';
const backendName = process.env.PROBE_BACKEND ?? 'cpu';
const executor = executors.find((e) => e.backend === backendName)!;
const bodies = readFileSync(process.env.PROBE!, 'utf8').split('\n====\n').map((b) => b.trim()).filter(Boolean);
describe('probe', () => {
  beforeAll(executor.start);
  it.each(bodies)('%s', async (body) => {
    const r = await compareBody(body, executor.backend);
    console.log(JSON.stringify({ body: body.slice(0, 300), ...r }, (k, v) => v === undefined ? '∅' : v));
    expect(r).toEqual({ failure: null, refusals: [] });
  });
});
