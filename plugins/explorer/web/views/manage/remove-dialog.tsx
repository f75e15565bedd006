import { useState } from 'preact/hooks'
import { me } from '../../api/account.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { Answered } from '../../ui/states.js'
import { credentialsCall, removeUser, type Credentials, type ListedUser } from './people.js'
import { manageText } from '../../text/manage.js'

interface Props {
  readonly user: ListedUser
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Removes a member. Lists the keys and links that stop working, and lets the user keep some of them. */
export function RemoveDialog({ user, onDone, onClose }: Props) {
  const answer = useAnswer<Data<Credentials>>(credentialsCall(user.id))
  const [kept, setKept] = useState<readonly string[]>([])
  const toggle = (id: string): void =>
    setKept(kept.includes(id) ? kept.filter((one) => one !== id) : [...kept, id])
  return (
    <FormDialog
      title={manageText.removeEmail(user.email)}
      action={manageText.remove}
      danger
      onSubmit={() => removeUser(user.id, kept).then(onDone)}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{consequence(user)}</p>
          <Answered
            answer={answer}
            isEmpty={({ data }) => data.keys.length + data.links.length + data.invites.length === 0}
            empty={<p class="faint">{manageText.theyCreatedNoKeysPublicLinks}</p>}
          >
            {({ data }) => <Ending credentials={data} kept={kept} onToggle={toggle} />}
          </Answered>
        </>
      )}
    </FormDialog>
  )
}

function consequence({ status }: ListedUser): string {
  if (status === 'invited') return manageText.theInviteIsCancelled
  return me.value?.user.role === 'platform'
    ? manageText.theAccountIsDeletedBoards
    : manageText.theyLoseAccessToThisWorkspace
}

interface EndingProps {
  readonly credentials: Credentials
  readonly kept: readonly string[]
  readonly onToggle: (id: string) => void
}

function Ending({ credentials: { keys, links, invites }, kept, onToggle }: EndingProps) {
  const rows = [
    ...keys.map(({ id, name, role }) => ({
      id,
      text: role === null ? manageText.ingestKeyName(name) : manageText.queryKeyNameRole(name, role),
    })),
    ...links.map(({ id, name }) => ({ id, text: manageText.publicLinkToTheBoardName(name) })),
  ]
  return (
    <div class="stack">
      {rows.length > 0 && (
        <fieldset class="stack">
          <legend>{manageText.keysAndLinksTheyCreatedStop}</legend>
          {rows.map(({ id, text }) => (
            <label key={id} class="row">
              <input type="checkbox" checked={kept.includes(id)} onChange={() => onToggle(id)} />
              {text}
            </label>
          ))}
        </fieldset>
      )}
      {invites.length > 0 && <p>{manageText.theseInvitesAreCancelled(invites.map(({ email }) => email))}</p>}
    </div>
  )
}
