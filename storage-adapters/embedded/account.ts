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

// `id` asks the system's own directory (files, LDAP ...) and exists on Linux and macOS alike.
async function find(name: string): Promise<Account | undefined> {
  const ask = async (flag: string) =>
    Number((await tool('id', [flag, name], { env: toolEnvironment })).stdout)
  try {
    const [uid, gid] = await Promise.all([ask('-u'), ask('-g')])
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
  // Looked up also after a failure: another process may have created it in the meantime.
  const created = await find(name)
  if (created) return created
  throw new EngineError(
    `an engine does not run as root and its account ${name} cannot be created (${failure ?? 'not found'}); ` +
      `create it with "useradd ${flags.join(' ')}", or start the program as an ordinary user`,
  )
}

// One at a time: useradd locks the password file, and a second one would wait for it or fail.
let queue: Promise<unknown> = Promise.resolve()

/** The account for an engine, created if missing. Undefined when not root: then engines run as the current user. */
export async function engineAccount(name: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const next = queue.then(() => findOrCreate(name))
  queue = next.catch(() => undefined)
  const account = await next
  if (account.uid === 0)
    throw new EngineError(`the account ${name} is root under another name; give it a number of its own`)
  return account
}
