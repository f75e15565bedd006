import { useState } from 'preact/hooks'
import { withQuery, type Call } from '../api/call.js'
import type { Page } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { formatCount, formatTime } from '../charts/format.js'
import { ShareMenu } from '../share/share-menu.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { Answered, EmptyState } from '../ui/states.js'
import { Table, type Column } from '../ui/table.js'

/** A row of any list of persons. */
export interface Person {
  readonly device_id: string
  readonly user_id: string | null
  readonly first_seen: string
  readonly last_seen: string
  readonly events: number
}

interface Props {
  /** Whose people: “3 Nov 2026, DE”. */
  readonly title: string
  /** The question for them, without its paging: `<path>/people` of a metric, or a POST with the same body. */
  readonly call: Call
  readonly onClose: () => void
}

const size = 50

const columns: readonly Column<Person>[] = [
  {
    key: 'person',
    title: 'Person',
    value: ({ user_id, device_id }) => user_id ?? device_id,
    render: ({ user_id, device_id }) =>
      user_id === null ? <span class="mono soft">{device_id}</span> : <span>{user_id}</span>,
  },
  { key: 'events', title: 'Events', align: 'end', value: ({ events }) => events },
  {
    key: 'last',
    title: 'Last seen',
    value: ({ last_seen }) => last_seen,
    render: ({ last_seen }) => formatTime(last_seen),
  },
  {
    key: 'first',
    title: 'First seen',
    value: ({ first_seen }) => first_seen,
    render: ({ first_seen }) => formatTime(first_seen),
  },
]

/** The persons behind a figure, in pages. */
export function PeopleDrawer({ title, call, onClose }: Props) {
  const [offset, setOffset] = useState(0)
  const paged = pageOf(call, offset)
  const answer = useAnswer<Page<Person>>(paged)
  const rows = answer.data?.data ?? []
  return (
    <Dialog title={title} look="drawer" wide onClose={onClose}>
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.length === 0}
        empty={<EmptyState icon="users" title="Nobody" />}
      >
        {(page) => (
          <div class="stack">
            <div class="spread">
              <span class="soft">
                {page.total === undefined
                  ? ''
                  : `${formatCount(page.total)} ${page.total === 1 ? 'person' : 'people'}`}
              </span>
              <ShareMenu
                part
                calls={[paged]}
                sheet={() => ({
                  name: 'people',
                  columns: ['user_id', 'device_id', 'first_seen', 'last_seen', 'events'],
                  rows: rows.map((row) => [
                    row.user_id,
                    row.device_id,
                    row.first_seen,
                    row.last_seen,
                    row.events,
                  ]),
                })}
              />
            </div>
            <div class="card flush">
              <Table
                columns={columns}
                rows={page.data}
                rowKey={({ device_id }) => device_id}
                caption={title}
              />
            </div>
            <div class="spread">
              <Button small disabled={offset === 0} onClick={() => setOffset(offset - size)}>
                Newer
              </Button>
              <small>
                {formatCount(offset + 1)} – {formatCount(offset + page.data.length)}
              </small>
              <Button small disabled={!page.has_more} onClick={() => setOffset(offset + size)}>
                Older
              </Button>
            </div>
          </div>
        )}
      </Answered>
    </Dialog>
  )
}

/** Paging stands in the query string of a GET, and in the body of a POST. */
function pageOf(call: Call, offset: number): Call {
  const paging = { limit: size, offset, count_total: true }
  return call.method === 'GET'
    ? withQuery(call, paging)
    : { ...call, body: { ...(call.body as object), ...paging } }
}
