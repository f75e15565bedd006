import {
  aggregate,
  bucket,
  byBytes,
  choose,
  column,
  compare,
  invalid,
  isIn,
  number,
  or,
  scan,
  sum,
  where,
  type AskedQuestion,
  type Relation,
  type Row,
  type WorkspaceAsk,
} from '../../contract/index.js'
import type { Check, ViolationKind } from './checks.js'

export interface Violation {
  readonly event: string
  readonly property: string | null
  readonly kind: ViolationKind
  /** The day, YYYY-MM-DD, in the question's zone. */
  readonly date: string
  /** The client, as its events name it; null if they do not. */
  readonly platform: string | null
  readonly app_version: string | null
  readonly count: number
}

/** Checks that one statement makes: each reads a property, and a row is read once for all of them. */
const checksAtOnce = 20
/** Checks of one request, so that a large dictionary cannot ask for minutes. */
const mostChecks = 400

/**
 * Counts the rows of each check by event, day and client: largest count of the latest day first. Throws a 422 for more
 * checks than can be counted at once.
 */
export async function countViolations(
  ask: Pick<WorkspaceAsk, 'rows'>,
  { question, labels }: AskedQuestion,
  checks: readonly Check[],
  event: string | null,
): Promise<readonly Violation[]> {
  const found: Violation[] = []
  const asked = checks.filter(({ events }) => event === null || events === null || events.includes(event))
  if (asked.length > mostChecks)
    throw invalid(
      'property',
      `the dictionary has ${asked.length} checks for this; at most ${mostChecks} can be counted at once, so name an event, a property or a kind`,
    )
  for (let start = 0; start < asked.length; start += checksAtOnce) {
    const batch = asked.slice(start, start + checksAtOnce)
    for (const row of await ask.rows(violationsPlan(batch, question, event)))
      found.push(...violationsIn(row, batch, labels))
  }
  return found.sort(
    (a, b) =>
      byBytes(b.date, a.date) ||
      b.count - a.count ||
      byBytes(a.event, b.event) ||
      byBytes(a.property ?? '', b.property ?? '') ||
      byBytes(a.kind, b.kind) ||
      byBytes(a.platform ?? '', b.platform ?? '') ||
      byBytes(a.app_version ?? '', b.app_version ?? ''),
  )
}

/** One row for each event, day and client with violations: the number of rows of each check. */
export function violationsPlan(
  checks: readonly Check[],
  { range, edges }: Pick<AskedQuestion['question'], 'range' | 'edges'>,
  event: string | null = null,
): Relation {
  const scanned = scan('events', range.from, range.to)
  const events = event === null ? eventsOf(checks) : [event]
  const rows = events === null ? scanned : where(scanned, isIn(column('event_name'), events))
  const names = checks.map((_, index) => `v${index}`)
  const counted = aggregate(
    rows,
    {
      event: column('event_name'),
      day: bucket(column('timestamp'), edges),
      platform: column('platform'),
      app_version: column('app_version'),
    },
    Object.fromEntries(
      checks.map(({ holds }, index) => [
        `v${index}`,
        sum(choose([{ when: holds, then: number(1) }], number(0))),
      ]),
    ),
  )
  return where(counted, or(...names.map((name) => compare('gt', column(name), number(0)))))
}

/** The events that the checks are about; null for all. */
const eventsOf = (checks: readonly Check[]): readonly string[] | null =>
  checks.every(({ events }) => events !== null)
    ? [...new Set(checks.flatMap(({ events }) => events ?? []))]
    : null

function violationsIn(row: Row, checks: readonly Check[], labels: readonly string[]): readonly Violation[] {
  const date = labels[Number(row['day'])] ?? ''
  return checks.flatMap(({ property, kind }, index) => {
    const count = Number(row[`v${index}`] ?? 0)
    if (count === 0) return []
    return [
      {
        event: row['event'] as string,
        property,
        kind,
        date,
        platform: (row['platform'] ?? null) as string | null,
        app_version: (row['app_version'] ?? null) as string | null,
        count,
      },
    ]
  })
}
