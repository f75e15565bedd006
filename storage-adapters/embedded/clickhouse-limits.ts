/** Limits of the embedded ClickHouse. */
export interface EngineLimits {
  /** Total memory in bytes. */
  readonly memory: number
  /**
   * Bytes of disk that the engine leaves free, so that parts can be removed and the records next to it can be
   * written.
   */
  readonly keepFree: number
  /** Maximum parts per merge: a merge holds all their files open. */
  readonly mergedParts: number
  /** Parts per partition at which inserts are delayed, and at which they are rejected (`mostParts`). */
  readonly slowParts: number
  readonly mostParts: number
  /** Maximum parts per table. */
  readonly tableParts: number
}

/** Concurrent merges. */
export const mergesAtOnce = 4

const between = (least: number, most: number, value: number): number =>
  Math.min(most, Math.max(least, Math.floor(value)))

/** Files per part that a merge opens, including projections. */
const filesOfPart = 100
/** Memory of an idle part's marks, index and names. */
const bytesOfPart = 32_768

/**
 * Returns the limits for a machine. Merges may use half of the open files. Part metadata may use an eighth of
 * the memory per partition and all of it per table. A hundredth of the disk, at most 256 MiB, stays free.
 * @param machine memory and disk in bytes; the number of files that the engine may open
 */
export function engineLimits(machine: {
  readonly memory: number
  readonly openFiles: number
  readonly disk: number
}): EngineLimits {
  const { memory, openFiles, disk } = machine
  const mostParts = between(300, 3_000, memory / 8 / bytesOfPart)
  return {
    memory,
    keepFree: Math.min(256 * 1024 ** 2, Math.floor(disk / 100)),
    mergedParts: between(10, 100, openFiles / 2 / mergesAtOnce / filesOfPart),
    slowParts: Math.floor(mostParts / 3),
    mostParts,
    tableParts: between(10_000, 100_000, memory / bytesOfPart),
  }
}
