import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { softwareDrivers, type VulkanDriver } from '../../runtime/node/softwareDrivers.js';

describe('software drivers', () => {
  it('end with the one that the development dependency brings, loader included', async () => {
    const drivers: VulkanDriver[] = [];
    for await (const driver of softwareDrivers()) drivers.push(driver);
    const last = drivers.at(-1)!;
    expect(last.icd).toContain('use-graph-swiftshader');
    expect(existsSync(last.icd)).toBe(true);
    expect(last.loader !== null && existsSync(last.loader)).toBe(true);
  });
});
