import type * as tf from '@tensorflow/tfjs-core';

type Program = (x: tf.Tensor) => tf.Tensor | Promise<tf.Tensor | tf.Tensor[]>;

export declare const programs: Readonly<Record<string, readonly [Program, number[]]>>;
