import { type Engine, engine } from '../engine.js';

type TapeNode = Parameters<Engine['addTapeNode']>;

/**
 * TensorFlow.js 4 puts the copies of results that a gradient keeps on the tape in front of the op that gives these results
 * (tfjs-core/src/engine.ts, `clone` in `saveTensorsForBackwardMode`), so that a second gradient takes them for constants:
 * it is wrong for whatever uses `exp`, `tanh` or `sigmoid`. From now on the copies come behind the op.
 */
export function orderTape(): void {
  const prototype = Object.getPrototypeOf(engine()) as Engine;
  const { addTapeNode } = prototype;
  const copies = new Map<TapeNode, unknown>();
  prototype.addTapeNode = function (this: Engine, ...node) {
    const { kernelDepth, activeTape } = this.state;
    if (kernelDepth > 0) {
      copies.set(node, activeTape);
      return;
    }
    addTapeNode.apply(this, node);
    for (const [copy, tape] of copies) if (tape === activeTape) addTapeNode.apply(this, copy);
    copies.clear();
  };
}
