import { useState } from 'preact/hooks'
import { logOut, me } from '../../api/account.js'
import { post } from '../../api/call.js'
import { send } from '../../api/send.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { Form } from '../../ui/form.js'
import { toast } from '../../ui/toast.js'
import { useAction } from '../../ui/use-action.js'

/** The user's own account. */
export function Profile() {
  const known = me.value
  if (known === null) return null
  return (
    <>
      <PageHead title="Profile" summary={known.user.email}>
        <Button icon="logout" onClick={() => void logOut()}>
          Log out
        </Button>
      </PageHead>
      <section class="card stack">
        <h2>Workspaces</h2>
        {known.workspaces.length === 0 ? (
          <p class="soft">You are not a member of a workspace yet. An admin can invite you.</p>
        ) : (
          <ul class="bare-list lines">
            {known.workspaces.map(({ id, name, role }) => (
              <li key={id} class="spread">
                <strong>{name}</strong>
                <span class="tag">{role}</span>
              </li>
            ))}
          </ul>
        )}
        <small>Your global role is {known.user.role}. It decides whether you can create workspaces.</small>
      </section>
      <PasswordForm />
    </>
  )
}

function PasswordForm() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const { busy, run, problemOf, problemBeside } = useAction()
  const change = async (): Promise<void> => {
    await send(post('/api/v1/auth/password', { current_password: current, new_password: next }))
    setCurrent('')
    setNext('')
    toast('Password changed; all other sessions have ended')
  }
  return (
    <section class="card stack narrow">
      <h2>Password</h2>
      <Form onSubmit={() => void run(change)}>
        <input
          class="hidden"
          type="text"
          autocomplete="username"
          value={me.value?.user.email ?? ''}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <TextField
          label="Current password"
          type="password"
          value={current}
          onInput={setCurrent}
          autocomplete="current-password"
          required
          error={problemOf('current_password') ?? problemBeside(['new_password'])}
        />
        <TextField
          label="New password"
          type="password"
          value={next}
          onInput={setNext}
          autocomplete="new-password"
          required
          hint="At least 8 characters"
          error={problemOf('new_password')}
        />
        <div>
          <Button look="primary" type="submit" busy={busy} disabled={current === '' || next.length < 8}>
            Change password
          </Button>
        </div>
      </Form>
    </section>
  )
}
