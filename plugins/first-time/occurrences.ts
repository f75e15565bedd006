import {
  aggregate,
  and,
  column,
  compare,
  derive,
  equals,
  first,
  instant,
  keptLabels,
  labelledRows,
  min,
  text,
  where,
  withDimension,
  type Measure,
  type Question,
  type Relation,
} from '../../contract/index.js'

/** Which occurrence of an event counts as a person's first. */
export interface Occurrence {
  readonly event: string
  /** True: the first occurrence that passes the question's filter. False: the very first, which must pass it. */
  readonly matching: boolean
  /** In days of 24 h before the range; undefined searches all history. */
  readonly lookbackDays: number | undefined
}

const day = 86_400_000
const time = column('timestamp')
const atFirst = (name: string): Measure => first(column(name), time, column('seq'))

/**
 * One row for each person whose first occurrence lies in the question's range. With a breakdown it carries that
 * occurrence's `dimension`, and it always carries its columns `shown`. On equal timestamps, the row stored first counts.
 */
export function firstOccurrences(
  question: Question,
  occurrence: Occurrence,
  shown: readonly string[] = [],
): Relation {
  const { range, breakdown } = question
  const candidates = candidateRows(question, occurrence)
  const isChecked = !occurrence.matching && question.filter !== null
  const firsts = aggregate(
    candidates,
    { person: column('person') },
    {
      timestamp: min(time),
      ...(breakdown === null ? {} : { label: atFirst('label') }),
      ...(isChecked ? { passes: atFirst('passes') } : {}),
      ...Object.fromEntries(shown.map((name) => [name, atFirst(name)])),
    },
  )
  const inside = compare('gte', time, instant(range.from))
  const counted = where(firsts, isChecked ? and(inside, column('passes')) : inside)
  return breakdown === null ? counted : withDimension(counted, keptLabels(counted, breakdown))
}

/** The event's rows from the start of the look-back to the range's end. */
function candidateRows(question: Question, { event, matching, lookbackDays }: Occurrence): Relation {
  const { range, filter } = question
  const from = lookbackDays === undefined ? null : range.from - lookbackDays * day
  const rows = labelledRows(matching ? question : { ...question, filter: null }, {
    interval: { from, to: range.to },
    where: equals(column('event_name'), text(event)),
  })
  return matching || filter === null ? rows : derive(rows, { passes: filter })
}
