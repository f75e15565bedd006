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
import { manageText } from '../../text/manage.js'

/** The user's own account. */
export function Profile() {
  const known = me.value
  if (known === null) return null
  return (
    <>
      <PageHead title={manageText.profile} summary={known.user.email}>
        <Button icon="logout" onClick={() => void logOut()}>
          {manageText.logOut}
        </Button>
      </PageHead>
      <section class="card stack">
        <h2>{manageText.workspaces}</h2>
        {known.workspaces.length === 0 ? (
          <p class="soft">{manageText.youAreNotAMemberOf}</p>
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
        <small>{manageText.yourGlobalRoleIsRoleIt(known.user.role)}</small>
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
    toast(manageText.passwordChangedAllOther)
  }
  return (
    <section class="card stack narrow">
      <h2>{manageText.password}</h2>
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
          label={manageText.currentPassword}
          type="password"
          value={current}
          onInput={setCurrent}
          autocomplete="current-password"
          required
          error={problemOf('current_password') ?? problemBeside(['new_password'])}
        />
        <TextField
          label={manageText.newPassword}
          type="password"
          value={next}
          onInput={setNext}
          autocomplete="new-password"
          required
          hint={manageText.atLeast8Characters}
          error={problemOf('new_password')}
        />
        <div>
          <Button look="primary" type="submit" busy={busy} disabled={current === '' || next.length < 8}>
            {manageText.changePassword}
          </Button>
        </div>
      </Form>
    </section>
  )
}
