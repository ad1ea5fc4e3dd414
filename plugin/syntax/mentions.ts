/** Whether a module has been through the plugin already. */
export function importsRuntime(code: string): boolean {
  return /['"`]use-graph\/staged['"`]/.test(code);
}

/** Whether a module can contain anything that asks to be staged: a look at the text, before it is parsed. */
export function mayContainMarks(code: string): boolean {
  const mentions =
    code.includes('use graph') || (/['"]use-graph['"]/.test(code) && /\bgraph\b/.test(code));
  return mentions && !importsRuntime(code);
}
