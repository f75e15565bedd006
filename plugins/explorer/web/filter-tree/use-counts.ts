import { useEffect, useRef, useState } from 'preact/hooks'
import { asApiError, isAbort, type ApiError } from '../api/error.js'
import { sendPatiently } from '../api/send-patiently.js'
import { countIn, type Wanted } from './counting.js'

/** An answered number; a rejected request keeps its error. */
export interface Counted {
  readonly count: number | null
  readonly error: ApiError | null
}

const patience = 500
/** The requests that run at a time: the answer of the view comes first. */
const lanes = 2

export const keyOf = ({ call }: Wanted): string => JSON.stringify(call)

/**
 * Asks for numbers once the list has not changed for half a second, two at a time. Answers are kept by request, so only
 * what changed is asked again; what is no longer in the list is cancelled.
 */
export function useCounts(wanted: readonly Wanted[]): ReadonlyMap<string, Counted> {
  const [known, setKnown] = useState<ReadonlyMap<string, Counted>>(new Map())
  const kept = useRef(new Map<string, Counted>())
  const list = JSON.stringify(wanted.map(keyOf))
  useEffect(() => {
    const controller = new AbortController()
    const open = [...new Map(wanted.map((one) => [keyOf(one), one.call]))].filter(
      ([key]) => !kept.current.has(key),
    )
    const keep = (key: string, counted: Counted): void => {
      kept.current.set(key, counted)
      setKnown(new Map(kept.current))
    }
    const lane = async (): Promise<void> => {
      for (let next = open.shift(); next !== undefined; next = open.shift()) {
        const [key, call] = next
        try {
          keep(key, { count: countIn(await sendPatiently(call, controller.signal)), error: null })
        } catch (thrown) {
          if (isAbort(thrown) || controller.signal.aborted) return
          keep(key, { count: null, error: asApiError(thrown) })
        }
      }
    }
    const timer = setTimeout(() => {
      for (let n = 0; n < lanes; n++) void lane()
    }, patience)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
    // The list identifies the requests; the objects are new on every render.
  }, [list])
  return known
}
