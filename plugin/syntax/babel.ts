import generatorModule from '@babel/generator';
import traverseModule from '@babel/traverse';

/** Node gives the whole CommonJS module as the default import; bundlers give its `default`. */
function defaultOf<T>(module: T): T {
  return (module as { default?: T }).default ?? module;
}

export const traverse = defaultOf(traverseModule);
export const generate = defaultOf(generatorModule);
