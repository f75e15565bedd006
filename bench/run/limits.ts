import type { Limits } from '../../contract/index.js'

/** The memory is the service's default. */
export const limits: Limits = { timeMs: 600_000, memoryBytes: 4_096_000_000, rows: 1_000_000 }
