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
import { manageText } from '../../text/manage.js'
import { uiText } from '../../text/ui.js'
import { Rich } from '../../ui/rich.js'

/** The keys of the workspace: ingest keys and query keys. */
export function KeysPage() {
  const id = workspace.value?.id ?? ''
  const answer = useAnswer<Data<readonly Key[]>>(keysCall(id))
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<Key | null>(null)
  const columns: readonly Column<Key>[] = [
    { key: 'name', title: manageText.name, value: ({ name }) => name },
    {
      key: 'kind',
      title: manageText.permission,
      value: ({ kind, role }) => `${kind} ${role ?? ''}`,
      render: ({ kind, role }) =>
        kind === 'ingest' ? (
          <span class="tag">{manageText.writeData}</span>
        ) : (
          <span class="tag accent">{manageText.queryAsRole(role ?? '')}</span>
        ),
    },
    { key: 'prefix', title: manageText.prefix, render: ({ prefix }) => <code>{prefix}…</code> },
    {
      key: 'used',
      title: manageText.lastUsed,
      value: ({ last_used_at }) => last_used_at ?? '',
      render: ({ last_used_at }) =>
        last_used_at === null ? <span class="faint">{manageText.never}</span> : formatTime(last_used_at),
    },
    {
      key: 'end',
      title: manageText.expires,
      value: ({ expires_at }) => expires_at ?? '',
      render: ({ expires_at }) =>
        expires_at === null ? <span class="faint">{manageText.never}</span> : formatTime(expires_at),
    },
    {
      key: 'made',
      title: manageText.created,
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
          label={manageText.deleteKeyName(key.name)}
          onClick={() => setDeleting(key)}
        />
      ),
    },
  ]
  return (
    <>
      <PageHead title={manageText.keys} summary={manageText.anIngestKeyCanOnlyWrite}>
        <Button href={hrefOf('/install')} icon="code">
          {manageText.showSnippets}
        </Button>
        <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
          {manageText.createKey}
        </Button>
      </PageHead>
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <EmptyState
            icon="key"
            title={manageText.noKeysYet}
            actions={
              <Button look="primary" onClick={() => setCreating(true)}>
                {manageText.createKey}
              </Button>
            }
          >
            {manageText.aClientNeedsAnIngestKey}
          </EmptyState>
        }
      >
        {({ data }) => (
          <div class="card flush">
            <Table columns={columns} rows={data} rowKey={(key) => key.id} caption={manageText.keys} />
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
        <Dialog title={manageText.newKey} onClose={() => setMade(null)}>
          <div class="stack">
            <p>
              <Rich text={manageText.copyTheKeyNow} />
            </p>
            <Once text={made} copied={uiText.keyCopied} />
          </div>
        </Dialog>
      )}
      {deleting !== null && (
        <Confirm
          title={manageText.deleteKeyQuestion(deleting.name)}
          text={manageText.itStopsWorkingAtOnceFor}
          action={manageText.deleteKey}
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
      title={manageText.newKey}
      action={manageText.createKey}
      fields={['name', 'expires_at']}
      disabled={name.trim() === ''}
      onSubmit={create}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <NameField value={name} onInput={setName} placeholder={manageText.webShop} problemOf={problemOf} />
          <SegmentedField
            label={manageText.permission}
            value={kind}
            options={[
              { value: 'ingest', label: manageText.writeData },
              { value: 'query', label: manageText.runQueries },
            ]}
            onChange={setKind}
          />
          {kind === 'query' && (
            <SelectField label={manageText.role} value={role} options={roleOptions} onChange={setRole} />
          )}
          <TextField
            label={manageText.expires}
            type="date"
            value={end}
            onInput={setEnd}
            hint={manageText.leaveEmptyForAKeyThat}
            error={problemOf('expires_at')}
          />
        </>
      )}
    </FormDialog>
  )
}
