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
import { manageText } from '../../text/manage.js'
import { Rich } from '../../ui/rich.js'

interface Invited {
  readonly valid: boolean
  readonly email: string
  readonly workspace_name: string
  readonly role: Role
  readonly expires_at: string
}

/** The page of an invite link: joins a workspace with a new account, or with the existing one of this e-mail address. */
export function Invite({ params: { token = '' } }: ViewProps) {
  const path = `/api/v1/invites/${encodeURIComponent(token)}`
  const answer = useAnswer<Data<Invited>>(get(path))
  return (
    <div class="entry">
      <div class="card">
        <Brand />
        {answer.error?.status === 404 ? (
          <EmptyState icon="link" title={manageText.inviteNotFound} isPage>
            {manageText.theLinkIsIncompleteOrA}
          </EmptyState>
        ) : (
          <Answered
            answer={answer}
            isEmpty={({ data }) => !data.valid}
            empty={
              <EmptyState
                icon="link"
                title={manageText.thisInviteIsNoLongerValid}
                isPage
                actions={<Button href="/">{manageText.goToLogin}</Button>}
              >
                {manageText.usedExpiredOrCancelled}
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
      <h1>{manageText.joinWorkspace(workspace_name)}</h1>
      <p class="soft">
        <Rich text={manageText.isInvitedAs(email, role, formatTime(expires_at))} />
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
          label={manageText.password}
          type="password"
          value={password}
          onInput={setPassword}
          autocomplete="new-password"
          hint={manageText.atLeast8CharactersIfYou}
          required
          autofocus
          error={problem?.message ?? null}
        />
        <Button look="primary" type="submit" busy={busy} disabled={password.length < 8}>
          {manageText.join}
        </Button>
      </Form>
    </div>
  )
}
