import generatorModule from '@babel/generator';
import type * as t from '@babel/types';

// Node gives the whole CommonJS module as the default import; bundlers give its `default`.
const generate =
  (generatorModule as { default?: typeof generatorModule }).default ?? generatorModule;

/** Prints the function after a pass, where `USE_GRAPH_DUMP` names the pass or is `all`. */
export function dumpPass(pass: string, root: t.Node, place: string): void {
  const wanted = globalThis.process?.env?.USE_GRAPH_DUMP;
  if (!wanted || (wanted !== 'all' && !wanted.split(',').includes(pass))) return;
  globalThis.process.stderr.write(`// ${pass}: ${place}\n${generate(root).code}\n\n`);
}
