export const systemIds = ['use-graph', 'tfjs-eager', 'tfjs-graphmodel', 'jax-js', 'wgsl'] as const;

export type SystemId = (typeof systemIds)[number];
