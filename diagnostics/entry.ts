import type { DiagnosticCategory } from './diagnostic.js';

/** When a diagnostic is met: by the plugin, while a graph is made, by a call before that, or while a graph runs. */
export type Phase = 'build' | 'trace' | 'call' | 'run';

/** One kind of diagnostic, as docs/diagnostics.md tells of it. */
export interface Entry {
  readonly category: DiagnosticCategory;
  readonly title: string;
  readonly explanation: string;
  /**
   * A module that gets this diagnostic, between two line ends, in which `tf` is TensorFlow.js. Null where it takes a machine, or a mistake of
   * ours, that cannot be had on demand.
   */
  readonly example: string | null;
  readonly fix: string;
  /** The backend that the example needs. */
  readonly backend?: 'webgpu';
}

export type Entries = Readonly<Record<string, Entry>>;
