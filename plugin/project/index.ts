export { type Alias, readAliases } from './aliases.js';
export { isOwnFile } from './files.js';
export { type Entry, Project } from './project.js';
