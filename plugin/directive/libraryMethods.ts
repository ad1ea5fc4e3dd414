/**
 * Methods that tensors, arrays, strings, maps, sets, promises and functions come with. A call `x.add(y)` says nothing
 * about a method `add` somewhere in the project, unless it is known what `x` is.
 */
export function isLibraryMethod(name: string): boolean {
  return libraryMethods.has(name);
}

const builtIns = [Array, String, Number, Map, Set, WeakMap, Promise, Function, Object, RegExp, Date]
  .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
  .filter((name) => name !== 'constructor');

const ofTensors =
  `abs acos acosh add all any arraySync array argMax argMin as1D as2D as3D as4D as5D asScalar asType asin
asinh assign atan atan2 atanh avgPool batchNorm batchToSpaceND broadcastTo buffer bufferSync bytes cast ceil clipByValue
clone concat conv1d conv2d conv2dTranspose cos cosh cumprod cumsum data dataSync dataToGPU depthToSpace depthwiseConv2d
dilation2d dispose div divNoNan dot dtype elu equal erf euclideanNorm exp expandDims expm1 fft flatten floor floorDiv
gather greater greaterEqual id ifft irfft isDisposed isFinite isInf isNaN isType kept leakyRelu less lessEqual
localResponseNormalization log log1p logSigmoid logSoftmax logSumExp logicalAnd logicalNot logicalOr logicalXor matMul max
maxPool maximum mean min minimum mirrorPad mod mul name neg norm notEqual oneHot onesLike pad pool pow prelu print prod
rank reciprocal relu relu6 reshape reshapeAs resizeBilinear resizeNearestNeighbor reverse rfft round rsqrt scatterND
selu separableConv2d shape sigmoid sign sin sinh size slice softmax softplus spaceToBatchND split sqrt square
squaredDifference squeeze stack step strides stridedSlice sub sum tan tanh throwIfDisposed tile toBool toFloat toInt topk
trainable transpose unique unsortedSegmentSum unstack variable where zerosLike`.split(/\s+/);

/** People give their layers and optimisers methods of these names; few call them of functions and tensors in staged code. */
const common = new Set(['apply', 'call', 'step']);

export const libraryMethods: ReadonlySet<string> = new Set(
  [...builtIns, ...ofTensors].filter((name) => !common.has(name)),
);
