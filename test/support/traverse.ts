import traverseModule from '@babel/traverse';

// Node gives the whole CommonJS module as the default import; bundlers give its `default`.
export const traverse =
  (traverseModule as { default?: typeof traverseModule }).default ?? traverseModule;
