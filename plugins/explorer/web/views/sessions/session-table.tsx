import { useEffect, useState } from 'preact/hooks'
import { withQuery } from '../../api/call.js'
import type { Page } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatCount, formatSeconds } from '../../charts/format.js'
import type { Metric } from '../../data/metrics.js'
import { cellsOf } from '../../metric/cells.js'
import { comeFrom, hereOf } from '../../people/came-from.js'
import { personHref, titleOf, personKey } from '../../people/person.js'
import { ShortId } from '../../people/short-id.js'
import { useProfiles } from '../../people/use-profiles.js'
import { askedParameters, type Asked } from '../../question/asked.js'
import { metricCall } from '../../question/metric-call.js'
import { formatMoment } from '../../rows/time.js'
import { ShareMenu } from '../../share/share-menu.js'
import { Pager } from '../../ui/pager.js'
import { Answered } from '../../ui/states.js'
import { Table, type Column } from '../../ui/table.js'
import { sourceOf, type SessionRow } from './session-source.js'
import { sessionsText } from '../../text/sessions.js'

interface Props {
  readonly metric: Metric
  readonly asked: Partial<Asked>
}

const size = 50
const title = sessionsText.latestSessions

/** The latest sessions: who, how long, how many events, from the first to the last, and where the visit came from. */
export function SessionTable({ metric, asked }: Props) {
  const [offset, setOffset] = useState(0)
  const plain = metricCall(metric, {}, askedParameters(asked))
  useEffect(() => setOffset(0), [JSON.stringify(plain)])
  const call = withQuery(plain, { limit: size, offset })
  const answer = useAnswer<Page<SessionRow>>(call)
  const rows = answer.data?.data ?? []
  const profiles = useProfiles(rows)
  const nameOf = (row: SessionRow): string => titleOf(row, profiles.get(personKey(row))?.traits)
  const names = Object.keys(rows[0] ?? {})
  return (
    <section class="card flush" aria-label={title}>
      <div class="spread card-head">
        <h2>{title}</h2>
        <ShareMenu
          part
          calls={[call]}
          sheet={
            rows.length === 0
              ? null
              : () => ({ name: metric.key, columns: names, rows: rows.map((row) => cellsOf(row, names)) })
          }
        />
      </div>
      <Answered answer={answer} isEmpty={({ data }) => data.length === 0}>
        {({ data, has_more }) => (
          <>
            <Table
              columns={columnsOf(nameOf, data)}
              rows={data}
              rowKey={({ session_id }) => session_id}
              caption={title}
            />
            <Pager offset={offset} length={data.length} limit={size} hasMore={has_more} onMove={setOffset} />
          </>
        )}
      </Answered>
    </section>
  )
}

const columnsOf = (
  nameOf: (row: SessionRow) => string,
  rows: readonly SessionRow[],
): readonly Column<SessionRow>[] => [
  {
    key: 'person',
    title: sessionsText.person,
    render: (row) => (
      <a
        class="session-cell clip"
        href={personHref(row)}
        onClick={() => comeFrom(rows, hereOf(), sessionsText.sessions)}
      >
        {nameOf(row)}
      </a>
    ),
  },
  { key: 'started', title: sessionsText.started, render: ({ started_at }) => formatMoment(started_at) },
  {
    key: 'duration',
    title: sessionsText.duration,
    align: 'end',
    render: ({ duration_seconds }) => formatSeconds(duration_seconds),
  },
  { key: 'events', title: sessionsText.events, align: 'end', render: ({ events }) => formatCount(events) },
  { key: 'entry', title: sessionsText.entry, render: ({ entry_event }) => <Name text={entry_event} /> },
  { key: 'exit', title: sessionsText.exit, render: ({ exit_event }) => <Name text={exit_event} /> },
  { key: 'source', title: sessionsText.source, render: (row) => <Name text={sourceOf(row)} /> },
  {
    key: 'session',
    title: sessionsText.session,
    render: ({ session_id }) => <ShortId id={session_id} what={sessionsText.sessionId} />,
  },
]

const Name = ({ text }: { readonly text: string | null }) =>
  text === null ? (
    <span class="faint">–</span>
  ) : (
    <span class="session-cell clip" title={text}>
      {text}
    </span>
  )
