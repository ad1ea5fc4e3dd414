import type { Graph } from '../graph/graph.js';
import { printGraph } from '../graph/printer.js';

/**
 * Prints the graph where the environment variable `USE_GRAPH_DUMP` (in a browser the global of that name) lists the pass:
 * `USE_GRAPH_DUMP=trace,prune`, or `all`. `trace` is the graph before the first pass.
 */
export function dump(pass: string, graph: Graph): void {
  const wanted = wantedDumps();
  if (wanted === '') return;
  const names = wanted.split(',').map((name) => name.trim());
  if (!names.includes(pass) && !names.includes('all')) return;
  console.log(`// ${pass}\n${printGraph(graph, { locations: true })}`);
}

function wantedDumps(): string {
  const fromGlobal: unknown = Reflect.get(globalThis, 'USE_GRAPH_DUMP');
  if (typeof fromGlobal === 'string') return fromGlobal;
  return (typeof process === 'object' && process.env?.USE_GRAPH_DUMP) || '';
}
