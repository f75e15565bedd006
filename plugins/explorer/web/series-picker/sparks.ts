import { signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { get, parameters, type Call } from '../api/call.js'
import type { Data, SeriesData } from '../api/types.js'
import { linesOf } from '../charts/line.js'
import { conditionsOf } from '../question/filter.js'

/** The values of the last 30 days, one a day; null if there is no line, undefined until it is loaded. */
type Spark = readonly number[] | null | undefined

/** A row that wants its line: an event, or anything else with a request of its own. */
export interface Sparked {
  /** Unique in the workspace. */
  readonly key: string
  /** The name of the event; null for a row with `call`. */
  readonly event: string | null
  /** The request for its series; null if it has none. */
  readonly call: Call | null
}

export const sparkRange = { range: '30d', granularity: 'daily' } as const

/** Milliseconds without a change of the visible rows, before their lines are asked for. */
const patience = 250
const lifetime = 300_000
const mostKept = 2_000
const mostAtOnce = 2
const mostEvents = 25
/** Characters of the names in one request, which is an address. */
const mostCharacters = 2_000

interface Kept {
  readonly spark: Signal<Spark>
  askedAt: number | null
}

interface Sparks {
  /** The line of a row, loaded or not. */
  of(key: string): ReadonlySignal<Spark>
  /** Says that a row is visible; the returned function, that it is not any more. */
  want(row: Sparked): () => void
  clear(): void
}

/**
 * The lines of the rows of a list. They are asked for when the rows that are visible have not changed for a moment: those
 * of events in one request, all others in requests of their own, two at a time. Each is kept for five minutes.
 */
export function createSparks(send: (call: Call) => Promise<unknown>): Sparks {
  const kept = new Map<string, Kept>()
  const wanted = new Map<string, Sparked>()
  let running = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const keptOf = (key: string): Kept => {
    const known = kept.get(key) ?? { spark: signal<Spark>(undefined), askedAt: null }
    kept.set(key, known)
    return known
  }
  const isDue = ({ key }: Sparked): boolean => {
    const { askedAt } = keptOf(key)
    return askedAt === null || Date.now() - askedAt > lifetime
  }

  function later(): void {
    clearTimeout(timer)
    timer = setTimeout(ask, patience)
  }

  function ask(): void {
    forget()
    const due = [...wanted.values()].filter(isDue)
    const events = due.filter(({ event }) => event !== null)
    if (events.length > 0 && running < mostAtOnce) run(batchOf(events))
    for (const row of due) if (row.event === null && running < mostAtOnce) run([row])
  }

  function run(rows: readonly Sparked[]): void {
    for (const { key } of rows) keptOf(key).askedAt = Date.now()
    const call =
      rows.length > 0 && rows.every(({ event }) => event !== null) ? eventsCall(rows) : rows[0]?.call
    if (call == null) {
      for (const { key } of rows) keptOf(key).spark.value = null
      return
    }
    running++
    const settle = (sparks: readonly Spark[]): void => {
      running--
      rows.forEach(({ key }, index) => (keptOf(key).spark.value = sparks[index] ?? null))
      // Rows that did not fit into the request, or became visible meanwhile.
      if ([...wanted.values()].some(isDue)) later()
    }
    send(call).then(
      (body) => settle(sparksIn(rows, (body as Data<SeriesData>).data)),
      // A missing line is no error that a picker must show.
      () => settle([]),
    )
  }

  /** Keeps the latest ones: a map has its keys in the order of their addition. */
  function forget(): void {
    for (const key of kept.keys()) {
      if (kept.size <= mostKept) return
      if (!wanted.has(key)) kept.delete(key)
    }
  }

  return {
    of: (key) => keptOf(key).spark,
    want(row) {
      wanted.set(row.key, row)
      if (isDue(row)) later()
      return () => {
        if (wanted.get(row.key) === row) wanted.delete(row.key)
      }
    },
    clear() {
      clearTimeout(timer)
      kept.clear()
      wanted.clear()
    },
  }
}

/** The first rows whose names fit into one request; at least one. */
function batchOf(rows: readonly Sparked[]): readonly Sparked[] {
  let characters = 0
  return rows.slice(0, mostEvents).filter(({ event }, index) => {
    characters += encodeURIComponent(event ?? '').length
    return index === 0 || characters <= mostCharacters
  })
}

const eventsCall = (rows: readonly Sparked[]): Call => {
  const names = rows.map(({ event }) => event ?? '')
  return get('/api/v1/metrics/events', [
    ...parameters({ ...sparkRange, breakdown: 'event_name', breakdown_limit: names.length }),
    ...conditionsOf([{ field: 'event_name', operator: 'in', value: names }]),
  ])
}

/** The lines of an answer. One that is split has no line of its own. */
function sparksIn(rows: readonly Sparked[], data: Pick<SeriesData, 'points'>): readonly Spark[] {
  const lines = linesOf(data)
  return rows.map(({ event }) => {
    const line = lines.get(event ?? '')
    return line === undefined ? null : [...line.values()]
  })
}
