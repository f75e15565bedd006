import { randomBytes } from 'node:crypto'
import { Command, Option } from 'commander'
import { insertMember } from '../../plugins/admin/people-repository.js'
import { insertEntry } from '../../plugins/audit/audit-repository.js'
import { isCommonPassword } from '../../plugins/auth/common-passwords.js'
import { readEmail } from '../../plugins/auth/email.js'
import { hashPassword, passwordLength } from '../../plugins/auth/passwords.js'
import { anyUsers, insertUser, type NewUser } from '../../plugins/auth/users-repository.js'
import {
  roles,
  workspaceRoles,
  type Records,
  type Role,
  type Settings,
  type WorkspaceRole,
} from '../../core/contract/index.js'
import type { Registry } from '../../core/kernel/registries.js'
import { StartError, unknownWorkspace } from '../start-error.js'
import { closeAll, openRecords } from '../stores.js'
import { unlessInUse } from './in-use.js'
import { createLogger } from './logger.js'
import { askPassword } from './prompt.js'
import type { LoadSettings } from './settings.js'
import { say } from './terminal.js'
import { findWorkspace } from './workspaces-repository.js'

interface Options {
  readonly email: string
  readonly role: Role
  readonly password?: string
  readonly workspace?: string
  readonly workspaceRole: WorkspaceRole
}

export const userCommand = (load: LoadSettings): Command =>
  new Command('user').summary('manage users').addCommand(
    new Command('create')
      .summary('create a user in the record database')
      .description(
        'Creates a user without the API: for the first user, and if no user can log in any more. With an embedded ' +
          'database the service must not be running.',
      )
      .requiredOption('--email <email>')
      .addOption(new Option('--role <role>', 'the global role').choices([...roles]).makeOptionMandatory())
      .option('--password <password>', 'read from the terminal, or from a line of standard input, by default')
      .option('--workspace <slug or id>', 'add the user to this workspace')
      .addOption(new Option('--workspace-role <role>').choices([...workspaceRoles]).default('viewer'))
      .action(async (options: Options) => {
        const settings = load({ LOG_LEVEL: 'warn' })
        const email = readEmail(options.email)
        if (email === null) throw new StartError(`--email: ${options.email} is not an e-mail address`)
        const passwordHash = await hashPassword(checkedPassword(options.password ?? (await askPassword())))
        const id = `usr_${randomBytes(16).toString('base64url')}`
        const user = { id, email, role: options.role, passwordHash, createdAt: new Date(), confirmed: true }
        await withRecords(settings, load.registry(), (records) => createUser(records, user, options))
        say(`created ${email} (${id}), ${options.role}`)
      }),
  )

function checkedPassword(password: string): string {
  const { length } = Array.from(password)
  const { minLength, maxLength } = passwordLength
  if (length < minLength || length > maxLength)
    throw new StartError(`a password must have ${minLength} to ${maxLength} characters`)
  if (isCommonPassword(password))
    throw new StartError('the password is one of the most common passwords; choose another one')
  return password
}

async function createUser(
  records: Records,
  user: NewUser,
  { workspace, workspaceRole }: Options,
): Promise<void> {
  // Setup creates only the first user. Without the role platform, no user could ever get it.
  if (user.role !== 'platform' && !(await anyUsers(records)))
    throw new StartError('the first user must have --role platform')
  const found = workspace === undefined ? null : await findWorkspace(records, workspace)
  if (workspace !== undefined && found === null) throw unknownWorkspace(workspace)
  if ((await insertUser(records, user)) === null) throw new StartError(`user ${user.email} already exists`)
  const { id, email, role, createdAt } = user
  const details = { email, role, by: 'command line' }
  const entry = { action: 'user.created', actor: null, workspaceId: found?.id ?? null, subject: id, details }
  await insertEntry(records, entry, createdAt)
  if (found === null) return
  const member = { workspaceId: found.id, userId: user.id, role: workspaceRole, now: user.createdAt }
  await insertMember(records, member)
}

async function withRecords(
  settings: Settings,
  { migrations }: Registry,
  work: (records: Records) => Promise<void>,
): Promise<void> {
  const log = createLogger(settings.logLevel, 'stderr')
  const instead = 'create the user through its API, POST /api/v1/admin/users'
  const opened = await unlessInUse(openRecords(settings, log), settings, instead)
  const { records } = opened
  try {
    for (const { plugin, directory } of migrations) await records.migrate(plugin, directory)
    await records.transaction(work)
  } finally {
    await closeAll([records])
    await opened.stopEngines()
  }
}
