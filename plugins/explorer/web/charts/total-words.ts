import { rangeWords } from '../question/range-name.js'
import { chartsText } from '../text/charts.js'

interface Total {
  /** The unit and the kind of the metric, as GET /metrics has them. */
  readonly unit: string
  readonly kind: string
  readonly range: string
  /** Who is counted; '' for people. */
  readonly actor?: string
}

const actors: Readonly<Record<string, string>> = chartsText.actors

/**
 * What a total is the total of: `distinct people in 30 days`, `events in 30 days`. Distinct counts need the word,
 * because they are not the sum of the points.
 */
export function totalWords({ unit, kind, range, actor = '' }: Total): string {
  const counted = unit === 'users' ? actorName(actor) : unit
  const within = rangeWords(range)
  return kind === 'distinct' ? chartsText.distinctIn(counted, within) : chartsText.countedIn(counted, within)
}

const actorName = (actor: string): string =>
  actor === ''
    ? chartsText.people
    : actor.startsWith('group:')
      ? chartsText.groupsOfType(actor.slice(6))
      : (actors[actor] ?? actor)
