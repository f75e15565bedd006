import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { EngineError, oneLine } from './engine.js'
import { toolEnvironment } from './processes.js'

/** The unprivileged account that an engine runs under when the program itself runs as root. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

const tool = promisify(execFile)

// `id` queries the system's user directory (files, LDAP …) and exists on both Linux and macOS.
async function find(name: string): Promise<Account | undefined> {
  const idOf = async (option: string) =>
    Number((await tool('id', [option, name], { env: toolEnvironment })).stdout)
  try {
    const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')])
    return { name, uid, gid }
  } catch {
    return undefined
  }
}

async function findOrCreate(name: string): Promise<Account> {
  const there = await find(name)
  if (there) return there
  const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]
  const failure = await tool('useradd', flags, { env: toolEnvironment }).then(
    () => undefined,
    (error: unknown) => oneLine((error as { stderr?: string }).stderr || error),
  )
  // Looked up even after a failure: another process may have created it meanwhile.
  const created = await find(name)
  if (created) return created
  throw new EngineError(
    `the engine must not run as root, and its account ${name} cannot be created (${failure ?? 'not found'}); ` +
      `create it with "useradd ${flags.join(' ')}", or start the program as an ordinary user`,
  )
}

// Serializes calls: useradd locks the password file, and a concurrent call would wait or fail.
let queue: Promise<unknown> = Promise.resolve()

/**
 * Returns the account for an engine and creates it if missing. Returns undefined unless the program runs as
 * root: then engines run as the current user. Throws EngineError.
 */
export async function engineAccount(name: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const next = queue.then(() => findOrCreate(name))
  queue = next.catch(() => undefined)
  const account = await next
  if (account.uid === 0)
    throw new EngineError(`account ${name} has the user id of root; give it an id of its own`)
  return account
}
