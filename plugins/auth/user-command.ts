import Type from 'typebox'
import {
  auditLog,
  CommandError,
  defineCommand,
  roles,
  workspaceRoles,
  type CommandGroup,
  type OpenRecords,
  type Records,
  type WorkspaceRef,
  type WorkspaceRole,
} from '../../contract/index.js'
import { isCommonPassword } from './common-passwords.js'
import { readEmail } from './email.js'
import { memberships } from './memberships.js'
import { hashPassword, passwordLength } from './passwords.js'
import { anyUsers, insertUser, type NewUser } from './users-repository.js'

const options = Type.Object({
  email: Type.String(),
  role: Type.Enum([...roles], { description: 'the global role' }),
  password: Type.Optional(
    Type.String({ description: 'read from the terminal, or from a line of standard input, by default' }),
  ),
  workspace: Type.Optional(
    Type.String({ title: 'slug or id', description: 'add the user to this workspace' }),
  ),
  workspace_role: Type.Enum([...workspaceRoles], { default: 'viewer' }),
})

const create = defineCommand({
  name: 'create',
  summary: 'create a user in the record database',
  description:
    'Creates a user without the API: for the first user, and if no user can log in any more. With an embedded ' +
    'database the service must not be running.',
  options,
  async run(command, { email: text, role, password, workspace, workspace_role: workspaceRole }) {
    const email = readEmail(text)
    if (email === null) throw new CommandError(`--email: ${text} is not an e-mail address`)
    const passwordHash = await hashPassword(await checkedPassword(password ?? (await command.askPassword())))
    const id = command.newId('usr_')
    const user = { id, email, role, passwordHash, createdAt: new Date(command.clock()), confirmed: true }
    const instead = 'create the user through its API, POST /api/v1/admin/users'
    await command.withRecords(instead, async (stores) => {
      await requirePlatform(stores.records, user)
      const place = workspace === undefined ? null : await stores.workspace(workspace)
      await createUser(stores, user, place === null ? null : { place, role: workspaceRole })
    })
    command.say(`created ${email} (${id}), ${role}`)
  },
})

export const userCommands: CommandGroup = { name: 'user', summary: 'manage users', commands: [create] }

async function checkedPassword(password: string): Promise<string> {
  const { length } = Array.from(password)
  const { minLength, maxLength } = passwordLength
  if (length < minLength || length > maxLength)
    throw new CommandError(`a password must have ${minLength} to ${maxLength} characters`)
  if (await isCommonPassword(password))
    throw new CommandError('the password is one of the most common passwords; choose another one')
  return password
}

/** Setup creates only the first user. Without the role platform, no user could ever get it. */
async function requirePlatform(records: Records, { role }: NewUser): Promise<void> {
  if (role !== 'platform' && !(await anyUsers(records)))
    throw new CommandError('the first user must have --role platform')
}

const createUser = (
  { records, use }: OpenRecords,
  user: NewUser,
  membership: { readonly place: WorkspaceRef; readonly role: WorkspaceRole } | null,
): Promise<void> =>
  records.transaction(async (transaction) => {
    if ((await insertUser(transaction, user)) === null)
      throw new CommandError(`user ${user.email} already exists`)
    const { id, email, role } = user
    const workspaceId = membership?.place.id ?? null
    const details = { email, role, by: 'command line' }
    await use(auditLog).note(transaction, {
      action: 'user.created',
      actor: null,
      workspaceId,
      subject: id,
      details,
    })
    if (membership !== null)
      await use(memberships).add(transaction, membership.place.id, { userId: id, role: membership.role })
  })
