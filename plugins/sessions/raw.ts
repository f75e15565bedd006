import Type from 'typebox'
import {
  ascending,
  column,
  contextColumns,
  count,
  descending,
  last,
  math,
  max,
  min,
  number,
  select,
  sort,
  type Expr,
  type Measure,
  type MetricDefinition,
  type Question,
  type Relation,
} from '../../contract/index.js'
import { atStart, startedSessions } from './starts.js'

const atEnd = (name: string): Measure => last(column(name), column('timestamp'), column('seq'))

/** Sessions, newest first. A row covers the whole session, including events after the range. */
function rawSessions(question: Question): Relation {
  const sessions = startedSessions(
    { ...question, breakdown: null },
    {
      session_id: min(column('session_id')),
      device_id: atEnd('device_id'),
      user_id: atEnd('user_id'),
      ended_at: max(column('timestamp')),
      events: count(),
      entry_event: atStart('event_name'),
      exit_event: atEnd('event_name'),
      ...Object.fromEntries(contextColumns.map((name) => [name, atStart(name)])),
    },
    null,
  )
  return select(sort(sessions, [descending(column('timestamp')), ascending(column('session_id'))]), shown)
}

const shown: Readonly<Record<string, Expr>> = {
  session_id: column('session_id'),
  device_id: column('device_id'),
  user_id: column('user_id'),
  started_at: column('timestamp'),
  ended_at: column('ended_at'),
  duration_seconds: math('/', math('-', column('ended_at'), column('timestamp')), number(1000)),
  events: column('events'),
  entry_event: column('entry_event'),
  exit_event: column('exit_event'),
  ...Object.fromEntries(contextColumns.map((name) => [name, column(name)])),
}

const params = Type.Object({})

export const sessionsRaw: MetricDefinition<typeof params> = {
  key: 'sessions_raw',
  title: 'Latest sessions',
  path: 'sessions/raw',
  summary: 'Sessions that started in the range, newest first',
  unit: 'sessions',
  kind: 'rows',
  source: 'events',
  params,
  answer: 'page',
  plan: (question) => rawSessions(question),
}
