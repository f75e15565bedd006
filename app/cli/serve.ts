import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../contract/index.js'
import { startProgram, type Program, type ProgramOptions } from '../main.js'

/** Whether the program ends when its work is done, or keeps serving. */
export type AfterStart = 'serve' | 'end'

const signals = { SIGINT: 130, SIGTERM: 143 } as const
/** Milliseconds that an orderly shutdown may take after an internal error. */
const longestEnd = 15_000

/**
 * Runs the program until SIGTERM or SIGINT, then drains it. A second signal ends the process immediately (the
 * embedded engines notice and end too). `started` is called when it is ready.
 */
export async function serve(
  options: ProgramOptions,
  started: (program: Program) => Promise<AfterStart> | AfterStart,
): Promise<void> {
  const { log } = options
  const asked = stopSignal()
  let program: Program | null = null
  process.on('uncaughtException', (err, origin) => {
    log.error({ err, origin }, 'uncaught error; the service is stopping')
    void endAfterFault(program, log)
  })
  program = await startProgram(options)
  const after = asked.then((signal) => {
    log.info({ signal }, 'stopping')
    return 'end' as const
  })
  try {
    if ((await Promise.race([started(program), after])) === 'serve') await after
  } finally {
    await program.close()
    log.info({}, 'stopped')
  }
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let stopping = false
    for (const [signal, code] of Object.entries(signals) as [keyof typeof signals, number][])
      process.on(signal, () => {
        if (stopping) process.exit(code)
        stopping = true
        resolve(signal)
      })
  })
}

let ending = false

/** The state of the process is unknown, so it does not wait for requests. */
async function endAfterFault(program: Program | null, log: Log): Promise<void> {
  if (ending) return
  ending = true
  const closed = program?.close({ drainMilliseconds: 0 }).catch((err: unknown) => {
    log.error({ err }, 'the service could not be closed')
  })
  await Promise.race([closed, wait(longestEnd)])
  process.exit(1)
}
