export type { BuildCode, DiagnosticCode, RuntimeCode } from './catalog.js';
export {
  type Diagnostic,
  type DiagnosticCategory,
  type DiagnosticLocation,
  formatDiagnostic,
  formatLocation,
  parseLocation,
} from './diagnostic.js';
export { formatFrame, framesOf, isInternal, setFrames } from './stack.js';
export { isStrict } from './strict.js';
export { UseGraphError } from './useGraphError.js';
