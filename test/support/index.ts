import './verifyPasses.js';
import './watchRefusals.js';

export { type BackendName, executors, useCpu, useWebGPU } from './backends.js';
export { expectClose, expectElements, isClose } from './closeness.js';
export { expectNoLeak, type Holdings, holdings } from './leaks.js';
