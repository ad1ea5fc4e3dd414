export { type CatalogEntry, catalog, type DiagnosticCode } from './catalog.js';
export { codeFrame } from './codeFrame.js';
export {
  type Diagnostic,
  type DiagnosticCategory,
  DiagnosticError,
  type DiagnosticLocation,
  diagnostic,
  formatDiagnostic,
  locationOf,
} from './diagnostic.js';
