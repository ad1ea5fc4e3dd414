export { type FunctionKind, functionName, kindOf, placeName } from './describe.js';
export {
  dropStageDirective,
  leaveAsWritten,
  leaveDirective,
  requestOf,
  stageDirective,
} from './directives.js';
export { type InitializedField, initialValue } from './fields.js';
export { graphArgument, hostFunctionArgument } from './graphCalls.js';
export type { Import } from './imports.js';
export { usesSuper } from './marked.js';
export { ParsedModule } from './parsedModule.js';
export { nothingWanted, type Reached, type Wanted } from './reached.js';
