import { unplugin } from './unplugin.js';

export type { UseGraphOptions } from './options.js';

export default unplugin.rollup;
