import { escaped } from './files.js';

/* What statements take of other modules, as far as a look at their text can tell. */

/** A name of another module that a file imports, or exports itself. */
export interface Taken {
  /** `*` of all that it exports. */
  readonly name: string;
  /** The same name where none is given: `export * from …`. */
  readonly local: string | null;
  readonly isExported: boolean;
}

/** `import all, { push as add } from …`, `export { table } from …`, `const { table } = require(…)` */
export function takenOf(specifier: string, text: string): Taken[] {
  const module = `["']${escaped(specifier)}["']`;
  const statements = new RegExp(
    `\\b(import|export)\\b(?:\\s+type\\b)?([\\w$\\s,{}*]*?)\\bfrom\\s*${module}`,
    'g',
  );
  const requires = new RegExp(
    `((?<![\\w$])[\\w$]+|\\{[\\w$\\s,:]*\\})\\s*=\\s*require\\(\\s*${module}\\s*\\)(?:\\.([\\w$]+))?`,
    'g',
  );
  return [
    ...[...text.matchAll(statements)].flatMap(([, keyword, clause]) =>
      namesIn(clause!.trim(), keyword === 'export'),
    ),
    ...(text.includes('require') ? [...text.matchAll(requires)] : []).flatMap(
      ([, target, name = '*']) =>
        target!.startsWith('{')
          ? namesIn(target!, false)
          : [{ name, local: target!, isExported: false }],
    ),
  ];
}

function namesIn(clause: string, isExported: boolean): Taken[] {
  if (clause === '*') return [{ name: '*', local: null, isExported }];
  const [, whole] = /^([\w$]+)\s*(?:,|$)/.exec(clause) ?? [];
  const [, space] = /\*\s*as\s+([\w$]+)/.exec(clause) ?? [];
  const [, list = ''] = /\{([^}]*)\}/.exec(clause) ?? [];
  return [
    ...(whole ? [{ name: 'default', local: whole, isExported }] : []),
    ...(space ? [{ name: '*', local: space, isExported }] : []),
    ...renamed(list).map(([name, local]) => ({ name, local, isExported })),
  ];
}

/** `a, b as c`, and `b: c` of a pattern. */
function renamed(list: string): (readonly [name: string, local: string])[] {
  return list.split(',').flatMap((part) => {
    const [, name, local = name] =
      /^\s*(?:type\s+)?([\w$]+)(?:(?:\s+as\s+|\s*:\s*)([\w$]+))?\s*$/.exec(part) ?? [];
    return name === undefined ? [] : [[name, local!]];
  });
}

/** The names under which a file exports a variable: `export { table as ops }`, `export default table`. */
export function exportsOf(variable: string, text: string): string[] {
  const lists = [...text.matchAll(/\bexport\s*\{([^}]*)\}(?!\s*from\b)/g)];
  const named = lists.flatMap(([, list]) =>
    renamed(list!).flatMap(([name, exported]) => (name === variable ? [exported] : [])),
  );
  const asDefault = new RegExp(`\\bexport\\s+default\\s+${escaped(variable)}(?![\\w$.(\\[])`);
  return asDefault.test(text) ? [...named, 'default'] : named;
}
