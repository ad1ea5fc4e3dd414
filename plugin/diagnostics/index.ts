export type { BuildCode } from '../../diagnostics/index.js';
export { formatDiagnostic, UseGraphError } from '../../diagnostics/index.js';
export { codeFrame } from './codeFrame.js';
export {
  type BuildDiagnostic,
  BuildError,
  diagnostic,
  locationOf,
} from './diagnostic.js';
export { asConfigured } from './strict.js';
