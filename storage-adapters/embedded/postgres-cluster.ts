import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Account } from './account.js'
import { EngineError, oneLine } from './engine.js'
import { makeOwnFolder, writeFor } from './folders.js'
import type { PostgresBinaries } from './postgres-binaries.js'
import { restrictPublic } from './postgres-public.js'
import { toolEnvironment } from './processes.js'

/** The superuser's name, and that of its database. */
export const owner = 'sextant'

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Reads the superuser's password, or generates one before the cluster exists. The file belongs to the
 * program, not to the engine's account.
 */
async function password(directory: string, isNew: boolean): Promise<string> {
  const file = join(directory, 'password')
  const text = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (text) return text
  if (!isNew) throw new EngineError(`${file}, the database's password, is missing; restore it from a backup`)
  const made = randomBytes(32).toString('base64url')
  await writeFor(undefined, file, `${made}\n`)
  return made
}

async function initialise(
  directory: string,
  binaries: PostgresBinaries,
  account: Account | undefined,
  secret: string,
): Promise<void> {
  // Created in another folder and renamed when complete, so that an interrupted first start leaves no partial
  // cluster.
  const fresh = join(directory, 'data.new')
  const secretFile = join(directory, 'password.new')
  await rm(fresh, { recursive: true, force: true })
  await makeOwnFolder(fresh, account)
  await writeFor(account, secretFile, `${secret}\n`)
  const flags = [
    ...['-D', fresh, '-U', owner, `--pwfile=${secretFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
    // Strings sort by bytes, and upper and lower cover all of Unicode.
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums'],
  ]
  const identity = account && { uid: account.uid, gid: account.gid }
  try {
    await promisify(execFile)(binaries.initdb, flags, { env: toolEnvironment, cwd: fresh, ...identity })
    await rename(fresh, join(directory, 'data'))
  } catch (error) {
    const reason = oneLine((error as { stderr?: string }).stderr || error)
    throw new EngineError(`the database in ${directory} cannot be created: ${reason.slice(0, 400)}`)
  } finally {
    await rm(secretFile, { force: true })
  }
}

/**
 * Creates the cluster in `directory`/data if there is none.
 * @returns the superuser's password
 * @throws EngineError
 */
export async function prepareCluster(
  directory: string,
  binaries: PostgresBinaries,
  account: Account | undefined,
): Promise<string> {
  const data = join(directory, 'data')
  const isNew = !(await exists(data))
  const secret = await password(directory, isNew)
  if (isNew) {
    await initialise(directory, binaries, account, secret)
    return secret
  }
  const made = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (made !== binaries.major) {
    throw new EngineError(
      `${data} was created by Postgres ${made || '(unknown)'} and this is Postgres ${binaries.major}; ` +
        'dump it with the version that created it and load the dump into a new directory',
    )
  }
  await makeOwnFolder(data, account)
  return secret
}

/**
 * Creates the database on the first start.
 * @returns the server's version
 */
export async function prepareDatabase(port: number, secret: string): Promise<string> {
  const connected = async <T>(database: string, use: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: owner,
      password: secret,
      database,
      ssl: false,
    })
    // A lost connection also fails its statement; without a listener its event would end the process.
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await use(client)
    } finally {
      await client.end()
    }
  }
  const version = async (client: pg.Client) => {
    await client.query(restrictPublic)
    return client.query<{ server_version: string }>('SHOW server_version')
  }
  try {
    const answer = await connected(owner, version).catch(async (error: unknown) => {
      if ((error as { code?: string }).code !== '3D000') throw error
      // template1 is restricted first, because new databases are copies of it.
      await connected('template1', (client) => client.query(restrictPublic))
      await connected('postgres', (client) => client.query(`CREATE DATABASE ${owner} OWNER ${owner}`))
      return connected(owner, version)
    })
    return answer.rows[0]?.server_version ?? ''
  } catch (error) {
    throw new EngineError(`Postgres started but rejects its superuser: ${oneLine(error)}`)
  }
}
