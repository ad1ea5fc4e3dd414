/**
 * Whether warnings are errors: `USE_GRAPH_STRICT` is an environment variable or, where there is no environment, a global
 * one.
 */
export function isStrict(): boolean {
  const global = globalThis as {
    USE_GRAPH_STRICT?: unknown;
    process?: { env?: Record<string, string | undefined> };
  };
  const wanted = global.USE_GRAPH_STRICT ?? global.process?.env?.USE_GRAPH_STRICT ?? '';
  return !['', '0', 'false'].includes(String(wanted));
}
