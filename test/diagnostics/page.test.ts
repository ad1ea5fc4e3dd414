import { expect, it } from 'vitest';
import { diagnosticsPage } from './page.js';

it('docs/diagnostics.md is up to date (npm run docs writes it)', async () => {
  await expect(await diagnosticsPage()).toMatchFileSnapshot('../../docs/diagnostics.md');
});
