import { useState } from 'preact/hooks'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { workspace } from '../../api/workspace.js'
import { formatTime } from '../../charts/format.js'
import { hrefOf } from '../../router/location.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Confirm } from '../../ui/confirm.js'
import { Dialog } from '../../ui/dialog.js'
import { SegmentedField, SelectField } from '../../ui/choice-fields.js'
import { TextField } from '../../ui/field.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { NameField } from '../../ui/name-field.js'
import { Once } from '../../ui/once.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { Table, type Column } from '../../ui/table.js'
import { createKey, deleteKey, keysCall, type Key } from './keys.js'
import { roleOptions, type WorkspaceRole } from './roles.js'

/** The keys of the workspace: ingest keys and query keys. */
export function KeysPage() {
  const id = workspace.value?.id ?? ''
  const answer = useAnswer<Data<readonly Key[]>>(keysCall(id))
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<Key | null>(null)
  const columns: readonly Column<Key>[] = [
    { key: 'name', title: 'Name', value: ({ name }) => name },
    {
      key: 'kind',
      title: 'Permission',
      value: ({ kind, role }) => `${kind} ${role ?? ''}`,
      render: ({ kind, role }) =>
        kind === 'ingest' ? (
          <span class="tag">Write data</span>
        ) : (
          <span class="tag accent">Query as {role}</span>
        ),
    },
    { key: 'prefix', title: 'Prefix', render: ({ prefix }) => <code>{prefix}…</code> },
    {
      key: 'used',
      title: 'Last used',
      value: ({ last_used_at }) => last_used_at ?? '',
      render: ({ last_used_at }) =>
        last_used_at === null ? <span class="faint">Never</span> : formatTime(last_used_at),
    },
    {
      key: 'end',
      title: 'Expires',
      value: ({ expires_at }) => expires_at ?? '',
      render: ({ expires_at }) =>
        expires_at === null ? <span class="faint">Never</span> : formatTime(expires_at),
    },
    {
      key: 'made',
      title: 'Created',
      value: ({ created_at }) => created_at,
      render: ({ created_at }) => formatTime(created_at),
    },
    {
      key: 'delete',
      title: '',
      align: 'end',
      render: (key) => (
        <Button
          small
          look="quiet"
          icon="trash"
          label={`Delete key ${key.name}`}
          onClick={() => setDeleting(key)}
        />
      ),
    },
  ]
  return (
    <>
      <PageHead
        title="Keys"
        summary="An ingest key can only write data. A query key can query this workspace with the rights of its role."
      >
        <Button href={hrefOf('/install')} icon="code">
          Show snippets
        </Button>
        <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
          Create key
        </Button>
      </PageHead>
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <EmptyState
            icon="key"
            title="No keys yet"
            actions={
              <Button look="primary" onClick={() => setCreating(true)}>
                Create key
              </Button>
            }
          >
            A client needs an ingest key to send events.
          </EmptyState>
        }
      >
        {({ data }) => (
          <div class="card flush">
            <Table columns={columns} rows={data} rowKey={(key) => key.id} caption="Keys" />
          </div>
        )}
      </Answered>
      {creating && (
        <KeyDialog
          workspaceId={id}
          onMade={(key) => {
            setMade(key)
            answer.reload()
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {made !== null && (
        <Dialog title="New key" onClose={() => setMade(null)}>
          <div class="stack">
            <p>
              Copy the key now: it is shown <strong>only once</strong>. The service stores only its hash.
            </p>
            <Once text={made} what="Key" />
          </div>
        </Dialog>
      )}
      {deleting !== null && (
        <Confirm
          title={`Delete key “${deleting.name}”?`}
          text="It stops working at once for every client that uses it. This cannot be undone."
          action="Delete key"
          onConfirm={async () => {
            await deleteKey(id, deleting.id)
            answer.reload()
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}

interface DialogProps {
  readonly workspaceId: string
  readonly onMade: (key: string) => void
  readonly onClose: () => void
}

function KeyDialog({ workspaceId, onMade, onClose }: DialogProps) {
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Key['kind']>('ingest')
  const [role, setRole] = useState<WorkspaceRole>('viewer')
  const [end, setEnd] = useState('')
  const create = async (): Promise<void> =>
    onMade(
      await createKey(workspaceId, {
        name,
        kind,
        ...(kind === 'query' ? { role } : {}),
        ...(end === '' ? {} : { expires_at: end }),
      }),
    )
  return (
    <FormDialog
      title="New key"
      action="Create key"
      fields={['name', 'expires_at']}
      disabled={name.trim() === ''}
      onSubmit={create}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <NameField value={name} onInput={setName} placeholder="Web shop" problemOf={problemOf} />
          <SegmentedField
            label="Permission"
            value={kind}
            options={[
              { value: 'ingest', label: 'Write data' },
              { value: 'query', label: 'Run queries' },
            ]}
            onChange={setKind}
          />
          {kind === 'query' && (
            <SelectField label="Role" value={role} options={roleOptions} onChange={setRole} />
          )}
          <TextField
            label="Expires"
            type="date"
            value={end}
            onInput={setEnd}
            hint="Leave empty for a key that does not expire"
            error={problemOf('expires_at')}
          />
        </>
      )}
    </FormDialog>
  )
}
