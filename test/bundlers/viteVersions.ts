import * as vite8 from 'vite';
import * as vite6 from 'vite-6';
import * as vite7 from 'vite-7';

/** As the newest types it: its options are a superset of what the tests give the earlier ones. */
export type Vite = Pick<typeof vite8, 'build' | 'createServer' | 'version'>;

/** Those that bundle with Rollup and take types away with esbuild. */
export const earlierVersions = [
  { version: 6, vite: vite6 as unknown as Vite },
  { version: 7, vite: vite7 as unknown as Vite },
];

export const versions = [...earlierVersions, { version: 8, vite: vite8 as Vite }];
