import type { DeclaredJob, JobOutcome, JobRun } from '../../contract/index.js'
import type { After } from './pace.js'

export interface Ending {
  readonly outcome: JobOutcome
  readonly error: string | null
}

/** A run in this process. */
export interface ActiveRun {
  /** Aborts the run; the first reason counts. */
  abort(why: AbortReason): void
  /** Resolves when the run has ended, or was abandoned after an abort that it ignored. Never rejects. */
  readonly ended: Promise<Ending>
  /** Whether the code of the run has ended. */
  isSettled(): boolean
}

export type AbortReason = keyof typeof reasons

const reasons = {
  timed_out: 'the run took longer than its timeout',
  lost: 'another process has taken over the job',
  interrupted: 'the service is stopping',
} as const

export interface RunOptions {
  readonly after: After
  /** Milliseconds for the run to end after an abort. */
  readonly patience: number
  /** Returns what the run gets; the signal is aborted with the run. */
  readonly context: (signal: AbortSignal) => JobRun
}

/** Starts a run, which is aborted at its timeout. */
export function startRun({ definition }: DeclaredJob, { after, patience, context }: RunOptions): ActiveRun {
  const controller = new AbortController()
  let aborted: AbortReason | null = null
  let settled = false
  let end: (ending: Ending) => void
  let cancelTimer: () => void

  const ended = new Promise<Ending>((resolve) => (end = resolve))
  const over = (ending: Ending): void => {
    cancelTimer()
    end(aborted === null ? ending : endingOf(aborted))
  }
  const settle = (ending: Ending): void => {
    settled = true
    over(ending)
  }
  function abort(why: AbortReason): void {
    if (aborted !== null) return
    aborted = why
    cancelTimer()
    cancelTimer = after(patience, () => over(endingOf(why)))
    controller.abort(new Error(reasons[why]))
  }

  cancelTimer = after(definition.timeout * 1000, () => abort('timed_out'))
  void Promise.resolve()
    .then(() => definition.run(context(controller.signal)))
    .then(
      () => settle({ outcome: 'succeeded', error: null }),
      (error: unknown) => settle({ outcome: 'failed', error: messageOf(error) }),
    )
  return { abort, ended, isSettled: () => settled }
}

const endingOf = (why: AbortReason): Ending => ({ outcome: why, error: reasons[why] })

/** The longest error message that is stored, in characters. */
const longestError = 1_000

function messageOf(error: unknown): string {
  const { message } = error instanceof Error ? error : { message: error }
  // Postgres stores no NUL.
  const plain = (typeof message === 'string' ? message : 'the run failed without an error').replaceAll(
    '\0',
    '',
  )
  return plain.length > longestError ? `${plain.slice(0, longestError)}…` : plain
}
