import { similarName } from './similarName.js';

/** Whether it is TensorFlow.js, or its part, as a module. */
export function isLibrary(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'Tensor' in value && 'tensor' in value;
}

/** What is to be said of a function of the name, which the library does not have. */
export function unknownFunction(library: object, name: string): string {
  const similar = similarFunction(library, name);
  const meant = similar === undefined ? '' : ` Did you mean 'tf.${similar}'?`;
  return `${name} is not a function: TensorFlow.js has no '${name}'.${meant}`;
}

function similarFunction(library: object, name: string): string | undefined {
  // What begins with a capital is a class, or the name of a kernel.
  return similarName(
    name,
    Object.keys(library).filter(
      (key) => /^[a-z]/.test(key) && typeof Reflect.get(library, key) === 'function',
    ),
  );
}
