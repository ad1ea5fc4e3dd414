import { weights } from '../workloads/data.js';

export interface RecurrentSize {
  readonly beams: number;
  readonly units: number;
  readonly vocabulary: number;
  readonly longest: number;
}

/** The token that ends a sentence. */
export const end = 0;

/** A model that says, from a state and the last token, which token comes next. */
export function recurrentData({ units, vocabulary, longest }: RecurrentSize) {
  const matrix = (rows: number, columns: number, seed: number) => ({
    data: weights(rows, rows * columns, seed),
    shape: [rows, columns],
  });
  return {
    embedding: matrix(vocabulary, units, 61),
    recurrent: matrix(units, units, 62),
    readout: matrix(units, vocabulary, 63),
    /** What is added to the logits with every token: an end becomes likelier. */
    impatience: {
      data: Float32Array.from({ length: vocabulary }, (_, token) => (token === end ? 0.02 : 0)),
      shape: [vocabulary],
    },
    places: { data: Float32Array.from({ length: longest }, (_, i) => i), shape: [1, longest] },
  };
}
