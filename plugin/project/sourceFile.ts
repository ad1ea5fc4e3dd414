import { readFileSync, statSync } from 'node:fs';
import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import {
  type Findings,
  findMarked,
  findReached,
  functionName,
  type Import,
  type Wanted,
} from '../directive/index.js';
import { isPartOfComponent } from '../syntax/moduleId.js';
import { parse } from '../syntax/parse.js';
import { keyOf } from './demand.js';

/** What the staged code of a file asks of others. */
export interface Analysis {
  imports: Import[];
  members: Set<string>;
  ownMembers: Set<string>;
  /** The names of its graph functions. */
  callers: Set<string>;
}

/** A file of the project, of which no more is looked at than has to be. */
export class SourceFile {
  /** Bytes as characters: enough to search for names, and read faster. */
  readonly bytes: string;
  readonly #stamp: string;
  #scripts: Script[] | null = null;
  #analysis: { key: string; result: Analysis } | null = null;

  constructor(readonly file: string) {
    this.#stamp = stampOf(file);
    this.bytes = readOrNothing(file, 'latin1');
  }

  isCurrent(): boolean {
    return stampOf(this.file) === this.#stamp;
  }

  /** The specifiers in its text; what stands in comments may be among them. */
  specifiers(): string[] {
    return Array.from(this.bytes.matchAll(specifier), (match) => match[1]!);
  }

  analyse(wanted: Wanted): Analysis {
    const key = keyOf(wanted);
    if (this.#analysis?.key !== key) {
      this.#analysis = {
        key,
        result: merged(this.#read().map((script) => analyse(script, wanted))),
      };
    }
    return this.#analysis.result;
  }

  /** The tree of the file, once, where it was parsed already from this very text. */
  takeTree(code: string): t.File | null {
    const [script] = this.#scripts ?? [];
    if (script?.code !== code) return null;
    this.#scripts = null;
    return script.ast;
  }

  #read(): Script[] {
    this.#scripts ??= readScripts(this.file);
    return this.#scripts;
  }
}

interface Script {
  code: string;
  ast: t.File;
  findings: Findings;
}

const specifier = /\b(?:from|import|require)\b\s*\(?\s*["']([^"'\n]+)["']/g;
const scriptElement = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

function readScripts(file: string): Script[] {
  const text = readOrNothing(file, 'utf8');
  if (!isPartOfComponent(file)) return parsed(text, file);
  return Array.from(text.matchAll(scriptElement)).flatMap(([, attributes, code]) => {
    const language = /\blang=["']?(\w+)/.exec(attributes!)?.[1] ?? 'js';
    return parsed(code!, `${file}?component&lang.${language}`);
  });
}

function parsed(code: string, id: string): Script[] {
  try {
    const ast = parse(code, id);
    return [{ code, ast, findings: findMarked(ast, id, () => {}) }];
  } catch (error) {
    // The bundler says it, if the file is ever asked for.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function analyse({ findings }: Script, wanted: Wanted): Analysis {
  const { imports, members, ownMembers } = findReached(findings, wanted);
  const names = findings.marked.map((path: NodePath<t.Function>) => functionName(path));
  return { imports, members, ownMembers, callers: new Set(names.filter((name) => name !== '')) };
}

function merged([first, ...others]: Analysis[]): Analysis {
  const result = first ?? {
    imports: [],
    members: new Set(),
    ownMembers: new Set(),
    callers: new Set(),
  };
  for (const other of others) {
    result.imports.push(...other.imports);
    for (const name of other.members) result.members.add(name);
    for (const name of other.ownMembers) result.ownMembers.add(name);
    for (const name of other.callers) result.callers.add(name);
  }
  return result;
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.mtimeMs} ${found.size}`;
}

function readOrNothing(file: string, encoding: 'latin1' | 'utf8'): string {
  try {
    return readFileSync(file, encoding);
  } catch {
    return '';
  }
}
