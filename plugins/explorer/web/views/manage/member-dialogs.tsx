import { useState } from 'preact/hooks'
import { me } from '../../api/account.js'
import type { Role } from '../../api/types.js'
import { Confirm } from '../../ui/confirm.js'
import { SelectField } from '../../ui/choice-fields.js'
import { TextField, type Option } from '../../ui/field.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { toast } from '../../ui/toast.js'
import { changeRole, createUser, removeUser, setPassword, type ListedUser } from './people.js'
import { roleOptions } from './roles.js'

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
      return <CreateDialog onDone={after('The account is made')} onClose={onClose} />
    case 'role':
      return <RoleDialog user={task.user} onDone={after('The role is changed')} onClose={onClose} />
    case 'password':
      return <PasswordDialog user={task.user} onDone={after('The password is set')} onClose={onClose} />
    case 'remove':
      return (
        <Confirm
          title={`Remove ${task.user.email}?`}
          text={
            me.value?.user.role === 'platform'
              ? 'The account is deleted. What it made (boards, audiences, marks) stays.'
              : 'They lose this workspace at once, and their account too if they have no other. What they made stays.'
          }
          action="Remove"
          onConfirm={() => removeUser(task.user.id).then(after('They are removed'))}
          onClose={onClose}
        />
      )
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

/** The role in the workspace; a platform user gives the one in the whole service. */
function RoleField({ value, onChange }: RoleProps) {
  const platform = me.value?.user.role === 'platform'
  const options: readonly Option<Role>[] = platform
    ? [...roleOptions, { value: 'platform', label: 'Platform: administers the service' }]
    : roleOptions
  return <SelectField label="Role" value={value} options={options} onChange={onChange} />
}

function CreateDialog({ onDone, onClose }: FormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  return (
    <FormDialog
      title="Make an account"
      action="Make it"
      fields={['email', 'password', 'role']}
      disabled={email === '' || password.length < 8}
      onSubmit={() => createUser(email.trim(), password, role).then(onDone)}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <p class="soft">An invite lets people choose their own password; this is for when they cannot.</p>
          <TextField
            label="E-mail"
            type="email"
            value={email}
            onInput={setEmail}
            required
            autofocus
            error={problemOf('email')}
          />
          <TextField
            label="First password"
            type="password"
            value={password}
            onInput={setPassword}
            autocomplete="new-password"
            hint="8 characters or more; they can change it"
            required
            error={problemOf('password')}
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
      title={`Role of ${user.email}`}
      action="Save"
      disabled={role === user.role}
      onSubmit={() => changeRole(user.id, role).then(onDone)}
      onClose={onClose}
    >
      {() => <RoleField value={role} onChange={setRole} />}
    </FormDialog>
  )
}

function PasswordDialog({ user, onDone, onClose }: FormProps & { readonly user: ListedUser }) {
  const [password, setText] = useState('')
  return (
    <FormDialog
      title={`A new password for ${user.email}`}
      action="Set it"
      fields={['password']}
      disabled={password.length < 8}
      onSubmit={() => setPassword(user.id, password).then(onDone)}
      onClose={onClose}
    >
      {(problemOf) => (
        <TextField
          label="New password"
          type="password"
          value={password}
          onInput={setText}
          autocomplete="new-password"
          hint="8 characters or more. All their sessions end"
          required
          autofocus
          error={problemOf('password')}
        />
      )}
    </FormDialog>
  )
}
