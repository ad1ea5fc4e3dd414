import { ParsedModule, type Wanted } from '../directive/index.js';
import { isPartOfComponent } from '../syntax/moduleId.js';
import { parse } from '../syntax/parse.js';
import { type Analysis, type ParsedFile, readOrNothing } from './sourceFile.js';

/** A file that Babel has parsed. Everything else about a project is known without Babel, which takes long to load. */
export function parseFile(file: string): ParsedFile {
  const scripts = readScripts(file);
  return {
    analyse: (wanted) => merged(scripts.map((script) => analyse(script, wanted))),
    moduleOf: (code) => (scripts[0]?.code === code ? scripts[0].module : null),
  };
}

interface Script {
  code: string;
  module: ParsedModule;
}

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
    return [{ code, module: new ParsedModule(parse(code, id)) }];
  } catch (error) {
    // The bundler says it, if the file is ever asked for.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function analyse({ module }: Script, wanted: Wanted): Analysis {
  const { imports, members, linkedMembers, callers, given } = module.reached(wanted);
  return { imports, members, linkedMembers, callers, given };
}

function merged([first, ...others]: Analysis[]): Analysis {
  const result = first ?? {
    imports: [],
    members: new Set(),
    linkedMembers: new Set(),
    callers: new Set(),
    given: new Set(),
  };
  for (const other of others) {
    result.imports.push(...other.imports);
    for (const name of other.members) result.members.add(name);
    for (const name of other.linkedMembers) result.linkedMembers.add(name);
    for (const name of other.callers) result.callers.add(name);
    for (const source of other.given) result.given.add(source);
  }
  return result;
}
