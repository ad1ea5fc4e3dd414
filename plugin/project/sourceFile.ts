import { readFileSync, statSync } from 'node:fs';
import type { Import, ParsedModule, Wanted } from '../directive/index.js';
import { mayContainMarks, mentionsTensors } from '../syntax/mentions.js';
import { keyOf } from './demand.js';
import { GivenFunctions } from './givenFunctions.js';
import { globsIn } from './globs.js';
import { exportsOf, type Taken, takenOf } from './importedNames.js';
import type { Search } from './mentions.js';
import { type Stamp, stampFrom, stampOf } from './stamp.js';

/** What the staged code of a file asks of others. */
export interface Analysis {
  imports: Import[];
  members: Set<string>;
  linkedMembers: Set<string>;
  /** The names of what calls the functions that it is given, or keeps them, among them its graph functions. */
  callers: Set<string>;
  /** The names under which it exports such. */
  keeping: Set<string>;
  /** Those of them that hold functions. */
  holding: Set<string>;
  /** The modules of which objects are given to those of other files. */
  given: Set<string>;
}

export interface ParsedFile {
  analyse(wanted: Wanted): Analysis;
  /** Stands for the functions that are staged along where that is wanted. */
  stagedFor(wanted: Wanted): string;
  /** The module, where it was parsed from this very text. */
  moduleOf(code: string): ParsedModule | null;
}

/** The text is the file's own where none is given. */
export type ParseFile = (file: string, text?: string) => ParsedFile;

/** What is found out about a file, which holds as long as its stamp is the same. */
export interface Facts {
  readonly stamp: Stamp;
  mayBeMarked?: boolean;
  specifiers?: readonly string[];
  /** By what is wanted of the file. */
  readonly analyses: Map<string, Analysis>;
  /** By the key of a search, the names that it finds here. */
  readonly mentions: Map<string, readonly string[]>;
  /** By a function's name, whether calls of it are given functions. */
  readonly gifts: Map<string, boolean>;
}

function newFacts(stamp: Stamp): Facts {
  return { stamp, analyses: new Map(), mentions: new Map(), gifts: new Map() };
}

/** Bundles that lie in a project, such as those of `public`, take many times as long to parse as what people write. */
function isMinified(bytes: string): boolean {
  if (bytes.length < 50_000) return false;
  let lines = 1;
  for (let at = bytes.indexOf('\n'); at !== -1; at = bytes.indexOf('\n', at + 1)) lines++;
  return bytes.length / lines > 300;
}

/** A question cannot be answered without a parser. */
export class ParserMissing extends Error {}

/** A file of the project, of which no more is looked at than has to be. */
export class SourceFile {
  readonly size: number;
  readonly facts: Facts;
  #bytes: string | null;
  #searched: string | null = null;
  #given: GivenFunctions | null = null;
  #parsed: ParsedFile | null = null;

  constructor(
    readonly file: string,
    known?: Facts,
    /** What a plugin made, of which there is no such file, or another one. */
    readonly text: string | null = null,
  ) {
    const stats = text === null ? statSync(file, { throwIfNoEntry: false }) : undefined;
    const stamp = stampFrom(stats);
    this.size = stats?.size ?? 0;
    this.facts = known?.stamp === stamp ? known : newFacts(stamp);
    this.#bytes = text;
  }

  /** Bytes as characters: enough to search for names, and read faster. */
  get bytes(): string {
    this.#bytes ??= readOrNothing(this.file, 'latin1');
    return this.#bytes;
  }

  /** In what a tool has made no name is searched for. */
  get searched(): string {
    this.#searched ??= isMinified(this.bytes) ? '' : this.bytes;
    return this.#searched;
  }

  get mayBeMarked(): boolean {
    this.facts.mayBeMarked ??= mayContainMarks(this.bytes);
    return this.facts.mayBeMarked;
  }

  isCurrent(): boolean {
    return stampOf(this.file) === this.facts.stamp;
  }

  /** The specifiers in its text; what stands in comments may be among them. */
  get specifiers(): readonly string[] {
    this.facts.specifiers ??= Array.from(this.bytes.matchAll(specifier), (match) => match[1]!);
    return this.facts.specifiers;
  }

  /** The patterns by which it imports files. */
  get globs(): readonly string[] {
    return globsIn(this.bytes);
  }

  get mentionsTensors(): boolean {
    return mentionsTensors(this.bytes);
  }

  /** The names that a search finds here. */
  mentions(search: Search): readonly string[] {
    let found = this.facts.mentions.get(search.key);
    if (found === undefined) {
      found = search.in(this.searched);
      this.facts.mentions.set(search.key, found);
    }
    return found;
  }

  /** What it imports of a module, or exports of it. */
  takenOf(specifier: string): Taken[] {
    return takenOf(specifier, this.searched);
  }

  /** The names under which it exports a variable. */
  exportsOf(variable: string): string[] {
    return exportsOf(variable, this.searched);
  }

  givesFunction(name: string): boolean {
    let known = this.facts.gifts.get(name);
    if (known === undefined) {
      known = this.#givenFunctions.isSomeGivenTo(name);
      this.facts.gifts.set(name, known);
    }
    return known;
  }

  /** Whether its functions, or those that it calls, may put something into what a variable holds. */
  mayFill(variable: string): boolean {
    return this.#givenFunctions.mayFill(variable);
  }

  get #givenFunctions(): GivenFunctions {
    this.#given ??= new GivenFunctions(this.searched);
    return this.#given;
  }

  analyse(wanted: Wanted, parse: ParseFile | null): Analysis {
    const key = keyOf(wanted);
    let analysis = this.facts.analyses.get(key);
    if (analysis === undefined) {
      if (parse === null) throw new ParserMissing();
      this.#parsed ??= parse(this.file, this.text ?? undefined);
      analysis = this.#parsed.analyse(wanted);
      this.facts.analyses.set(key, analysis);
    }
    return analysis;
  }

  /** The module, once, where it was parsed already from this very text. */
  takeModule(code: string): ParsedModule | null {
    const module = this.#parsed?.moduleOf(code) ?? null;
    if (module !== null) this.#parsed = null;
    return module;
  }
}

const specifier = /\b(?:from|import|require)\b\s*\(?\s*["']([^"'\n]+)["']/g;

export function readOrNothing(file: string, encoding: 'latin1' | 'utf8'): string {
  try {
    return readFileSync(file, encoding);
  } catch {
    return '';
  }
}
