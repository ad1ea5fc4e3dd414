export { type FunctionKind, functionName, kindOf } from './describe.js';
export { dropStageDirective, requestOf, stageDirective } from './directives.js';
export { type Findings, findMarked } from './marked.js';
export { findReached } from './reached.js';
