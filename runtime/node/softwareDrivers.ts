import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { unpackCached } from './unpack.js';

/** A Vulkan driver as the loader wants it named, and a loader that lies beside it, where one does. */
export interface VulkanDriver {
  readonly icd: string;
  readonly loader: string | null;
}

/** Software drivers for Vulkan on this machine, all of them SwiftShader as it comes with Chromium. */
export async function* softwareDrivers(): AsyncGenerator<VulkanDriver> {
  if (process.platform !== 'linux') return;
  for (const folder of browserFolders) {
    const driver = driverIn(folder);
    if (driver !== null) yield driver;
  }
  const archive = archiveOfPackage();
  if (archive === null) return;
  const driver = driverIn(await unpackCached(await readFile(archive), 'use-graph-swiftshader'));
  if (driver !== null) yield driver;
}

const browserFolders = [
  '/usr/lib/chromium',
  '/usr/lib/chromium-browser',
  '/usr/lib64/chromium-browser',
  '/opt/google/chrome',
];

function driverIn(folder: string): VulkanDriver | null {
  const icd = join(folder, 'vk_swiftshader_icd.json');
  if (!existsSync(icd)) return null;
  const loader = join(folder, 'libvulkan.so.1');
  return { icd, loader: existsSync(loader) ? loader : null };
}

/** The driver's archive in `@sparticuz/chromium`, if the project or this package has that package. */
function archiveOfPackage(): string | null {
  for (const base of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      const entry = createRequire(base).resolve('@sparticuz/chromium');
      for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
        const archive = join(folder, 'bin', 'swiftshader.tar.br');
        if (existsSync(archive)) return archive;
      }
    } catch {
      // The package is optional.
    }
  }
  return null;
}
