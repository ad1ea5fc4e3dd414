/** How many elements the expressions of a kernel are about. */
export type Lanes = 1 | 4;

/**
 * An expression of elements as one of vectors of four. Operators and built-in functions take either, but not a mixture
 * of both (WGSL, section 17), so that each literal becomes a vector. Literals of elements have a suffix, and those of
 * indices, which remain what they are, have none.
 */
export function inVectors(code: string): string {
  return code
    .replace(
      /\bbitcast<f32>\(\w+_bits\)|(?<![\w.])\d+\.?\d*(?:e[+-]?\d+)?[fiu]\b|\b(?:true|false)\b/g,
      'vec4($&)',
    )
    .replace(/\b([fi]32)\(/g, 'vec4<$1>(')
    .replace(/\b(is_(?:nan|inf|finite|negative)|to_i32|quotient)\(/g, '$1_4(');
}
