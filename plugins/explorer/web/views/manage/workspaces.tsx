import { useState } from 'preact/hooks'
import { loadMe, me } from '../../api/account.js'
import { put, remove } from '../../api/call.js'
import { may } from '../../api/roles.js'
import { send } from '../../api/send.js'
import type { Membership } from '../../api/types.js'
import { workspace } from '../../api/workspace.js'
import { hrefOf, navigate } from '../../router/location.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { Form } from '../../ui/form.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { NameField } from '../../ui/name-field.js'
import { toast } from '../../ui/toast.js'
import { useAction } from '../../ui/use-action.js'
import { CalendarForm } from './calendar-form.js'
import { createWorkspace, slugOf } from './create-workspace.js'
import { manageText } from '../../text/manage.js'
import { Rich } from '../../ui/rich.js'

const at = (id: string): string => `/api/v1/admin/workspaces/${id}`

/** The open workspace, and the list of the user's workspaces. */
export function Workspaces() {
  const [overlay, setOverlay] = useState<'create' | 'delete' | null>(null)
  const open = workspace.value
  const platform = me.value?.user.role === 'platform'
  const mayCreate = platform || me.value?.user.role === 'editor' || me.value?.user.role === 'admin'
  if (open === null) return null
  return (
    <>
      <PageHead title={manageText.workspaces} summary={manageText.aWorkspaceHoldsTheDataOf}>
        {mayCreate && (
          <Button look="primary" icon="plus" onClick={() => setOverlay('create')}>
            {manageText.createWorkspace}
          </Button>
        )}
      </PageHead>
      <Rename key={open.id} workspace={open} />
      <CalendarForm key={`${open.id} ${open.timezone} ${open.week_start}`} workspace={open} />
      <section class="card stack">
        <h2>{manageText.yourWorkspaces}</h2>
        <ul class="bare-list lines">
          {(me.value?.workspaces ?? []).map(({ id, name, slug, role }) => (
            <li key={id} class="spread">
              <span class="row">
                <strong>{name}</strong> <code class="faint">{slug}</code> <span class="tag">{role}</span>
              </span>
              {id === open.id ? (
                <span class="tag accent">{manageText.openNow}</span>
              ) : (
                <Button small href={hrefOf('/workspaces', { workspace: slug })}>
                  {manageText.open}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
      {may('platform') && (
        <section class="card stack danger-zone">
          <h2>{manageText.deleteName(open.name)}</h2>
          <p class="soft">{manageText.permanentlyDeletesAllItsEvents}</p>
          <div>
            <Button look="danger" icon="trash" onClick={() => setOverlay('delete')}>
              {manageText.deleteWorkspace}
            </Button>
          </div>
        </section>
      )}
      {overlay === 'create' && <CreateDialog onClose={() => setOverlay(null)} />}
      {overlay === 'delete' && <DeleteDialog workspace={open} onClose={() => setOverlay(null)} />}
    </>
  )
}

function Rename({ workspace: { id, name, slug } }: { readonly workspace: Membership }) {
  const [text, setText] = useState(name)
  const { busy, run, problem } = useAction()
  const rename = async (): Promise<void> => {
    await send(put(at(id), { name: text }))
    await loadMe()
    toast(manageText.workspaceRenamed)
  }
  return (
    <section class="card">
      <Form look="invite-form two" onSubmit={() => void run(rename)}>
        <TextField
          label={manageText.nameOfThisWorkspace}
          value={text}
          onInput={setText}
          maxLength={200}
          required
          hint={manageText.theAddressDoesNotChange(slug)}
          error={problem?.message ?? null}
        />
        <Button type="submit" busy={busy} disabled={text.trim() === '' || text.trim() === name}>
          {manageText.rename}
        </Button>
      </Form>
    </section>
  )
}

function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [own, setOwn] = useState<string | null>(null)
  const slug = own ?? (name.trim() === '' ? '' : slugOf(name))
  return (
    <FormDialog
      title={manageText.newWorkspace}
      action={manageText.createWorkspace}
      fields={['name', 'slug']}
      disabled={name.trim() === '' || slug === ''}
      onSubmit={async () => {
        const made = await createWorkspace(name, slug)
        navigate(hrefOf('/install', { workspace: made.slug }))
      }}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <NameField value={name} onInput={setName} problemOf={problemOf} />
          <TextField
            label={manageText.address}
            value={slug}
            onInput={setOwn}
            maxLength={50}
            hint={manageText.lettersDigitsAndHyphensItIs}
            error={problemOf('slug')}
          />
        </>
      )}
    </FormDialog>
  )
}

interface DeleteProps {
  readonly workspace: Membership
  readonly onClose: () => void
}

/** Deletes a workspace. Its name must be typed to confirm. */
function DeleteDialog({ workspace: { id, name }, onClose }: DeleteProps) {
  const [typed, setTyped] = useState('')
  return (
    <FormDialog
      title={manageText.deleteWorkspaceQuestion(name)}
      action={manageText.deletePermanently}
      danger
      disabled={typed !== name}
      onSubmit={async () => {
        await send(remove(at(id)))
        navigate('/')
        await loadMe()
        toast(manageText.workspaceNameDeleted(name))
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <p>
            <Rich text={manageText.typeNameToConfirm(name)} />
          </p>
          <TextField
            label={manageText.nameOfTheWorkspace}
            value={typed}
            onInput={setTyped}
            autocomplete="off"
            autofocus
          />
        </>
      )}
    </FormDialog>
  )
}
