/** The version of the contract between plugin and runtime that this runtime keeps (docs/staged-code.md). */
export const version = 1;
