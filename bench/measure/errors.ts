/**
 * Collects what devices complain of without throwing, such as a shader that does not fit its bindings. Must be called before
 * any device is made. The function returned hands over what there was since it was last called.
 */
export function collectDeviceErrors(): () => readonly string[] {
  let errors: string[] = [];
  const { prototype } = GPUAdapter;
  const { requestDevice } = prototype;
  prototype.requestDevice = async function (...args) {
    const device = await requestDevice.apply(this, args);
    device.addEventListener('uncapturederror', (event) => {
      errors.push((event as GPUUncapturedErrorEvent).error.message);
    });
    return device;
  };
  return () => {
    const collected = errors;
    errors = [];
    return collected;
  };
}
