import { type Tensor, type Variable, variable, zerosLike } from '@tensorflow/tfjs-core';
import { outsideOfTraces } from '../trace/session.js';

/** A recurrent layer of tf.layers that begins a batch where the last one ended (tfjs-layers/src/layers/recurrent.ts). */
interface StatefulLayer {
  states_: Tensor[] | null;
  resetStates(states?: Tensor | Tensor[] | null, training?: boolean): void;
}

const known = new WeakSet<object>();

/**
 * Has a stateful layer, or those of a model, keep their states in variables, which a graph can assign: they put new tensors
 * in the place of old ones, and dispose these.
 */
export function keepStatesInVariables(model: object): void {
  if (known.has(model) || Reflect.get(model, 'stateful') !== true) return;
  known.add(model);
  const layers: unknown = Reflect.get(model, 'layers');
  if (Array.isArray(layers)) {
    for (const layer of layers as object[]) keepStatesInVariables(layer);
  } else if ('states_' in model && 'resetStates' in model) {
    keepLayerStates(model as StatefulLayer);
  }
}

function keepLayerStates(layer: StatefulLayer): void {
  const { resetStates } = layer;
  let variables: Variable[] | null = null;
  const make = (): Variable[] =>
    outsideOfTraces(() => {
      if (layer.states_ === null) resetStates.call(layer);
      return layer.states_!.map((state) => {
        const own = variable(state, false);
        state.dispose();
        return own;
      });
    });
  const current = (): Variable[] => {
    variables ??= make();
    layer.states_ = variables;
    return variables;
  };
  if (layer.states_ !== null) current();
  layer.resetStates = (states) => {
    const given = states == null ? null : [states].flat();
    for (const [index, state] of current().entries()) {
      state.assign(given?.[index] ?? zerosLike(state));
    }
  };
}
