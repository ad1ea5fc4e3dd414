import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';

/* A name may stand for one of several variables, as a tensor decides: it is the variable, whatever that holds by then. */
const bodies: readonly string[] = [
  'const target = c ? v : w; v.assign(v + 5); return target + 0;',
  'const target = c ? v : w; target.assign(target * 10); return target + 0;',
  'let target = v; if (c) target = w; w.assign(w * 3); return target + 0;',
  'let target = v; if (c) { if (k > 0) target = w; } w.assign(w * 3); v.assign(v + 1); return target + 0;',
  'const target = c ? v : w; if (k > 0) { v.assign(v + 1); w.assign(target * 2); } return target + 0;',
  'const target = c ? v : w; for (const x of tf.range(0, 3)) target.assign(target + x); return target + 0;',
  'const target = [v, w][k]; v.assign(v + 7); return target + 0;',
  'const cell = [{ x: v }, { x: w }][k]; cell.x.assign(cell.x + 3); return cell.x + 0;',
  'class Cell { constructor(x) { this.x = x; } add(n) { this.x.assign(this.x + n); } } const cells = [new Cell(v), new Cell(w)]; cells[k].add(4); return v * 100 + w;',
  'class Net { constructor(x) { this.x = x; } copy(other) { this.x.assign(this.x * 0.5 + other.x * 0.5); } predict(y) { return y * this.x; } } const online = new Net(v); const slow = new Net(w); const net = c ? slow : online; const before = net.predict(3); slow.copy(online); return tf.stack([before, net.predict(3), slow.predict(3)]);',
  'const target = c ? v : w; const other = c ? w : v; target.assign(other); other.assign(target + 1); return tf.stack([target, other, v, w]);',
];

interface Module {
  f(c: tf.Tensor, k: tf.Tensor): tf.Tensor | Promise<tf.Tensor>;
}

describe.each(executors)('variables that a tensor chooses, on $backend', ({ backend, start }) => {
  beforeAll(start);
  beforeEach(() => tf.engine().startScope());
  afterEach(() => {
    tf.disposeVariables();
    tf.engine().endScope();
  });

  const results = async (body: string, isEager: boolean) => {
    const found: unknown[] = [];
    const isAsync = backend === 'webgpu' ? 'async ' : '';
    const source = `import * as tf from '@tensorflow/tfjs-core';\nexport ${isAsync}function f(c, k) {\n"use graph";\n${body}\n}`;
    const v = tf.variable(tf.scalar(1));
    const w = tf.variable(tf.scalar(2));
    const { f } = await compile<Module>(source, { v, w });
    for (const [c, k] of [
      [true, 0],
      [false, 1],
      [true, 1],
    ] as const) {
      v.assign(tf.scalar(1));
      w.assign(tf.scalar(2));
      runFunctionsEagerly(isEager);
      try {
        const result = await f(tf.scalar(c, 'bool'), tf.scalar(k, 'int32'));
        found.push([await result.array(), await v.array(), await w.array()]);
      } finally {
        runFunctionsEagerly(false);
      }
    }
    tf.disposeVariables();
    return found;
  };

  it.each(bodies)('%s', async (body) => {
    expect(await results(body, false)).toEqual(await results(body, true));
  });
});
