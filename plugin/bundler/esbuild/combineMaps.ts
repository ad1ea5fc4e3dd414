import { addMapping, GenMapping, setSourceContent, toEncodedMap } from '@jridgewell/gen-mapping';
import {
  AnyMap,
  type EncodedSourceMap,
  eachMapping,
  originalPositionFor,
  TraceMap,
} from '@jridgewell/trace-mapping';
import type { InputMap } from '../../print/originalPlaces.js';

/** From the code that was made last to what the first of two steps was given. */
export function combineMaps(last: unknown, first: InputMap | null): EncodedSourceMap {
  if (first === null) return last as EncodedSourceMap;
  const origin = AnyMap(first as EncodedSourceMap);
  const combined = new GenMapping();
  eachMapping(new TraceMap(last as EncodedSourceMap), (mapping) => {
    if (mapping.source === null) return;
    const { originalLine: line, originalColumn: column } = mapping;
    const found = originalPositionFor(origin, { line, column });
    if (found.source === null) return;
    addMapping(combined, {
      generated: { line: mapping.generatedLine, column: mapping.generatedColumn },
      original: { line: found.line, column: found.column },
      source: found.source,
      name: found.name ?? mapping.name ?? '',
    });
  });
  for (const [index, source] of origin.sources.entries())
    setSourceContent(combined, source ?? '', origin.sourcesContent?.[index] ?? null);
  return toEncodedMap(combined) as EncodedSourceMap;
}
