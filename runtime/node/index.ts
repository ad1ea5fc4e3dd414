/*
 * `use-graph/node`: WebGPU in Node, through Dawn.
 */
export { type UseWebGPUOptions, useWebGPU, type WebGPUAdapter } from './useWebGPU.js';
