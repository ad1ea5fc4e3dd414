import { UseGraphError } from '../errors.js';
import { createGPU } from './dawn.js';
import { softwareDrivers, type VulkanDriver } from './softwareDrivers.js';
import { hasVulkanLoader, loadVulkanLoader } from './vulkanLoader.js';

export type AdapterKind = 'any' | 'hardware' | 'software';

export interface FoundAdapter {
  readonly gpu: GPU;
  readonly adapter: GPUAdapter;
  readonly isSoftware: boolean;
}

/** The first adapter of the kind: those that the system has, then those of software drivers that need no installation. */
export async function findAdapter(kind: AdapterKind): Promise<FoundAdapter> {
  const tried: string[] = [];
  const accept = (found: FoundAdapter | null, source: string): found is FoundAdapter => {
    const isOther = found !== null && kind !== 'any' && found.isSoftware !== (kind === 'software');
    tried.push(`${source}: ${found === null ? 'no adapter' : isOther ? `not ${kind}` : 'found'}`);
    return found !== null && !isOther;
  };

  const ofSystem = await systemAdapter();
  if (accept(ofSystem, "the system's drivers")) return ofSystem;
  if (kind !== 'hardware') {
    for await (const driver of softwareDrivers()) {
      const found = await adapterOfDriver(driver);
      if (accept(found, driver.icd)) return found;
    }
  }
  throw new UseGraphError(
    'no-webgpu-adapter',
    `No ${kind === 'any' ? '' : `${kind} `}WebGPU adapter was found (${tried.join('; ')}).`,
    null,
    'Install a graphics driver with Vulkan, Metal or Direct3D 12 support, install Chromium or the package ' +
      '@sparticuz/chromium, whose software driver then serves, or use another backend, such as ' +
      "tf.setBackend('cpu').",
  );
}

async function systemAdapter(): Promise<FoundAdapter | null> {
  const present = globalThis.navigator?.gpu;
  if (present !== undefined) {
    const found = await request(present);
    if (found !== null) return found;
  }
  // Dawn complains on the console where it misses the loader or drivers, so it is not asked then.
  if (process.platform === 'linux' && !hasVulkanLoader()) return null;
  return request(await createGPU());
}

/** The variables are read when Dawn looks for adapters, and would mislead child processes afterwards. */
async function adapterOfDriver({ icd, loader }: VulkanDriver): Promise<FoundAdapter | null> {
  if (!hasVulkanLoader() && (loader === null || !loadVulkanLoader(loader))) return null;
  const before = driverVariables.map((name) => [name, process.env[name]] as const);
  for (const name of driverVariables) process.env[name] = icd;
  try {
    return await request(await createGPU());
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** The older and the newer name of the list of drivers that Vulkan loaders take. */
const driverVariables = ['VK_ICD_FILENAMES', 'VK_DRIVER_FILES'];

export async function requestAdapter(gpu: GPU): Promise<GPUAdapter | null> {
  return (
    (await gpu.requestAdapter({ powerPreference: 'high-performance' })) ??
    (await gpu.requestAdapter({ forceFallbackAdapter: true }))
  );
}

async function request(gpu: GPU): Promise<FoundAdapter | null> {
  const adapter = await requestAdapter(gpu);
  if (adapter === null) return null;
  return { gpu, adapter, isSoftware: isSoftware(adapter) };
}

function isSoftware({ info }: GPUAdapter): boolean {
  const names = `${info.architecture} ${info.device} ${info.description}`;
  return info.isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|warp|basic render/i.test(names);
}
