import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { compareBody } from '../staged/compareBody.js';
import { executors, useCpu } from '../support/index.js';

const backend = (process.env.PROBE_BACKEND ?? 'cpu') as 'cpu' | 'webgpu';
const bodies = readFileSync(process.env.PROBE!, 'utf8').split(/^====.*$/m).map((b) => b.trim()).filter(Boolean);
it('probe', async () => {
  const { start } = executors.find(({ backend: b }) => b === backend)!;
  await useCpu();
  for (const [i, body] of bodies.entries()) {
    try {
      if (backend !== 'cpu') await start();
      const { failure, refusals } = await compareBody(body, backend);
      console.log(`#${i} ${failure ? 'FAIL' : 'ok'} ${refusals.join(',')}` + (failure ? `\n${body}\n` + JSON.stringify(failure, null, 1) : ''));
    } catch (error) {
      console.log(`#${i} THROWS\n${body}\n${(error as Error).message}\n`);
    }
  }
}, 600_000);
