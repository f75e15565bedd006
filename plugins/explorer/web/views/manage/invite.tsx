import { useState } from 'preact/hooks'
import { logIn } from '../../api/account.js'
import { get, post } from '../../api/call.js'
import { send } from '../../api/send.js'
import type { Data, Role } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatTime } from '../../charts/format.js'
import { navigate } from '../../router/location.js'
import type { ViewProps } from '../../router/view.js'
import { Brand } from '../../shell/brand.js'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { Form } from '../../ui/form.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { useAction } from '../../ui/use-action.js'

interface Invited {
  readonly valid: boolean
  readonly email: string
  readonly workspace_name: string
  readonly role: Role
  readonly expires_at: string
}

/** Where an invite leads: one joins with a new account, or with the one that the address has. */
export function Invite({ params: { token = '' } }: ViewProps) {
  const path = `/api/v1/invites/${encodeURIComponent(token)}`
  const answer = useAnswer<Data<Invited>>(get(path))
  return (
    <div class="entry">
      <div class="card">
        <Brand />
        {answer.error?.status === 404 ? (
          <EmptyState icon="link" title="There is no such invite">
            The link may be mistyped, or a newer one was made. Ask who invited you.
          </EmptyState>
        ) : (
          <Answered
            answer={answer}
            isEmpty={({ data }) => !data.valid}
            empty={
              <EmptyState
                icon="link"
                title="This invite is over"
                actions={<Button href="/">To the login</Button>}
              >
                It was used, has expired or was cancelled. Ask for another one.
              </EmptyState>
            }
          >
            {({ data }) => <Join invited={data} path={path} />}
          </Answered>
        )}
      </div>
    </div>
  )
}

function Join({ invited, path }: { readonly invited: Invited; readonly path: string }) {
  const [password, setPassword] = useState('')
  const { busy, run, problem } = useAction()
  const { email, workspace_name, role, expires_at } = invited
  const join = async (): Promise<void> => {
    await send(post(`${path}/accept`, { email, password }))
    await logIn(email, password)
    navigate('/', { replace: true })
  }
  return (
    <div class="stack">
      <h1>Join {workspace_name}</h1>
      <p class="soft">
        {email} is invited as <strong>{role}</strong>, until {formatTime(expires_at)}.
      </p>
      <Form onSubmit={() => void run(join)}>
        <input
          class="hidden"
          type="text"
          autocomplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <TextField
          label="Password"
          type="password"
          value={password}
          onInput={setPassword}
          autocomplete="new-password"
          hint="Choose one of 8 characters or more. If you have an account here, give its password"
          required
          autofocus
          error={problem?.message ?? null}
        />
        <Button look="primary" type="submit" busy={busy} disabled={password.length < 8}>
          Join
        </Button>
      </Form>
    </div>
  )
}
