/*
 * `npm run bench:plot -- <report.json>… --output <page.html>`: draws reports of `npm run bench -- --json`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Report } from './measure/report.js';
import { plotPage } from './plot/page.js';

const { values, positionals } = parseArgs({
  options: { output: { type: 'string', default: 'bench.html' } },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.error('Name at least one report: npm run bench:plot -- figures.json');
  process.exit(2);
}
const reports = await Promise.all(
  positionals.map(async (path) => JSON.parse(await readFile(path, 'utf8')) as Report),
);
await writeFile(values.output, plotPage(reports));
console.log(`Written: ${values.output}`);
