import * as tf from '@tensorflow/tfjs-core';

/** Whether a condition holds, as eager code has to find out: by reading it back. */
export async function holds(condition: () => tf.Tensor): Promise<boolean> {
  const tensor = tf.tidy(condition);
  const [value] = await tensor.data();
  tensor.dispose();
  return value !== 0;
}

/** A loop as eager code has to write it, which reads its test back before each iteration. What it is given stays. */
export async function whileReading<State extends tf.Tensor[]>(
  initial: State,
  test: (...state: State) => tf.Tensor,
  body: (...state: State) => State,
): Promise<State> {
  let state = initial;
  while (await holds(() => test(...state))) {
    const next = tf.tidy(() => body(...state));
    if (state !== initial) tf.dispose(state);
    state = next;
  }
  return state;
}
