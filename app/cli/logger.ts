import { pino } from 'pino'
import type { Log, Settings } from '../../core/contract/index.js'

/** JSON lines: of a service on standard output, of a command that prints something else on standard error. */
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
