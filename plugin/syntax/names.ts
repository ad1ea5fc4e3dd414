import * as t from '@babel/types';

/** Every identifier that occurs in a file, whatever it stands for. */
export function identifierNames(file: t.File): Set<string> {
  const names = new Set<string>();
  t.traverseFast(file.program, (node) => {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') names.add(node.name);
  });
  return names;
}

/** Whether a name occurs in a program, also as a string: cheaper than to ask what each use of it stands for. */
export function mentionsName(program: t.Node, name: string): boolean {
  let found = false;
  t.traverseFast(program, (node) => {
    found =
      (node.type === 'Identifier' && node.name === name) ||
      (node.type === 'StringLiteral' && node.value === name);
    return found ? t.traverseFast.stop : undefined;
  });
  return found;
}

/** Gives names that occur nowhere in the file: the hint itself, or with `$1`, `$2`, … after it. */
export function nameSource(taken: Set<string>): (hint: string) => string {
  return (hint) => {
    const base = t.toIdentifier(hint.replace('#', '')) || 'value';
    let name = base;
    for (let count = 1; taken.has(name); count++) name = `${base}$${count}`;
    taken.add(name);
    return name;
  };
}
