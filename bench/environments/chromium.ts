import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startBrowser } from '../../test/support/browser.js';
import { bundleSuite } from '../bundle.js';
import type { WorkloadReport } from '../measure/report.js';
import type { Session, TaskResult } from './environment.js';

const page =
  '<!doctype html><title>use-graph benchmarks</title><script type="module" src="/suite.chromium.js"></script>';

/** Isolated pages have a clock of 5 µs, others one of 100 µs. */
const isolated = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

export async function startChromium(root: string, outdir: string): Promise<Session> {
  await bundleSuite('chromium', root, outdir);
  const script = await readFile(join(outdir, 'suite.chromium.js'));
  const server = createServer((request, response) => {
    const isScript = request.url === '/suite.chromium.js';
    const type = isScript ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': type, ...isolated }).end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const { context, close } = await startBrowser();
  return {
    version: `Chromium ${context.browser()?.version() ?? ''}`,
    async run(tasks) {
      const tab = await context.newPage();
      try {
        await tab.goto(`http://localhost:${port}/`);
        await tab.waitForFunction('window.runTask !== undefined');
        const adapter = await tab.evaluate<string>('adapterName()');
        const results: TaskResult[] = [];
        for (const task of tasks) {
          const report = await tab.evaluate<WorkloadReport>(`runTask(${JSON.stringify(task)})`);
          results.push({ report, adapter });
        }
        return results;
      } finally {
        await tab.close();
      }
    },
    async close() {
      await close();
      server.close();
    },
  };
}
