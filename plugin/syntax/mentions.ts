/** What holds the helpers of staged code. */
export const runtimeModule = 'use-graph/staged';

/** Whether a module has been through the plugin already. */
export function importsRuntime(code: string): boolean {
  return /['"`]use-graph\/staged['"`]/.test(code);
}

/** Whether a module can contain anything that asks to be staged: a look at the text, before it is parsed. */
export function mayContainMarks(code: string): boolean {
  return mentionsGraph(code) && !importsRuntime(code);
}

/** The words of the directive, also where they are not written as they should be, which the user is told of. */
export const directiveWords =
  /use(?:\s+|[_-])(?:no(?:\s+|[_-]))?(?:gra|grp)|['"`]use(?:no)?(?:gra|grp)/i;

/** Most modules hold neither word: they cost two searches for a string. */
function mentionsGraph(code: string): boolean {
  if (directiveWords.test(code)) return true;
  return code.includes('use-graph') && /['"]use-graph['"]/.test(code) && /\bgraph\b/.test(code);
}

const tensorWords = /@tensorflow\/|['"`]use-graph['"`]|\btf\s*\./;

/** Whether a text tells of TensorFlow.js, or of this package. */
export function mentionsTensors(code: string): boolean {
  return tensorWords.test(code);
}
