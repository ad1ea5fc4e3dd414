import { ParsedModule, type Wanted } from '../directive/index.js';
import { parse } from '../syntax/parse.js';
import { scriptsIn } from './scripts.js';
import { type Analysis, type ParsedFile, readOrNothing } from './sourceFile.js';

/** A file that Babel has parsed. Everything else about a project is known without Babel, which takes long to load. */
export function parseFile(file: string, text?: string): ParsedFile {
  const scripts = text === undefined ? readScripts(file) : parsed(text, file);
  return {
    analyse: (wanted) => merged(scripts.map((script) => analyse(script, wanted))),
    stagedFor: (wanted) => scripts.map(({ module }) => stagedFor(module, wanted)).join('\n'),
    moduleOf: (code) => (scripts[0]?.code === code ? scripts[0].module : null),
  };
}

interface Script {
  code: string;
  module: ParsedModule;
}

function readScripts(file: string): Script[] {
  return scriptsIn(file, readOrNothing(file, 'utf8')).flatMap(({ code, id }) => parsed(code, id));
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
  const { imports, members, linkedMembers, callers, keeping, holding, given } =
    module.reached(wanted);
  return { imports, members, linkedMembers, callers, keeping, holding, given };
}

function stagedFor(module: ParsedModule, wanted: Wanted): string {
  const { functions, fields } = module.reached(wanted);
  return [...functions, ...fields].map(({ node }) => node.start).join();
}

function merged([first, ...others]: Analysis[]): Analysis {
  const result = first ?? {
    imports: [],
    members: new Set(),
    linkedMembers: new Set(),
    callers: new Set(),
    keeping: new Set(),
    holding: new Set(),
    given: new Set(),
  };
  for (const other of others) {
    result.imports.push(...other.imports);
    for (const name of other.members) result.members.add(name);
    for (const name of other.linkedMembers) result.linkedMembers.add(name);
    for (const name of other.callers) result.callers.add(name);
    for (const name of other.keeping) result.keeping.add(name);
    for (const name of other.holding) result.holding.add(name);
    for (const source of other.given) result.given.add(source);
  }
  return result;
}
