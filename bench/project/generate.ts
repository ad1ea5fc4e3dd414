import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const moduleCount = 1_000;
export const markedCount = 20;

/** Writes a project of as many modules as a real application has, in a tree of imports, and gives its entry. A part has 40 lines. */
export function generateProject(root: string, parts: number): string {
  const write = (file: string, text: string) => {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  write('package.json', '{ "name": "generated", "type": "module" }');
  for (let index = 0; index < moduleCount; index++) {
    const isMarked = index % (moduleCount / markedCount) === 7;
    write(fileOf(index), isMarked ? markedModule(index) : plainModule(index, parts));
  }
  write('src/numerics.ts', numerics);
  return join(root, fileOf(0));
}

function fileOf(index: number): string {
  return `src/area${index % 25}/module${index}.ts`;
}

/** Modules import those four places further on, and so all of them from the first. */
function importsOf(index: number): number[] {
  return [1, 2, 3, 4].map((step) => index * 4 + step).filter((other) => other < moduleCount);
}

function importLines(index: number): string {
  return importsOf(index)
    .map((other) => `import { value${other} } from '../area${other % 25}/module${other}.js';`)
    .join('\n');
}

function plainModule(index: number, count: number): string {
  const parts = Array.from({ length: count }, (_, part) => component(index, part)).join('\n');
  const uses = importsOf(index).map((other) => `value${other}(input)`);
  return `${importLines(index)}

${parts}
/** What the modules above this one use of it. */
export function value${index}(input: string): string {
  const store = new Store${index}_0([input]);
  store.subscribe((entry) => console.debug(entry.label));
  return [${[`summary${index}_1(store.entries)`, ...uses].join(', ')}].join(' ');
}
`;
}

function component(index: number, part: number): string {
  const id = `${index}_${part}`;
  return `export interface Entry${id} {
  readonly label: string;
  readonly count: number;
  readonly tags: readonly string[];
}

export class Store${id} {
  readonly entries: Entry${id}[] = [];
  private listeners = new Set<(entry: Entry${id}) => void>();

  constructor(labels: readonly string[]) {
    for (const label of labels) this.add({ label, count: label.length, tags: [] });
  }

  add(entry: Entry${id}): this {
    this.entries.push(entry);
    for (const listener of this.listeners) listener(entry);
    return this;
  }

  // Called by views of area ${index % 25} when they appear; the result takes the listener off again.
  subscribe(listener: (entry: Entry${id}) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

export function summary${id}(entries: readonly Entry${id}[]): string {
  const groups = new Map<string, Entry${id}[]>();
  for (const entry of entries) {
    for (const tag of entry.tags.length > 0 ? entry.tags : ['untagged']) {
      const group = groups.get(tag) ?? [];
      if (!group.some(({ label }) => label === entry.label)) group.push(entry);
      groups.set(tag, group);
    }
  }
  return [...groups].map(([tag, group]) => \`\${tag}: \${group.length}\`).join(', ');
}
`;
}

/** Numeric code as people write it: a step of an optimiser, a solver, and what they share. */
function markedModule(index: number): string {
  const uses = importsOf(index).map((other) => `value${other}(input)`);
  return `import * as tf from '@tensorflow/tfjs-core';
import { clip, norm } from '../numerics.js';
${importLines(index)}

export function value${index}(input: string): string {
  void solve${index};
  return [new Optimizer${index}().name, ${uses.join(', ')}].join(input);
}

/** Newton's method with step halving. */
export async function solve${index}(f: (x: tf.Tensor) => tf.Tensor, x: tf.Tensor, tolerance = 1e-6): Promise<tf.Tensor> {
  'use graph';
  const slope = tf.grad(f);
  let previous = f(x);
  for (let step = 0; step < 50; step++) {
    const gradient = slope(x);
    if (norm(gradient) < tolerance) break;
    let rate = 1;
    let next = tf.sub(x, tf.mul(gradient, rate));
    while (norm(f(next)) > norm(previous)) {
      rate = rate / 2;
      if (rate < 1e-4) return x;
      next = tf.sub(x, tf.mul(gradient, rate));
    }
    previous = f(next);
    x = clip(next, 10);
  }
  return x;
}

export class Optimizer${index} {
  readonly name = 'optimizer ${index}';
  private velocity = tf.variable(tf.zeros([4]));

  step(weights: tf.Variable, gradient: tf.Tensor, { rate = 0.1, decay = 0 } = {}): tf.Tensor {
    'use graph';
    if (decay > 0) gradient = tf.add(gradient, tf.mul(weights, decay));
    const size = norm(gradient);
    if (size > 5) gradient = this.limited(gradient, size);
    this.velocity.assign(tf.add(tf.mul(this.velocity, 0.9), gradient));
    weights.assign(tf.sub(weights, tf.mul(this.velocity, rate)));
    return size;
  }

  private limited(gradient: tf.Tensor, size: tf.Tensor): tf.Tensor {
    const scaled = tf.mul(gradient, tf.div(5, size));
    return tf.any(tf.isNaN(scaled)) ? tf.zerosLike(gradient) : scaled;
  }
}
`;
}

const numerics = `import * as tf from '@tensorflow/tfjs-core';

export function norm(x: tf.Tensor): tf.Tensor {
  return tf.sqrt(tf.sum(tf.square(x)));
}

export function clip(x: tf.Tensor, limit: number): tf.Tensor {
  const size = norm(x);
  return size > limit ? tf.mul(x, tf.div(limit, size)) : x;
}
`;

/** A file of some 2,000 lines, most of them in marked functions. */
export function largeModule(): string {
  const parts = Array.from({ length: 40 }, (_, index) => markedModule(moduleCount + index));
  const [imports] = parts[0]!.split('\nexport function');
  const bodies = parts.map((part) => part.slice(part.indexOf('\nexport function')));
  return [imports, ...bodies].join('\n');
}
