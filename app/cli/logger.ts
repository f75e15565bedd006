import { pino } from 'pino'
import type { Log, Settings } from '../../contract/index.js'

/** Logs JSON lines: a service to standard output, a command that prints something else to standard error. */
export const createLogger = (level: Settings['logLevel'], to: 'stdout' | 'stderr' = 'stdout'): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: to === 'stdout' ? 1 : 2, sync: true }),
  )
