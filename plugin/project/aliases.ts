/** A replacement at the beginning of specifiers, as bundlers are configured with. */
export interface Alias {
  find: string | RegExp;
  replacement: string;
  /** Only the whole specifier is replaced. */
  exact?: boolean;
}

/** What Vite and Rollup's plugin for aliases, or webpack and Rspack, are given as aliases. */
export function readAliases(given: unknown): Alias[] {
  if (Array.isArray(given)) return given.flatMap(fromEntry);
  if (typeof given !== 'object' || given === null) return [];
  return Object.entries(given).flatMap(([name, replacement]) => {
    const exact = name.endsWith('$');
    const find = exact ? name.slice(0, -1) : name;
    const [first] = Array.isArray(replacement) ? replacement : [replacement];
    return typeof first === 'string' ? [{ find, replacement: first, exact }] : [];
  });
}

function fromEntry(entry: unknown): Alias[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { find, name, replacement, alias } = entry as Record<string, unknown>;
  const from = find ?? name;
  const [to] = Array.isArray(alias) ? alias : [replacement ?? alias];
  if (typeof to !== 'string' || !(typeof from === 'string' || from instanceof RegExp)) return [];
  return [
    { find: from, replacement: to, exact: 'onlyModule' in entry && entry.onlyModule === true },
  ];
}

/** The specifier that stands for a given one; null where no alias speaks of it. */
export function applyAliases(specifier: string, aliases: readonly Alias[]): string | null {
  for (const { find, replacement, exact } of aliases) {
    if (typeof find !== 'string') {
      if (specifier.search(find) >= 0) return specifier.replace(find, replacement);
    } else if (specifier === find) return replacement;
    else if (!exact) {
      const prefix = find.endsWith('/') ? find : `${find}/`;
      if (specifier.startsWith(prefix)) return replacement + specifier.slice(find.length);
    }
  }
  return null;
}
