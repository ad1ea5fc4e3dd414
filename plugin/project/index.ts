export { type Alias, readAliases } from './aliases.js';
export { escaped, isOwnFile, unlisted } from './files.js';
export { Memory } from './memory.js';
export { type Entry, Project, SearchMissing } from './project.js';
export { ParserMissing, readOrNothing } from './sourceFile.js';
