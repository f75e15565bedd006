import {
  ChannelError,
  type ChannelContext,
  type DeclaredChannel,
  type Log,
  type SentMessage,
  type ServiceDependencies,
} from '../../contract/index.js'

export type AttemptParts = Pick<
  ServiceDependencies,
  'settings' | 'setting' | 'clock' | 'use' | 'find' | 'log'
>

export interface Attempt {
  readonly channel: DeclaredChannel
  readonly message: SentMessage
  readonly settings: unknown
  /** 1 for the first one. */
  readonly number: number
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal
}

export interface AttemptResult {
  readonly delivered: boolean
  /** Shown to admins; null if delivered. */
  readonly error: string | null
  readonly permanent: boolean
}

export interface RunningAttempt {
  /** Resolves when the attempt has ended or was given up. Never rejects. */
  readonly result: Promise<AttemptResult>
  /** Resolves when the channel's code has ended. */
  readonly settled: Promise<unknown>
}

/** Seconds. */
const usualTimeout = 10
/** The longest error that is stored, in characters. */
const longestError = 500

/** Starts an attempt. A channel that ignores the end of its time is given up and named in the log. */
export function startAttempt(
  { channel: { plugin, definition, validate }, message, settings, number, stopping }: Attempt,
  { log, ...parts }: AttemptParts,
): RunningAttempt {
  const seconds = definition.timeout ?? usualTimeout
  const named = fieldsLog(log, { plugin, channel: definition.name, message: message.id })
  const overdue = AbortSignal.timeout(seconds * 1_000)
  const signal = AbortSignal.any([overdue, stopping])
  const context: ChannelContext = Object.freeze({ ...parts, attempt: number, signal, log: named })
  const sent = Promise.resolve().then(() => definition.send(message, validate(settings), context))

  const failed = (error: string, permanent = false): AttemptResult => ({
    delivered: false,
    error: error.replaceAll('\0', '').slice(0, longestError),
    permanent,
  })
  const ended = sent.then(
    () => ({ delivered: true, error: null, permanent: false }),
    (err: unknown) => {
      if (err instanceof ChannelError) return failed(err.message, err.permanent)
      if (!signal.aborted) named.error({ err, attempt: number }, 'the channel failed')
      return failed(`the channel ${definition.name} failed`)
    },
  )
  const aborted = new Promise<AttemptResult>((resolve) => {
    const giveUp = (): void => {
      if (overdue.aborted)
        named.error({ timeout_seconds: seconds }, 'the channel took longer than its timeout')
      resolve(failed(overdue.aborted ? `no answer within ${seconds} s` : 'the service is stopping'))
    }
    signal.addEventListener('abort', giveUp, { once: true })
    void ended.then(() => signal.removeEventListener('abort', giveUp))
  })
  return { result: Promise.race([ended, aborted]), settled: ended }
}

const fieldsLog = (log: Log, more: object): Log => ({
  debug: (fields, message) => log.debug({ ...fields, ...more }, message),
  info: (fields, message) => log.info({ ...fields, ...more }, message),
  warn: (fields, message) => log.warn({ ...fields, ...more }, message),
  error: (fields, message) => log.error({ ...fields, ...more }, message),
})
