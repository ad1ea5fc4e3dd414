import * as t from '@babel/types';
import { forEachNode, someNode } from './nodes.js';

/** Every identifier that occurs in a file, whatever it stands for, and every string. */
export function wordsOf(file: t.File): { identifiers: Set<string>; strings: Set<string> } {
  const identifiers = new Set<string>();
  const strings = new Set<string>();
  forEachNode(file.program, (node) => {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') identifiers.add(node.name);
    else if (node.type === 'StringLiteral') strings.add(node.value);
  });
  return { identifiers, strings };
}

/** Whether a name occurs in a piece of a program, also as a string: cheaper than to ask what each use of it stands for. */
export function mentionsName(program: t.Node, name: string): boolean {
  return someNode(
    program,
    (node) =>
      (node.type === 'Identifier' && node.name === name) ||
      (node.type === 'StringLiteral' && node.value === name),
  );
}

/** Gives a name that nothing else has: the hint itself, or with `$1`, `$2`, … after it. */
export type NameSource = (hint: string) => string;

/** Gives names that occur nowhere in the file. */
export function nameSource(taken: Set<string>): NameSource {
  return (hint) => {
    const name = freeName(hint, (other) => taken.has(other));
    taken.add(name);
    return name;
  };
}

/** Names that one function of a file adds to it: those of its own, and those that the whole file is to know. */
export interface FunctionNames {
  readonly own: NameSource;
  /** For what stands around the code that has the function's own names, and is not seen there. */
  readonly around: NameSource;
  readonly ofModule: NameSource;
  /** Numbers the function's own names in the order in which they stand in its code, without gaps. */
  number(code: t.Node): void;
}

/** Functions may have the same names; what the file has of itself, or got for the whole of it, none has. */
export function functionNames(taken: Set<string>): FunctionNames {
  const hints = new Map<string, string>();
  const around = new Set<string>();
  const isTaken = (name: string) => taken.has(name) || hints.has(name);
  return {
    own(hint) {
      const name = freeName(hint, isTaken);
      hints.set(name, hint);
      return name;
    },
    around(hint) {
      const name = freeName(hint, (other) => taken.has(other) || around.has(other));
      around.add(name);
      return name;
    },
    ofModule(hint) {
      const name = freeName(hint, (other) => isTaken(other) || around.has(other));
      taken.add(name);
      return name;
    },
    number(code) {
      const uses = new Set<t.Identifier | t.JSXIdentifier>();
      forEachNode(code, (node) => {
        if ('name' in node && typeof node.name === 'string' && hints.has(node.name))
          uses.add(node as t.Identifier | t.JSXIdentifier);
      });
      const numbered = new Map<string, string>();
      const given = new Set<string>();
      for (const use of uses) {
        let name = numbered.get(use.name);
        if (name === undefined) {
          name = freeName(hints.get(use.name)!, (other) => taken.has(other) || given.has(other));
          numbered.set(use.name, name);
          given.add(name);
        }
        use.name = name;
      }
    },
  };
}

function freeName(hint: string, isTaken: (name: string) => boolean): string {
  const base = t.toIdentifier(hint.replace('#', '')) || 'value';
  let name = base;
  for (let count = 1; isTaken(name); count++) name = `${base}$${count}`;
  return name;
}
