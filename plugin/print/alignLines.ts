import { addSegment, GenMapping, toEncodedMap } from '@jridgewell/gen-mapping';
import type { InputMap } from './originalPlaces.js';

/**
 * A source map of compiled code, guessed from the lines that it shares with its original. For compilers that copy the
 * user's functions as they are, and give no map unless the bundler is asked for one.
 */
export function alignLines(code: string, original: string, source: string): InputMap {
  const map = new GenMapping();
  const originalLines = original.split('\n');
  const known = uniqueLines(originalLines);
  const lines = code.split('\n');
  const unique = uniqueLines(lines);
  let shift: number | null = null;
  for (const [index, line] of lines.entries()) {
    const same = unique.has(line) ? known.get(line) : undefined;
    if (same !== undefined) shift = same - index;
    // A line that occurs more than once is the one that follows the line before.
    else if (shift !== null && originalLines[index + shift] !== line) shift = null;
    if (shift === null) {
      addSegment(map, index, 0);
      continue;
    }
    for (const { index: column } of line.matchAll(/[\p{ID_Continue}$]+|[^\s]/gu)) {
      addSegment(map, index, column, source, index + shift, column);
    }
  }
  return toEncodedMap(map) as InputMap;
}

/** The lines that occur once, with where. Blank lines and lone brackets tell nothing. */
function uniqueLines(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (!/\w/.test(line)) continue;
    if (found.has(line)) repeated.add(line);
    found.set(line, index);
  }
  for (const line of repeated) found.delete(line);
  return found;
}
