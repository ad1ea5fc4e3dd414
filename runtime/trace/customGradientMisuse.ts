import { errorHere } from './errorHere.js';

/** What TensorFlow.js says of a function that was given to `tf.customGrad`, by what its message asks for. */
const complaints = [
  {
    asked: /`obj\.value` is a tensor/,
    problem: 'must return an object with a tensor as its value.',
  },
  {
    asked: /`obj\.gradFunc` is a function\.$/,
    problem: 'must return an object with a function as its gradFunc.',
  },
  {
    asked: /the same number of tensors/,
    problem: 'returns a gradFunc that does not give one gradient for each of its inputs.',
  },
  {
    asked: /list of only tensors/,
    problem: 'returns a gradFunc that gives something other than tensors.',
  },
];

/** Runs what is the code of `tf.customGrad`, whose errors do not tell where they come from. */
export function explainingMisuse<T>(inputCount: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const complaint = /passed in customGrad\(f\)/.test(message)
      ? complaints.find(({ asked }) => asked.test(message))
      : undefined;
    if (complaint === undefined) throw error;
    const gradients = Array.from({ length: inputCount }, (_, index) =>
      inputCount === 1 ? 'gradient' : `gradient${index + 1}`,
    );
    const given = inputCount === 1 ? gradients[0] : `[${gradients.join(', ')}]`;
    throw errorHere(
      'custom-gradient',
      `The function given to tf.customGrad, which is called here, ${complaint.problem}`,
      `Return { value, gradFunc: (dy, saved) => ${given} }; \`save\` and what comes before it are the function's parameters.`,
    );
  }
}
