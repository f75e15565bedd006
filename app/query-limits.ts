import type { Limits, Settings } from '../contract/index.js'

/** The budget of one query. */
export const queryLimits = (settings: Settings): Limits => ({
  timeMs: settings.queryTimeout,
  memoryBytes: settings.queryMemory,
  rows: settings.queryRows,
})
