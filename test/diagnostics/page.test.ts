import { expect, it } from 'vitest';
import { diagnosticsPage } from './page.js';

it('docs/diagnostics.md is up to date (npm run docs writes it)', { timeout: 300_000 }, async () => {
  await expect(await diagnosticsPage()).toMatchFileSnapshot('../../docs/diagnostics.md');
});
