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

/** Keys of the workspace: those that write, and those that ask. */
export function KeysPage() {
  const id = workspace.value?.id ?? ''
  const answer = useAnswer<Data<readonly Key[]>>(keysCall(id))
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const [doomed, setDoomed] = useState<Key | null>(null)
  const columns: readonly Column<Key>[] = [
    { key: 'name', title: 'Name', value: ({ name }) => name },
    {
      key: 'kind',
      title: 'May',
      value: ({ kind, role }) => `${kind} ${role ?? ''}`,
      render: ({ kind, role }) =>
        kind === 'ingest' ? (
          <span class="tag">write events</span>
        ) : (
          <span class="tag accent">ask as {role}</span>
        ),
    },
    { key: 'prefix', title: 'Begins with', render: ({ prefix }) => <code>{prefix}…</code> },
    {
      key: 'used',
      title: 'Last used',
      value: ({ last_used_at }) => last_used_at ?? '',
      render: ({ last_used_at }) =>
        last_used_at === null ? <span class="faint">never</span> : formatTime(last_used_at),
    },
    {
      key: 'end',
      title: 'Expires',
      value: ({ expires_at }) => expires_at ?? '',
      render: ({ expires_at }) =>
        expires_at === null ? <span class="faint">never</span> : formatTime(expires_at),
    },
    {
      key: 'made',
      title: 'Made',
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
          label={`Delete the key ${key.name}`}
          onClick={() => setDoomed(key)}
        />
      ),
    },
  ]
  return (
    <>
      <PageHead
        title="Keys"
        summary="An ingest key can only write. A query key stands in for a user of its role, in this workspace alone."
      >
        <Button href={hrefOf('/install')} icon="code">
          Snippets
        </Button>
        <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
          New key
        </Button>
      </PageHead>
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <EmptyState
            icon="key"
            title="No key yet"
            actions={
              <Button look="primary" onClick={() => setCreating(true)}>
                New key
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
        <Dialog title="The new key" onClose={() => setMade(null)}>
          <div class="stack">
            <p>
              Copy it now: it is shown <strong>this once</strong>, and kept as a hash.
            </p>
            <Once text={made} what="Key" />
          </div>
        </Dialog>
      )}
      {doomed !== null && (
        <Confirm
          title={`Delete the key “${doomed.name}”?`}
          text="It stops working at once, wherever it is used. That cannot be taken back."
          action="Delete the key"
          onConfirm={async () => {
            await deleteKey(id, doomed.id)
            answer.reload()
          }}
          onClose={() => setDoomed(null)}
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
      action="Make the key"
      fields={['name', 'expires_at']}
      disabled={name.trim() === ''}
      onSubmit={create}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <NameField value={name} onInput={setName} placeholder="Web shop" problemOf={problemOf} />
          <SegmentedField
            label="What it may do"
            value={kind}
            options={[
              { value: 'ingest', label: 'Write events' },
              { value: 'query', label: 'Ask questions' },
            ]}
            onChange={setKind}
          />
          {kind === 'query' && (
            <SelectField label="As" value={role} options={roleOptions} onChange={setRole} />
          )}
          <TextField
            label="Expires"
            type="date"
            value={end}
            onInput={setEnd}
            hint="Without a date it lasts until it is deleted"
            error={problemOf('expires_at')}
          />
        </>
      )}
    </FormDialog>
  )
}
