import { readdirSync, readFileSync } from 'node:fs';

/*
 * A file in cases/ holds programs, each under a line `//// name`. Behind the text of a program are its calls:
 *
 *   //> f(3, [1, 2], host('sum'))                 gives on tensors what it gives on plain values
 *   //> f([1, 2]) => [2, 4]                       gives this; for ops on whole tensors, which plain values do not have
 *   //! f(3) => host-read ... program.js:4:       throws an error whose message has these pieces in this order
 *
 * Arguments are float32 and bool tensors, `int(3)` and `int([1, 2])` int32 ones, and `host(…)` is handed over as it is.
 */
export interface Program {
  readonly name: string;
  readonly source: string;
  readonly calls: readonly Call[];
}

export interface Call {
  readonly shown: string;
  readonly args: readonly Argument[];
  /** None where the program as plain JavaScript is the reference. */
  readonly outcome?: { readonly value: unknown } | { readonly error: readonly string[] };
}

export type Plain = number | boolean | string | null | undefined | readonly Plain[] | object;

export interface Argument {
  readonly as: 'float32' | 'int32' | 'host';
  readonly value: Plain;
}

const directory = new URL('./cases/', import.meta.url);

export const caseFiles: readonly string[] = readdirSync(directory).sort();

export function readPrograms(file: string): readonly Program[] {
  const [, ...texts] = `\n${readFileSync(new URL(file, directory), 'utf8')}`.split(/^\/\/\/\/ /m);
  return texts.map(readProgram);
}

function readProgram(text: string): Program {
  const [name, ...lines] = text.split('\n');
  const isCall = (line: string) => /^\/\/[>!] /.test(line);
  const source = lines
    .filter((line) => !isCall(line))
    .join('\n')
    .trim();
  return { name: name!, source, calls: lines.filter(isCall).map(readCall) };
}

function readCall(line: string): Call {
  const match = /^\/\/([>!]) f\((.*?)\)(?: => (.*))?$/.exec(line);
  if (match === null) throw new Error(`Not a call: ${line}`);
  const [, kind, list, behind] = match;
  const args = (evaluate(`[${list}]`) as (Plain | Argument)[]).map((value) =>
    value instanceof Given ? value : new Given('float32', value),
  );
  const call = { shown: `f(${list})`, args };
  if (kind === '!') return { ...call, outcome: { error: behind!.split(' ... ') } };
  return behind === undefined ? call : { ...call, outcome: { value: evaluate(behind) } };
}

class Given implements Argument {
  constructor(
    readonly as: Argument['as'],
    readonly value: Plain,
  ) {}
}

function evaluate(text: string): unknown {
  const int = (value: Plain) => new Given('int32', value);
  const host = (value: Plain) => new Given('host', value);
  return new Function('int', 'host', `return ${text};`)(int, host);
}
