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
import { manageText } from '../../text/manage.js'

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
          <EmptyState icon="link" title={manageText.thisLinkIsNoLongerValid} isPage>
            {manageText.usedExpiredOrReplaced}
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
      <h1>{manageText.chooseANewPassword}</h1>
      <p class="soft">{manageText.forEmailTheLinkIsValid(email, formatTime(expires_at))}</p>
      <Form onSubmit={() => void run(choose)}>
        <TextField
          label={manageText.newPassword}
          type="password"
          value={password}
          onInput={setPassword}
          autocomplete="new-password"
          hint={manageText.atLeast8CharactersAllOther}
          required
          autofocus
          error={problem?.message ?? null}
        />
        <Button look="primary" type="submit" busy={busy} disabled={password.length < 8}>
          {manageText.setPassword}
        </Button>
      </Form>
    </div>
  )
}
