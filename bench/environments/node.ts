import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleSuite } from '../bundle.js';
import type { Session, TaskResult } from './environment.js';

export async function startNode(root: string, outdir: string): Promise<Session> {
  await bundleSuite('node', root, outdir);
  return {
    version: `Node ${process.version}`,
    async run(tasks) {
      const script = join(outdir, 'suite.node.js');
      const options = { cwd: root, maxBuffer: 2 ** 26 };
      const args = [script, JSON.stringify(tasks)];
      const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
        ({ stderr, message }: { stderr?: string; message: string }) => {
          throw new Error(stderr || message);
        },
      );
      const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
      return lines.map((line) => JSON.parse(line) as TaskResult);
    },
    close: async () => {},
  };
}
