/** The version of the contract between plugin and runtime that these helpers keep (docs/staged-code.md). */
export const version = 1;
