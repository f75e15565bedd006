import { useState } from 'preact/hooks'
import { me } from '../../api/account.js'
import type { Role } from '../../api/types.js'
import { SelectField } from '../../ui/choice-fields.js'
import { TextField, type Option } from '../../ui/field.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { LinkDialog, useLink } from './link-dialog.js'
import { RemoveDialog } from './remove-dialog.js'
import { toast } from '../../ui/toast.js'
import { changeRole, createResetLink, createUser, type ListedUser } from './people.js'
import { roleOptions } from './roles.js'
import { manageText } from '../../text/manage.js'

export type MemberTask =
  { readonly of: 'create' } | { readonly of: 'role' | 'password' | 'remove'; readonly user: ListedUser }

interface Props {
  readonly task: MemberTask
  readonly onDone: () => void
  readonly onClose: () => void
}

export function MemberDialog({ task, onDone, onClose }: Props) {
  const after = (text: string) => (): void => {
    toast(text)
    onDone()
  }
  switch (task.of) {
    case 'create':
      return <CreateDialog onDone={onDone} onClose={onClose} />
    case 'role':
      return <RoleDialog user={task.user} onDone={after(manageText.roleChanged)} onClose={onClose} />
    case 'password':
      return <ResetDialog user={task.user} onClose={onClose} />
    case 'remove':
      return <RemoveDialog user={task.user} onDone={after(manageText.memberRemoved)} onClose={onClose} />
  }
}

interface FormProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

interface RoleProps {
  readonly value: Role
  readonly onChange: (role: Role) => void
}

/** The role in the workspace; for platform users the global role. */
function RoleField({ value, onChange }: RoleProps) {
  const platform = me.value?.user.role === 'platform'
  const options: readonly Option<Role>[] = platform
    ? [...roleOptions, { value: 'platform', label: manageText.platformAdministersTheService }]
    : roleOptions
  return <SelectField label={manageText.role} value={value} options={options} onChange={onChange} />
}

function CreateDialog({ onDone, onClose }: FormProps) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const { url, setUrl, closeForm } = useLink(onClose)
  if (url !== null)
    return (
      <LinkDialog
        title={manageText.emailIsInvited(email.trim())}
        text={manageText.sendInviteLink}
        url={url}
        onClose={onClose}
      />
    )
  const create = async (): Promise<void> => {
    setUrl(await createUser(email.trim(), role))
    onDone()
  }
  return (
    <FormDialog
      title={manageText.addMember}
      action={manageText.createInviteLink}
      fields={['email', 'role']}
      disabled={email.trim() === ''}
      onSubmit={create}
      onClose={closeForm}
    >
      {(problemOf) => (
        <>
          <TextField
            label={manageText.eMail}
            type="email"
            value={email}
            onInput={setEmail}
            required
            autofocus
            error={problemOf('email')}
          />
          <RoleField value={role} onChange={setRole} />
        </>
      )}
    </FormDialog>
  )
}

function RoleDialog({ user, onDone, onClose }: FormProps & { readonly user: ListedUser }) {
  const [role, setRole] = useState<Role>(user.role)
  return (
    <FormDialog
      title={manageText.roleOfEmail(user.email)}
      action={manageText.saveRole}
      disabled={role === user.role}
      onSubmit={() => changeRole(user.id, role).then(onDone)}
      onClose={onClose}
    >
      {() => (
        <>
          <RoleField value={role} onChange={setRole} />
          <p class="soft">{manageText.loweringTheRoleAlsoLowersTheir}</p>
        </>
      )}
    </FormDialog>
  )
}

function ResetDialog({ user, onClose }: { readonly user: ListedUser; readonly onClose: () => void }) {
  const { url, setUrl, closeForm } = useLink(onClose)
  if (url !== null)
    return (
      <LinkDialog
        title={manageText.resetLinkForEmail(user.email)}
        text={manageText.sendResetLink}
        url={url}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={manageText.resetThePasswordOfEmail(user.email)}
      action={manageText.createResetLink}
      onSubmit={async () => setUrl(await createResetLink(user.id))}
      onClose={closeForm}
    >
      {() => <p>{manageText.theLinkLetsThemChooseA}</p>}
    </FormDialog>
  )
}
