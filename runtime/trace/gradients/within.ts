import type { Tensor } from '@tensorflow/tfjs-core';
import { engine } from '../engine.js';

/** The gradient of `f` for one gradient: at its end the engine would drop the tape that is being read. */
export function gradientWithin(f: () => Tensor, x: Tensor, dy: Tensor): Tensor {
  const { state } = engine();
  const { activeTape } = state;
  const { grads } = engine().gradients(f, [x], dy);
  state.activeTape = activeTape;
  return grads[0]!;
}
