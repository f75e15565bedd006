import { get } from '../../api/call.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatTime } from '../../charts/format.js'
import { number, text } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { TextField } from '../../ui/field.js'
import { EmptyState } from '../../ui/states.js'
import type { Column } from '../../ui/table.js'
import { PagedTable, pageSize } from './paged-table.js'
import { manageText } from '../../text/manage.js'

interface Entry {
  readonly id: number
  readonly created_at: string
  readonly action: string
  readonly actor_id: string | null
  readonly actor_email: string | null
  readonly subject_id: string
  readonly details: Readonly<Record<string, unknown>>
}

const codecs = { actor: text(), action: text(), offset: number(0) }

const detailsOf = ({ details }: Entry): string =>
  Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${wordsOf(value)}`)
    .join(' · ')

const wordsOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.map(wordsOf).join(', ')
      : JSON.stringify(value)

const columns: readonly Column<Entry>[] = [
  {
    key: 'when',
    title: manageText.time,
    value: ({ created_at }) => created_at,
    render: ({ created_at }) => formatTime(created_at),
  },
  {
    key: 'what',
    title: manageText.action,
    value: ({ action }) => action,
    render: ({ action }) => <span class="tag">{action.replaceAll('_', ' ').replace('.', ' ')}</span>,
  },
  {
    key: 'who',
    title: manageText.user,
    value: ({ actor_email, actor_id }) => actor_email ?? actor_id ?? '',
    render: ({ actor_email, actor_id }) =>
      actor_email ?? actor_id ?? <span class="faint">{manageText.theService}</span>,
  },
  {
    key: 'details',
    title: manageText.details,
    value: detailsOf,
    render: (entry) => <span class="soft">{detailsOf(entry)}</span>,
  },
]

/** The audit log: who changed what, newest first. */
export function Audit() {
  const [state, set] = useUrlState(codecs)
  const call = get('/api/v1/admin/audit', { ...state, limit: pageSize })
  const answer = useAnswer<Data<{ readonly entries: readonly Entry[]; readonly total: number }>>(call)
  const entries = answer.data?.data.entries ?? []
  return (
    <>
      <PageHead title={manageText.auditLog} summary={manageText.everyChangeToAccessAndTo}>
        <ShareMenu
          calls={[call]}
          sheet={() => ({
            name: 'audit',
            columns: ['created_at', 'actor', 'action', 'subject', 'details'],
            rows: entries.map((entry) => [
              entry.created_at,
              entry.actor_email ?? entry.actor_id,
              entry.action,
              entry.subject_id,
              JSON.stringify(entry.details),
            ]),
          })}
        />
      </PageHead>
      <div class="row fields">
        <TextField
          label={manageText.action}
          type="search"
          placeholder="key.created"
          value={state.action}
          onInput={(action) => set({ action, offset: 0 }, { replace: true })}
        />
        <TextField
          label={manageText.user}
          placeholder={manageText.annExampleCom}
          type="search"
          value={state.actor}
          onInput={(actor) => set({ actor, offset: 0 }, { replace: true })}
        />
      </div>
      <PagedTable
        answer={answer}
        rowsOf={({ entries: listed }) => listed}
        columns={columns}
        rowKey={({ id }) => String(id)}
        caption={manageText.changes}
        empty={
          <EmptyState icon="history" title={manageText.noChangesFound}>
            {manageText.clearTheFiltersToSeeAll}
          </EmptyState>
        }
        offset={state.offset}
        onMove={(offset) => set({ offset })}
      />
    </>
  )
}
