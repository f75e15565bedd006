import { useState } from 'preact/hooks'
import { get, post } from '../../api/call.js'
import { send } from '../../api/send.js'
import { keepSession } from '../../api/session.js'
import type { Data, Login } from '../../api/types.js'
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

interface Shown {
  readonly email: string
  readonly expires_at: string
}

/** The page of a reset link, where the user chooses a new password. */
export function Reset({ params: { token = '' } }: ViewProps) {
  const path = `/api/v1/auth/resets/${encodeURIComponent(token)}`
  const answer = useAnswer<Data<Shown>>(get(path))
  return (
    <div class="entry">
      <div class="card">
        <Brand />
        {answer.error?.status === 404 ? (
          <EmptyState icon="link" title="This link is no longer valid">
            It was used, has expired or was replaced. Request a new one from an admin.
          </EmptyState>
        ) : (
          <Answered answer={answer} isEmpty={() => false} empty={null}>
            {({ data }) => <Choose shown={data} path={path} />}
          </Answered>
        )}
      </div>
    </div>
  )
}

function Choose({ shown: { email, expires_at }, path }: { readonly shown: Shown; readonly path: string }) {
  const [password, setPassword] = useState('')
  const { busy, run, problem } = useAction()
  const choose = async (): Promise<void> => {
    const { data } = await send<Data<Login>>(post(path, { password }))
    keepSession(data)
    navigate('/', { replace: true })
  }
  return (
    <div class="stack">
      <h1>Choose a new password</h1>
      <p class="soft">
        For {email}. The link is valid until {formatTime(expires_at)} UTC.
      </p>
      <Form onSubmit={() => void run(choose)}>
        <TextField
          label="New password"
          type="password"
          value={password}
          onInput={setPassword}
          autocomplete="new-password"
          hint="At least 8 characters. All other sessions end"
          required
          autofocus
          error={problem?.message ?? null}
        />
        <Button look="primary" type="submit" busy={busy} disabled={password.length < 8}>
          Set password
        </Button>
      </Form>
    </div>
  )
}
