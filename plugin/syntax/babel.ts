import generatorModule from '@babel/generator';

// Node gives the whole CommonJS module as the default import; bundlers give its `default`.
export const generate =
  (generatorModule as { default?: typeof generatorModule }).default ?? generatorModule;
