/** What the embedded ClickHouse may use of the machine. */
export interface EngineLimits {
  /** Bytes in all. */
  readonly memory: number
  /** Bytes of the disk that the engine leaves free: room to remove parts and for the records beside it. */
  readonly keepFree: number
  /** Parts that one merge joins: a merge holds the files of all of them open. */
  readonly mergedParts: number
  /** Parts of one partition at which inserts wait, and at which they are rejected. */
  readonly slowParts: number
  readonly mostParts: number
  /** Parts of one table. */
  readonly tableParts: number
}

/** Merges at a time. */
export const mergesAtOnce = 4

const between = (least: number, most: number, value: number): number =>
  Math.min(most, Math.max(least, Math.floor(value)))

/** Of one part as a merge reads it, projections included. */
const filesOfPart = 100
/** An idle part's marks, index and names. */
const bytesOfPart = 32_768

/**
 * The engine's limits by what the machine has: merges may take half of the open files, the descriptions of parts a
 * part of the memory, and a hundredth of the disk, 256 MB at most, stays free.
 * @param machine memory and disk in bytes; the number of files that the engine may hold open
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
