import { jaxJs } from './jaxJs.js';
import type { System } from './system.js';
import { tfjsEager } from './tfjsEager.js';
import { tfjsGraphModel } from './tfjsGraphModel.js';
import { useGraph } from './useGraph.js';
import { wgsl } from './wgsl.js';

export const systems: readonly System[] = [useGraph, tfjsEager, tfjsGraphModel, jaxJs, wgsl];
