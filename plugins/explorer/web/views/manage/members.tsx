import { useState } from 'preact/hooks'
import { me } from '../../api/account.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { workspace } from '../../api/workspace.js'
import { formatTime } from '../../charts/format.js'
import { number, text } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import type { IconName } from '../../ui/icon.js'
import { EmptyState } from '../../ui/states.js'
import type { Column } from '../../ui/table.js'
import { Invites } from './invites.js'
import { MemberDialog, type MemberTask } from './member-dialogs.js'
import { PagedTable, pageSize } from './paged-table.js'
import { invitesCall, usersCall, type Invite, type ListedUser, type Users } from './people.js'
import { manageText } from '../../text/manage.js'

const codecs = { email: text(), offset: number(0) }

const actions = [
  ['role', 'edit', manageText.changeRoleOf],
  ['password', 'lock', manageText.createResetLinkFor],
  ['remove', 'trash', manageText.removeMember],
] as const satisfies readonly (readonly [string, IconName, (email: string) => string])[]

/** Invited users have no password to reset yet. */
const actionsFor = ({ status }: ListedUser) =>
  actions.filter(([of]) => of !== 'password' || status === 'active')

/** The members of the workspace; for platform users all users of the service. */
export function Members() {
  const [state, set] = useUrlState(codecs)
  const [task, setTask] = useState<MemberTask | null>(null)
  const answer = useAnswer<Data<Users>>(usersCall(state.email, state.offset, pageSize))
  const invites = useAnswer<Data<readonly Invite[]>>(invitesCall(workspace.value?.id ?? ''))
  // Invited people are in both lists.
  const reload = (): void => {
    answer.reload()
    invites.reload()
  }
  const platform = me.value?.user.role === 'platform'
  const columns: readonly Column<ListedUser>[] = [
    {
      key: 'email',
      title: manageText.eMail,
      value: ({ email }) => email,
      render: ({ id, email, status }) => (
        <span class="row">
          {email} {status === 'invited' && <span class="tag">{manageText.invited}</span>}{' '}
          {id === me.value?.user.id && <span class="tag">{manageText.you}</span>}
        </span>
      ),
    },
    {
      key: 'role',
      title: platform ? manageText.globalRole : manageText.role,
      value: ({ role }) => role,
      render: ({ role }) => (
        <span class={role === 'admin' || role === 'platform' ? 'tag accent' : 'tag'}>{role}</span>
      ),
    },
    {
      key: 'last',
      title: manageText.lastLogin,
      value: ({ last_login_at }) => last_login_at ?? '',
      render: ({ last_login_at }) =>
        last_login_at === null ? <span class="faint">{manageText.never}</span> : formatTime(last_login_at),
    },
    {
      key: 'since',
      title: manageText.created,
      value: ({ created_at }) => created_at,
      render: ({ created_at }) => formatTime(created_at),
    },
    {
      key: 'more',
      title: '',
      align: 'end',
      render: (user) =>
        user.id !== me.value?.user.id && (
          <span class="row-actions">
            {actionsFor(user).map(([of, icon, label]) => (
              <Button
                key={of}
                small
                look="quiet"
                icon={icon}
                label={label(user.email)}
                onClick={() => setTask({ of, user })}
              />
            ))}
          </span>
        ),
    },
  ]
  return (
    <>
      <PageHead
        title={manageText.members}
        summary={
          platform
            ? manageText.allUsersOfThisServiceIn
            : workspace.value === null
              ? manageText.theMembersOfThisWorkspace
              : manageText.theMembersOf(workspace.value.name)
        }
      >
        <Button icon="plus" onClick={() => setTask({ of: 'create' })}>
          {manageText.addMember}
        </Button>
      </PageHead>
      <Invites answer={invites} onChanged={reload} />
      <section class="stack">
        <div class="section-title">
          <h2>{platform ? manageText.users : manageText.members}</h2>
          <TextField
            label={manageText.findByEMail}
            type="search"
            value={state.email}
            onInput={(email) => set({ email, offset: 0 }, { replace: true })}
          />
        </div>
        <PagedTable
          answer={answer}
          rowsOf={({ users }) => users}
          columns={columns}
          rowKey={({ id }) => id}
          caption={manageText.users}
          empty={
            <EmptyState icon="users" title={manageText.noUsersFound}>
              {manageText.checkTheEMailAddressOr}
            </EmptyState>
          }
          offset={state.offset}
          onMove={(offset) => set({ offset })}
        />
      </section>
      {task !== null && <MemberDialog task={task} onClose={() => setTask(null)} onDone={reload} />}
    </>
  )
}
