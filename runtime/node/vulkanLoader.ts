import { constants } from 'node:os';

let isLoaded = false;

/** Whether the process can use Vulkan: its loader is installed, or was loaded from elsewhere. */
export function hasVulkanLoader(): boolean {
  return isLoaded || loadVulkanLoader('libvulkan.so.1');
}

/**
 * Loads the Vulkan loader into the process, where Dawn then finds it under its name. Node refuses it, since it is no
 * module of Node's, but only after having loaded it.
 */
export function loadVulkanLoader(path: string): boolean {
  const { RTLD_NOW, RTLD_GLOBAL } = constants.dlopen;
  try {
    process.dlopen({ exports: {} }, path, RTLD_NOW | RTLD_GLOBAL | stayLoaded);
    isLoaded = true;
  } catch (error) {
    isLoaded ||= error instanceof Error && error.message.includes('did not self-register');
  }
  return isLoaded;
}

/** `RTLD_NODELETE` of Linux, which Node's constants lack. */
const stayLoaded = 0x1000;
