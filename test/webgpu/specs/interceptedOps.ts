type Op = (...args: unknown[]) => unknown;
type MakeOp = (definition: Readonly<Record<string, Op>>) => Op;

/** How calls of ops from a spec run; `null` leaves them as they are. */
export const ops: { run: ((op: Op, args: unknown[]) => unknown) | null } = { run: null };

let isInside = false;

/** In the place of `op` of TensorFlow.js, which makes an op of a function. Ops that ops call are left as they are. */
export function interceptOps(original: MakeOp): MakeOp {
  return (definition) => {
    const op = original(definition);
    const call: Op = (...args) => {
      if (ops.run === null || isInside) return op(...args);
      isInside = true;
      try {
        return ops.run(op, args);
      } finally {
        isInside = false;
      }
    };
    Object.defineProperty(call, 'name', { value: op.name, configurable: true });
    return call;
  };
}
