import type { PartialMessage } from 'esbuild';
import type { UnpluginMessage } from 'unplugin';
import type { InputMap } from '../../print/originalPlaces.js';
import type { HookContext } from '../module.js';
import type { OwnFrame } from '../report.js';

/** Collects what is said of a module. */
export class LoadContext implements HookContext {
  readonly errors: PartialMessage[] = [];
  readonly warnings: PartialMessage[] = [];

  constructor(private readonly inputMap: InputMap | null) {}

  error(message: string | UnpluginMessage): void {
    this.errors.push(asEsbuilds(message));
  }

  warn(message: string | UnpluginMessage): void {
    this.warnings.push(asEsbuilds(message));
  }

  getCombinedSourcemap(): InputMap | null {
    return this.inputMap;
  }
}

/** esbuild shows the lines that messages speak of, and so they need not hold them. */
function asEsbuilds(message: string | UnpluginMessage): PartialMessage {
  if (typeof message === 'string') return { text: message };
  const { loc, meta } = message;
  const place = loc && { file: loc.file, line: loc.line, column: loc.column };
  if (!place || !isFrame(meta)) return { text: message.message, location: place ?? null };
  const { text, suggestion, lineText, length } = meta;
  const notes = suggestion === '' ? [] : [{ text: suggestion }];
  return { text, notes, location: { ...place, lineText, length } };
}

function isFrame(meta: unknown): meta is OwnFrame {
  return typeof meta === 'object' && meta !== null && 'lineText' in meta;
}
