/** Whether a module has been through the plugin already. */
export function importsRuntime(code: string): boolean {
  return /['"`]use-graph\/staged['"`]/.test(code);
}

/** Whether a module can contain anything that asks to be staged: a look at the text, before it is parsed. */
export function mayContainMarks(code: string): boolean {
  return mentionsGraph(code) && !importsRuntime(code);
}

/** Most modules hold neither word: they cost two searches for a string. */
function mentionsGraph(code: string): boolean {
  if (code.includes('use graph')) return true;
  return code.includes('use-graph') && /['"]use-graph['"]/.test(code) && /\bgraph\b/.test(code);
}
