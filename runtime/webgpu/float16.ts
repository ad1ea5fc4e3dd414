let isEnabled = false;

/**
 * Lets large products of matrices, and the convolutions that are such, keep their operands as 16-bit floats in a
 * workgroup's memory where the WebGPU device has the feature `shader-f16`, as
 * `tf.config.experimental.enable_tensor_float_32_execution` of TensorFlow lets it use fewer bits: sums are of 32 bits all
 * the same, but an operand has eleven significant bits and is infinite beyond 65,504. Off unless it is called with `true`.
 */
export function enableFloat16Execution(enabled: boolean): void {
  isEnabled = enabled;
}

/** Whether products may use 16-bit floats (see `enableFloat16Execution`). */
export function float16ExecutionEnabled(): boolean {
  return isEnabled;
}
