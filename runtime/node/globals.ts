/** Makes `navigator.gpu` and the classes of WebGPU global, as in a browser. This also keeps Dawn's instance alive. */
export function installWebGPU(gpu: GPU, classes: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(classes)) {
    if (!(name in globalThis)) define(globalThis, name, value);
  }
  // Node has had a `navigator` of its own, without `gpu`, since version 21.
  if (globalThis.navigator === undefined) define(globalThis, 'navigator', {});
  define(globalThis.navigator, 'gpu', gpu);
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
