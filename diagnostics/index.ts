export type { BuildCode, DiagnosticCode, RuntimeCode } from './catalog.js';
export {
  type Diagnostic,
  type DiagnosticCategory,
  type DiagnosticLocation,
  formatDiagnostic,
  formatLocation,
  parseLocation,
} from './diagnostic.js';
export { UseGraphError } from './useGraphError.js';
