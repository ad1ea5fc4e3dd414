/** Specs that do not run, by their full names, and why. */
export const skipped: readonly { readonly why: string; readonly specs: RegExp }[] = [
  {
    why: 'How large the results are depends on values: refused while tracing.',
    specs: /^(nonMax|ragged|sparseFillEmptyRows|sparseSegment|stringNGrams|stringSplit|unique)/,
  },
  {
    why: 'TensorFlow.js has the kernels on cpu only: refused when the graph runs.',
    specs: /^(sparseReshape|staticRegexReplace|stringToHashBucketFast)/,
  },
  {
    why: 'Numbers drawn by JavaScript, which only staged code draws anew at each call.',
    specs: /^(rand|randomGamma|randomUniform|randomUniformInt) /,
  },
  {
    why: 'Thousands of ops on hundreds of shapes, which take a minute to compile.',
    specs: /^threshold method otsu/,
  },
  { why: 'Needs a canvas.', specs: /^(fromPixels|draw)/ },
  {
    why: 'Counts all tensors of the engine, those of other suites too.',
    specs: /^slice {2}shallow slicing delayed/,
  },
];

/** Specs that fail, by their full names, and why. */
export const failing: readonly { readonly why: string; readonly specs: readonly string[] }[] = [
  {
    why: 'Refused with words of our own, while tracing.',
    specs: [
      'einsum incorrect equation throws error',
      'einsum incorrect number of tensors throws error',
      'einsum mismatched dimensions throws error',
      'einsum nonexistent dimension throws error',
      'gather throws when batch dims do not match',
      'gather throws when batch dims greater than axis',
      'gather throws when batch dims greater than indices rank',
      'slice  ergonomics throws when begin is negative',
    ],
  },
  {
    why: 'WebGPU cannot refuse an index for its value; eager WebGPU does not either.',
    specs: ['gather throws when index is out of bound'],
  },
  {
    why: 'The result of a graph is another tensor object than its input.',
    specs: ['ensureShape basic', 'ensureShape null shape'],
  },
  {
    why: 'TensorFlow.js has half of the gradient: what was mirrored counts too.',
    specs: ['mirrorPad grad', 'mirrorPad gradient with clones'],
  },
  {
    why: 'TensorFlow.js lacks the gradient of a dilated convolution.',
    specs: ['depthwiseConv2d gradients throws error on dilations > 1'],
  },
  {
    why: 'The numbers expected are nearer to each other than floats of 32 bits are.',
    specs: ['exp int32'],
  },
  {
    why: 'Sines of numbers beyond 10⁵ are only as near as floats of 32 bits are to them.',
    specs: ['tan numbers exceed float32 precision'],
  },
  {
    why: 'The ops that lack a gradient are other graphs here.',
    specs: ['gradients errors if relevant ops are missing grads'],
  },
];
