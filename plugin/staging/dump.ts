import generatorModule from '@babel/generator';
import type * as t from '@babel/types';

// Node gives the whole CommonJS module as the default import; bundlers give its `default`.
const generate =
  (generatorModule as { default?: typeof generatorModule }).default ?? generatorModule;

/** The passes that `USE_GRAPH_DUMP` names. What the process was given takes its time to be asked for. */
export function dumpedPasses(): readonly string[] {
  return globalThis.process?.env?.USE_GRAPH_DUMP?.split(',') ?? [];
}

/** Prints the function after a pass that is named, as all are by `all`. */
export function dumpPass(
  pass: string,
  root: t.Node,
  place: string,
  dumped: readonly string[],
): void {
  if (!dumped.includes(pass) && dumped[0] !== 'all') return;
  globalThis.process.stderr.write(`// ${pass}: ${place}\n${generate(root).code}\n\n`);
}
