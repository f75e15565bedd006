import { rangeWords } from '../question/range-name.js'

interface Total {
  /** The unit and the kind of the metric, as GET /metrics has them. */
  readonly unit: string
  readonly kind: string
  readonly range: string
  /** Who is counted; '' for people. */
  readonly actor?: string
}

const actors: Readonly<Record<string, string>> = { device: 'devices', session: 'sessions', user: 'people' }

/**
 * What a total is the total of: `distinct people in 30 days`, `events in 30 days`. Distinct counts need the word,
 * because they are not the sum of the points.
 */
export function totalWords({ unit, kind, range, actor = '' }: Total): string {
  const counted = unit === 'users' ? actorName(actor) : unit
  const within = rangeWords(range)
  return [kind === 'distinct' ? `distinct ${counted}` : counted, within]
    .filter((text) => text !== '')
    .join(' ')
}

const actorName = (actor: string): string =>
  actor === ''
    ? 'people'
    : actor.startsWith('group:')
      ? `groups (${actor.slice(6)})`
      : (actors[actor] ?? actor)
