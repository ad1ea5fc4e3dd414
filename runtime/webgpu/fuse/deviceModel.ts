/**
 * What choices between kernels depend on. The figures are rough on purpose: they decide between shapes of kernels whose
 * costs differ by factors.
 */
export interface DeviceModel {
  readonly storageBufferLimit: number;
  readonly workgroupCountLimit: number;
  readonly workgroupSizeLimit: number;
  readonly bindingSizeLimit: number;
  /** How many invocations a subgroup has at most and at least; `null` where shaders cannot use subgroups. */
  readonly subgroups: { readonly smallest: number; readonly largest: number } | null;
  /** Whether operands of products are kept as 16-bit floats in a workgroup's memory. */
  readonly usesFloat16: boolean;
  /** How many invocations it takes to keep the device busy. */
  readonly parallelism: number;
  /** What reading an element that other invocations read too costs, in additions. */
  readonly loadCost: number;
  /** The same from memory that the invocations of a workgroup share; `null` where sharing does not pay. */
  readonly sharedLoadCost: number | null;
  /** How many elements of a product an invocation keeps in registers at most. */
  readonly largestBlock: number;
  /** What one more kernel costs, in additions of an element. */
  readonly dispatchCost: number;
  /** Whether invocations run as lanes of the processor's vectors, where barriers and workgroup memory only cost. */
  readonly isSoftware: boolean;
  /** How many workgroups are begun of a kernel that may leave at once. */
  readonly mostInVain: number;
  /** What one workgroup does, in additions, in the time that a kernel of its own would take to begin and end. */
  readonly smallWork: number;
  /** What one workgroup does in a second, in additions. */
  readonly workgroupSpeed: number;
  /** What it costs a workgroup to wait for itself, in additions. */
  readonly sectionCost: number;
  /** Whether rows are so many, or so short, that a kernel with one worker a row may go over each of them several times. */
  canKeepRows(rowCount: number, columnCount: number): boolean;
}

export function deviceModelOf(device: GPUDevice, isSoftware: boolean): DeviceModel {
  const { limits } = device;
  const parallelism = isSoftware ? 16 : 16384;
  return {
    storageBufferLimit: limits.maxStorageBuffersPerShaderStage,
    workgroupCountLimit: limits.maxComputeWorkgroupsPerDimension,
    workgroupSizeLimit: limits.maxComputeInvocationsPerWorkgroup,
    bindingSizeLimit: limits.maxStorageBufferBindingSize,
    subgroups: subgroupsOf(device),
    usesFloat16: false,
    parallelism,
    loadCost: isSoftware ? 1 : 8,
    sharedLoadCost: isSoftware ? null : 2,
    largestBlock: isSoftware ? 64 : 32,
    dispatchCost: isSoftware ? 8_000 : 500_000,
    mostInVain: isSoftware ? 32 : Infinity,
    smallWork: isSoftware ? 20_000 : 200_000,
    workgroupSpeed: isSoftware ? 1e9 : 2e10,
    sectionCost: isSoftware ? 2_000 : 10_000,
    isSoftware,
    canKeepRows: (rowCount, columnCount) =>
      isSoftware
        ? rowCount >= 8 || rowCount * columnCount <= 4096
        : rowCount >= 64 || rowCount * columnCount <= 65536,
  };
}

/**
 * Subgroups are of use only where each knows its number: which invocations make one up is otherwise left open (WGSL,
 * section 15.6).
 */
function subgroupsOf({ features, adapterInfo }: GPUDevice): DeviceModel['subgroups'] {
  const { subgroupMinSize: smallest, subgroupMaxSize: largest } = adapterInfo ?? {};
  if (!features.has('subgroups') || smallest === undefined || largest === undefined) return null;
  const language: ReadonlySet<string> | undefined = globalThis.navigator?.gpu?.wgslLanguageFeatures;
  return language?.has('subgroup_id') ? { smallest, largest } : null;
}
