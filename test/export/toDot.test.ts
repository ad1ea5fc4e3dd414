import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { toDot } from '../../runtime/export/index.js';
import { graphOf } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

beforeAll(useCpu);

describe('toDot', () => {
  it('draws branches and bodies as boxes, and effects apart', async () => {
    const { f } = await compile(`
      import * as tf from '@tensorflow/tfjs-core';
      import { print } from 'use-graph';
      export function f(x) {
        "use graph";
        while (x > 1) x = x / 2;
        if (x > 0.75) print('"large"', x);
        return x;
      }
    `);
    const text = toDot(graphOf(f!).getConcreteFunction(tf.scalar(1)).graph);
    expect(text).toMatchInlineSnapshot(`
      "digraph "f" {
        rankdir=TB;
        node [shape=box, style=filled, fontname="helvetica"];
        edge [fontname="helvetica"];
        n0 [label="x\\nfloat32[]", fillcolor="#ced4da"];
        n1 [label="while\\nfloat32[]", fillcolor="#ffd8a8"];
        n0 -> n1 [label="[]"];
        subgraph cluster_2 {
          label="test";
          n3 [label="x\\nfloat32[]", fillcolor="#ced4da"];
          n4 [label="1\\nfloat32[]", fillcolor="#ffec99"];
          n5 [label="Greater\\nbool[]", fillcolor="#a5d8ff"];
          n3 -> n5 [label="a []"];
          n4 -> n5 [label="b []"];
          n6 [label="result\\nbool[]", fillcolor="#b2f2bb"];
          n5 -> n6 [label="[]"];
        }
        n1 -> n3 [style=dashed];
        subgraph cluster_7 {
          label="body";
          n8 [label="x\\nfloat32[]", fillcolor="#ced4da"];
          n9 [label="2\\nfloat32[]", fillcolor="#ffec99"];
          n10 [label="RealDiv\\nfloat32[]", fillcolor="#a5d8ff"];
          n8 -> n10 [label="a []"];
          n9 -> n10 [label="b []"];
          n11 [label="result\\nfloat32[]", fillcolor="#b2f2bb"];
          n10 -> n11 [label="[]"];
        }
        n1 -> n8 [style=dashed];
        n12 [label="0.75\\nfloat32[]", fillcolor="#ffec99"];
        n13 [label="Greater\\nbool[]", fillcolor="#a5d8ff"];
        n1 -> n13 [label="a []"];
        n12 -> n13 [label="b []"];
        n14 [label="if", fillcolor="#ffd8a8"];
        n13 -> n14 [label="[]"];
        n1 -> n14 [label="[]"];
        subgraph cluster_15 {
          label="then";
          n16 [label="x\\nfloat32[]", fillcolor="#ced4da"];
          n17 [label="print", fillcolor="#fcc2d7"];
          n16 -> n17 [label="[]"];
        }
        n14 -> n16 [style=dashed];
        subgraph cluster_18 {
          label="else";
          n19 [label="input 0\\nfloat32[]", fillcolor="#ced4da"];
        }
        n14 -> n19 [style=dashed];
        n20 [label="result x\\nfloat32[]", fillcolor="#b2f2bb"];
        n1 -> n20 [label="[]"];
      }"
    `);
  });
});
