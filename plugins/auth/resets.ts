import { createHash, randomBytes } from 'node:crypto'
import {
  auditLog,
  notFoundOrExpired,
  serviceRef,
  type Caller,
  type Records,
  type ServiceDependencies,
} from '../../contract/index.js'
import { createLogins, type Login } from './logins.js'
import { passwordKeeper } from './password-keeper.js'
import { deleteReset, deleteResetsOf, findReset, insertReset, type Reset } from './resets-repository.js'
import { endSessionsOf, openSession } from './sessions-repository.js'
import { setPasswordHash } from './users-repository.js'

/** Milliseconds that a reset link is valid: a day. */
const resetLife = 86_400_000

export interface Resets {
  /** Creates a reset link and returns its token, which cannot be shown again; earlier links of the user end. */
  create(
    transaction: Records,
    userId: string,
    by: Pick<Caller, 'id'>,
  ): Promise<{ readonly token: string; readonly expiresAt: Date }>
  /** Throws NOT_FOUND for a token that is unknown, used, replaced or expired. */
  verify(token: string): Promise<Reset>
  /** Sets the password, ends all sessions of the user and opens one. Throws as verify() and choose(); `by` as there. */
  use(token: string, password: string, by: string): Promise<Login>
}

export const resets = serviceRef<Resets>('password-resets')

type Dependencies = Pick<ServiceDependencies, 'settings' | 'records' | 'clock' | 'newId' | 'tokenKey' | 'use'>

export function createResets(
  dependencies: Dependencies,
  random: (bytes: number) => Buffer = randomBytes,
): Resets {
  const { records, clock, use } = dependencies
  const logins = createLogins(dependencies)

  async function find(from: Records, hash: string): Promise<Reset> {
    const found = await findReset(from, hash, new Date(clock()))
    if (found === null) throw noReset()
    return found
  }

  return Object.freeze({
    async create(transaction, userId, by) {
      const token = random(32).toString('base64url')
      const now = clock()
      const expiresAt = new Date(now + resetLife)
      const createdAt = new Date(now)
      await insertReset(transaction, { hash: hashOf(token), userId, createdBy: by.id, createdAt, expiresAt })
      return { token, expiresAt }
    },

    verify: (token) => find(records, hashOf(token)),

    async use(token, password, by) {
      const hash = hashOf(token)
      await find(records, hash)
      const passwordHash = await use(passwordKeeper).choose(password, by)
      return records.transaction(async (transaction) => {
        const { user_id: userId, email } = await find(transaction, hash)
        if (!(await deleteReset(transaction, hash))) throw noReset()
        const now = new Date(clock())
        await setPasswordHash(transaction, userId, passwordHash)
        await endSessionsOf(transaction, userId, now)
        await deleteResetsOf(transaction, userId)
        const session = logins.newSession()
        const user = await openSession(transaction, { userId, passwordHash }, session)
        if (user === null) throw noReset()
        const entry = { action: 'user.password_reset', workspaceId: null, subject: userId }
        await use(auditLog).note(transaction, { ...entry, actor: { id: userId, email }, details: { email } })
        return logins.loginOf(session, user)
      })
    },
  } satisfies Resets)
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

const noReset = () => notFoundOrExpired('password reset link')
