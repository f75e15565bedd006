import { useEffect, useRef, useState } from 'preact/hooks'
import type { Call } from '../api/call.js'
import { asApiError, isAbort, type ApiError } from '../api/error.js'
import { send } from '../api/send.js'
import type { Page } from '../api/types.js'
import { workspace } from '../api/workspace.js'
import { keyRows, type Keyed } from './key-rows.js'

export interface Tail<Row> {
  /** Null until loaded. */
  readonly rows: readonly Keyed<Row>[] | null
  readonly hasMore: boolean
  /** The keys of rows that arrived after the list was first shown. */
  readonly fresh: ReadonlySet<string>
  readonly error: ApiError | null
  readonly reload: () => void
}

const noneFresh: ReadonlySet<string> = new Set()

/**
 * The newest rows of a request, polled every `every` milliseconds while `running` and the page is visible. Backs off
 * exponentially after errors and stops on 403 and 422. Pausing keeps the rows.
 */
export function useTail<Row extends object>(call: Call, every: number, running: boolean): Tail<Row> {
  const key = JSON.stringify([call, workspace.value?.id])
  const [round, setRound] = useState(0)
  const [known, setKnown] = useState<Omit<Tail<Row>, 'reload'>>({
    rows: null,
    hasMore: false,
    fresh: noneFresh,
    error: null,
  })
  const first = useRef<{ key: string; seen: ReadonlySet<string> } | null>(null)
  const answered = useRef('')
  useEffect(() => {
    const controller = new AbortController()
    const asked = `${round} ${key}`
    let timer = 0
    let failures = 0
    const ask = async (): Promise<void> => {
      try {
        const page = await send<Page<Row>>(call, controller.signal)
        failures = 0
        answered.current = asked
        const rows = keyRows(page.data)
        if (first.current?.key !== key) first.current = { key, seen: new Set(rows.map((one) => one.key)) }
        const { seen } = first.current
        const fresh = new Set(rows.filter((one) => !seen.has(one.key)).map((one) => one.key))
        setKnown({ rows, hasMore: page.has_more, fresh, error: null })
      } catch (error) {
        if (isAbort(error) || controller.signal.aborted) return
        failures++
        setKnown((old) => ({ ...old, error: asApiError(error) }))
        if (asApiError(error).status === 422 || asApiError(error).status === 403) return
      }
      if (running && !controller.signal.aborted)
        timer = window.setTimeout(again, every * 2 ** Math.min(failures, 5))
    }
    const again = (): void => {
      if (document.visibilityState === 'visible') void ask()
      else timer = window.setTimeout(again, every)
    }
    if (first.current?.key !== key) setKnown({ rows: null, hasMore: false, fresh: noneFresh, error: null })
    if (running || answered.current !== asked) void ask()
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [key, every, running, round])
  return { ...known, reload: () => setRound((n) => n + 1) }
}
