export { type FunctionKind, functionName, kindOf, placeName } from './describe.js';
export { dropStageDirective, requestOf, stageDirective } from './directives.js';
export { graphArgument } from './graphCalls.js';
export { type Findings, findMarked } from './marked.js';
export { findReached } from './reached.js';
