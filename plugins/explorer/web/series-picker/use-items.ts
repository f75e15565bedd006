import { useMemo } from 'preact/hooks'
import { get, parameters, type Call } from '../api/call.js'
import type { ApiError } from '../api/error.js'
import type { Data, TopData } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { peekShared, refreshShared, useShared, type Shared } from '../api/use-shared.js'
import { valuesCall } from '../data/fields.js'
import { useMetrics } from '../data/metrics.js'
import { useDictionary } from '../dictionary/described.js'
import { questionsCall, type Questions } from '../library/api.js'
import type { SavedQuestion } from '../library/types.js'
import { conditionsOf } from '../question/filter.js'
import { useSettled } from '../ui/use-settled.js'
import { findItems, searchPattern } from './find.js'
import { eventItems, metricItems, questionItems, type EventUse, type Item } from './items.js'

/** The range in which events are counted. */
const range = '30d'
/** As many as the service ranks; others are found by typing. */
const mostEvents = 1_000
const mostQuestions = 1_000
const mostFound = 100
const lifetime = 300_000
const patience = 150

const topPath = '/api/v1/metrics/events/top'
const topCall = get(topPath, { range, limit: mostEvents })
const listCall = questionsCall({ limit: mostQuestions })

/** Loads the events ahead of the list, or again if they are more than five minutes old. */
export const preloadEvents = (): void => refreshShared(topCall, lifetime)

/** The items of a list, and how its loading goes. */
export interface Items {
  readonly items: readonly Item[]
  /** The number of further events, which the service searches. */
  readonly unloaded: number
  readonly loading: boolean
  /** Why the events could not be loaded. */
  readonly problem: ApiError | null
  readonly onRetry: () => void
}

/** Events, most used first. The service searches the others: further ones, and those of earlier times. */
export function useEventItems(typed: string): Items {
  const top = useShared<TopData>(topCall)
  const names = useDictionary('events')
  const search = useSettled(typed.trim(), patience)
  const known = useMemo(() => eventItems(knownEvents(top.data, [...names.keys()]), names), [top.data, names])
  const call = useMemo(() => furtherCall(top, known, search), [top.data, top.error, known, search])
  const further = useAnswer<TopData | Data<{ readonly values: readonly string[] }>>(call)
  const items = useMemo(() => {
    const listed = new Set(known.map(({ name }) => name))
    const others = foundEvents(further.data).filter(({ name }) => !listed.has(name))
    return others.length === 0 ? known : [...known, ...eventItems(others, names)]
  }, [known, further.data, names])
  const isLoading = (top.data === null && top.error === null) || further.since !== null
  return {
    items,
    unloaded: top.data === null ? 0 : top.data.total_labels - top.data.data.length,
    loading: isLoading,
    problem: top.data === null ? top.error : null,
    onRetry: top.reload,
  }
}

/** Everything that can be a series: events, metrics, saved questions and formulas. */
export function useSeriesItems(typed: string): Items {
  const events = useEventItems(typed)
  const metrics = useMetrics().data
  const questions = useQuestions(typed)
  const others = useMemo(
    () => [...metricItems(metrics ?? []), ...questionItems(questions)],
    [metrics, questions],
  )
  return { ...events, items: useMemo(() => [...events.items, ...others], [events.items, others]) }
}

/** The saved questions that the list may offer: up to 1,000, and further ones that match what was typed. */
function useQuestions(typed: string): readonly SavedQuestion[] {
  const first = useShared<Questions>(listCall).data?.data
  const search = useSettled(typed.trim(), patience).slice(0, 200)
  const isWhole = first === undefined || first.next === null
  const found = useAnswer<Questions>(
    isWhole || search === '' ? null : questionsCall({ search, limit: mostFound }),
  )
  return useMemo(() => {
    const listed = first?.questions ?? []
    const ids = new Set(listed.map(({ id }) => id))
    return [...listed, ...(found.data?.data.questions ?? []).filter(({ id }) => !ids.has(id))]
  }, [first, found.data])
}

/** The events of the range, then those that only the dictionary has. */
function knownEvents(top: TopData | null, described: readonly string[]): readonly EventUse[] {
  if (top === null) return []
  const counted = top.data.map(({ label, count }) => ({ name: label, used: count }))
  const names = new Set(counted.map(({ name }) => name))
  const isWhole = top.total_labels <= counted.length
  return [
    ...counted,
    ...described
      .filter((name) => !names.has(name))
      .map((name): EventUse => ({ name, ...(isWhole ? { used: 0 } : {}) })),
  ]
}

/** The request for events that are not loaded; null if all that match are. */
function furtherCall(top: Shared<TopData>, known: readonly Item[], search: string): Call | null {
  if (top.data === null) return null
  const isWhole = top.data.total_labels <= top.data.data.length
  const wanted = search.slice(0, 200)
  if (!isWhole && wanted !== '')
    return get(topPath, [
      ...parameters({ range, limit: mostFound }),
      ...conditionsOf([{ field: 'event_name', operator: 'regex', value: searchPattern(wanted) }]),
    ])
  return findItems(known, wanted, 1).length === 0 ? valuesCall('events', 'event_name', wanted) : null
}

function foundEvents(
  body: TopData | Data<{ readonly values: readonly string[] }> | null,
): readonly EventUse[] {
  if (body === null) return []
  return 'total_labels' in body
    ? body.data.map(({ label, count }) => ({ name: label, used: count }))
    : body.data.values.map((name) => ({ name }))
}

/** The most used event; '' if there is none, or the events are not loaded. */
export const mostUsedEvent = (): string => peekShared<TopData>(topCall)?.data[0]?.label ?? ''
