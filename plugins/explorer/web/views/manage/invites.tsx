import { useState } from 'preact/hooks'
import type { Data } from '../../api/types.js'
import type { Answer } from '../../api/use-answer.js'
import { workspace } from '../../api/workspace.js'
import { formatTime } from '../../charts/format.js'
import { Button } from '../../ui/button.js'
import { SelectField } from '../../ui/choice-fields.js'
import { TextField } from '../../ui/field.js'
import { Form } from '../../ui/form.js'
import { Once } from '../../ui/once.js'
import { Answered } from '../../ui/states.js'
import { toast } from '../../ui/toast.js'
import { useAction } from '../../ui/use-action.js'
import { cancelInvite, createInvite, type Invite } from './people.js'
import { roleOptions, type WorkspaceRole } from './roles.js'
import { manageText } from '../../text/manage.js'
import { uiText } from '../../text/ui.js'
import { Rich } from '../../ui/rich.js'

interface InvitesProps {
  readonly answer: Answer<Data<readonly Invite[]>>
  /** Called after an invite was created or cancelled. */
  readonly onChanged: () => void
}

/** Creates invites, and lists the pending ones. */
export function Invites({ answer, onChanged }: InvitesProps) {
  const id = workspace.value?.id ?? ''
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<WorkspaceRole>('viewer')
  const [made, setMade] = useState<{ readonly email: string; readonly url: string } | null>(null)
  const { busy, run, problem } = useAction()
  const invite = async (): Promise<void> => {
    setMade({ email: email.trim(), url: await createInvite(id, email.trim(), role) })
    setEmail('')
    onChanged()
  }
  return (
    <section class="card stack" aria-label={manageText.invites}>
      <h2>{manageText.inviteAMember}</h2>
      <Form look="invite-form" onSubmit={() => void run(invite)}>
        <TextField
          label={manageText.eMail}
          type="email"
          value={email}
          onInput={setEmail}
          required
          error={problem?.message ?? null}
        />
        <SelectField label={manageText.role} value={role} options={roleOptions} onChange={setRole} />
        <Button look="primary" type="submit" busy={busy} disabled={email.trim() === ''}>
          {manageText.createInviteLink}
        </Button>
      </Form>
      {made !== null && (
        <div class="stack">
          <p>
            <Rich text={manageText.sendThisLinkTo(made.email)} />
          </p>
          <Once text={made.url} copied={uiText.linkCopied} />
        </div>
      )}
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.length === 0}
        empty={<p class="faint">{manageText.noPendingInvites}</p>}
      >
        {({ data }) => (
          <ul class="bare-list lines">
            {data.map((one) => (
              <li key={one.id} class="spread">
                <span>
                  {one.email} <span class="tag">{one.role}</span>
                  <br />
                  <small>{manageText.validUntilTime(formatTime(one.expires_at))}</small>
                </span>
                <Button
                  small
                  onClick={() =>
                    void run(async () => {
                      await cancelInvite(id, one.id)
                      onChanged()
                      toast(manageText.inviteCancelled)
                    })
                  }
                >
                  {manageText.cancelInvite}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </section>
  )
}
