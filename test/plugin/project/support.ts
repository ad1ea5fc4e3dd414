import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findDemands } from '../../../plugin/project/demandSearch.js';
import { type Alias, Project } from '../../../plugin/project/index.js';
import { parseFile } from '../../../plugin/project/parsedFile.js';
import { transform } from '../../../plugin/transform.js';
import { temporaryDirectory } from '../../support/temporary.js';
import { divertedNames } from '../support.js';

export type Files = Record<string, string>;

/** Writes a project into a directory of its own. */
export function writeProject(files: Files): string {
  const root = temporaryDirectory('project');
  writeFiles(root, files);
  return root;
}

export function writeFiles(root: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** The functions that have a staged form in each file, as `file: name, name`, marked ones excluded. */
export function stagedAlong(files: Files, aliases: readonly Alias[] = []): string[] {
  const root = writeProject(files);
  return stagedIn(
    new Project({ root, aliases, parse: parseFile, search: findDemands }),
    root,
    files,
  );
}

export function stagedIn(project: Project, root: string, files: Files): string[] {
  const found: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    if (!/\.(?:[cm]?[jt]sx?)$/.test(name)) continue;
    const file = join(root, name);
    const { wanted, parsed } = project.enter(file, text);
    const result = transform(text, file, { root, wanted, parsed });
    const staged = divertedNames(result?.code ?? '');
    if (staged.length > 0) found.push(`${name}: ${staged.join(', ')}`);
  }
  return found.sort();
}
