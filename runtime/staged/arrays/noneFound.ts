/** Of the assertion where what a search gives is used and nothing was found. */
export function noneFound(method: string): string {
  return `${method}() found no element, and gave undefined: say what stands for one then, ${method}(…) ?? 0`;
}
