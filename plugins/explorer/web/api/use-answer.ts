import { useEffect, useRef, useState } from 'preact/hooks'
import type { Call } from './call.js'
import { asApiError, isAbort, type ApiError } from './error.js'
import { sendPatiently } from './send-patiently.js'
import { workspace } from './workspace.js'

/** The state of a request. `data` keeps the previous answer while the next one loads, so nothing flickers. */
export interface Answer<T> {
  readonly data: T | null
  readonly error: ApiError | null
  /** When the running request was sent, in milliseconds since 1970; null if none is running. */
  readonly since: number | null
  readonly cancelled: boolean
  readonly reload: () => void
  readonly cancel: () => void
}

type Known<T> = Pick<Answer<T>, 'data' | 'error' | 'since' | 'cancelled'>
const nothing = { data: null, error: null, since: null, cancelled: false } as const

/**
 * Sends a request, and sends it again when the request or the workspace changes; the previous one is cancelled. Sends
 * nothing if `call` is null. An answer is shown after `when` has resolved.
 */
export function useAnswer<T>(call: Call | null, when?: () => Promise<void>): Answer<T> {
  return useAsk(call, async (one, signal) => {
    const answer = await sendPatiently<T>(one, signal)
    await when?.()
    return answer
  })
}

/** Several requests in parallel as one answer: the data of all of them, or the first error. */
export function useAnswers<T>(calls: readonly Call[] | null): Answer<readonly T[]> {
  return useAsk(calls, (all, signal) => Promise.all(all.map((one) => sendPatiently<T>(one, signal))))
}

function useAsk<Q, T>(question: Q | null, ask: (question: Q, signal: AbortSignal) => Promise<T>): Answer<T> {
  const key = question === null ? null : `${workspace.value?.id ?? ''} ${JSON.stringify(question)}`
  const [known, setKnown] = useState<Known<T>>(nothing)
  const [round, setRound] = useState(0)
  const running = useRef<AbortController | null>(null)

  useEffect(() => {
    if (question === null) {
      setKnown(nothing)
      return undefined
    }
    const controller = new AbortController()
    running.current = controller
    const settle = (change: Partial<Known<T>>): void => {
      if (!controller.signal.aborted) setKnown({ ...nothing, ...change })
    }
    setKnown(({ data }) => ({ ...nothing, data, since: Date.now() }))
    ask(question, controller.signal).then(
      (data) => settle({ data }),
      (error: unknown) => {
        if (!isAbort(error)) settle({ error: asApiError(error) })
      },
    )
    return () => controller.abort()
    // The key identifies the request; the object itself is new on every render.
  }, [key, round])

  return {
    ...known,
    reload: () => setRound((n) => n + 1),
    cancel: () => {
      running.current?.abort()
      setKnown(({ data }) => ({ ...nothing, data, cancelled: true }))
    },
  }
}
