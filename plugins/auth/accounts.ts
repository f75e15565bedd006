import { serviceRef, ServiceError, type ServiceParts } from '../../core/contract/index.js'
import { createBackground } from './background.js'
import { readEmail } from './email.js'
import { hashPassword, passwordLength, verifyPassword } from './passwords.js'
import {
  endSession,
  openSession,
  replaceSession,
  sweepSessions,
  type NewSession,
} from './sessions-repository.js'
import { signToken } from './tokens.js'
import { anyUsers, findCredentials, insertFirstUser, type NewUser, type User } from './users-repository.js'

/** What a login gives: a token, until when it lasts, and whose it is. */
export interface Login {
  readonly token: string
  readonly expiresAt: Date
  readonly user: User
}

export interface Accounts {
  /** Makes the platform user that the settings name, if there is no user yet. */
  start(): Promise<void>
  setupRequired(): Promise<boolean>
  /** The first user, of role platform; CONFLICT ever after. */
  setup(email: string, password: string): Promise<Login>
  /** UNAUTHORIZED for a wrong password and for an unknown e-mail, in the same words and time. */
  login(email: string, password: string): Promise<Login>
  /** Ends the session and opens the next. Of two calls with one token, one gets UNAUTHORIZED. */
  refresh(jti: string): Promise<Login>
  logout(jti: string): Promise<void>
  close(): Promise<void>
}

export const accounts = serviceRef<Accounts>('accounts')

/** Milliseconds between two sweeps of dead sessions. */
const sweepEvery = 3_600_000

type Parts = Pick<ServiceParts, 'settings' | 'records' | 'log' | 'clock' | 'newId' | 'tokenKey'>

export function createAccounts({ settings, records, log, clock, newId, tokenKey }: Parts): Accounts {
  const background = createBackground(log)
  let swept = -Infinity

  const newSession = (): NewSession => {
    const now = clock()
    return {
      jti: newId('ses_'),
      createdAt: new Date(now),
      expiresAt: new Date((toSeconds(now) + settings.tokenTtl) * 1000),
    }
  }

  const newPlatformUser = async (email: string, password: string): Promise<NewUser> => ({
    id: newId('usr_'),
    email,
    role: 'platform',
    passwordHash: await hashPassword(password),
    createdAt: new Date(clock()),
  })

  async function admitted(session: NewSession, user: User): Promise<Login> {
    const token = await signToken(tokenKey, {
      sub: user.id,
      email: user.email,
      role: user.role,
      jti: session.jti,
      issuedAt: toSeconds(session.createdAt.getTime()),
      expiresAt: toSeconds(session.expiresAt.getTime()),
    })
    return { token, expiresAt: session.expiresAt, user }
  }

  function sweep(): void {
    const now = clock()
    if (now - swept < sweepEvery) return
    swept = now
    background.start('sweep', () => sweepSessions(records, new Date(now)))
  }

  return Object.freeze({
    async start() {
      const { adminEmail, adminPassword } = settings
      if (adminEmail === null || adminPassword === null || (await anyUsers(records))) return
      const email = readEmail(adminEmail)
      if (email === null) throw new Error('ADMIN_EMAIL is not an e-mail address')
      if (!goodLength(adminPassword))
        throw new Error(
          `ADMIN_PASSWORD must have ${passwordLength.minLength} to ${passwordLength.maxLength} characters`,
        )
      const user = await newPlatformUser(email, adminPassword)
      const made = await records.transaction((transaction) => insertFirstUser(transaction, user))
      if (made) log.info({ email }, 'platform user created from the settings')
    },

    setupRequired: async () => !(await anyUsers(records)),

    async setup(email, password) {
      // Before the hash, so that a service that is set up spends nothing on it; the insert asks again.
      if (await anyUsers(records)) throw alreadySetUp()
      const user = await newPlatformUser(email, password)
      const session = newSession()
      const first = await records.transaction(async (transaction) =>
        (await insertFirstUser(transaction, user)) ? openSession(transaction, user.id, session) : null,
      )
      if (first === null) throw alreadySetUp()
      return admitted(session, first)
    },

    async login(email, password) {
      const address = readEmail(email)
      const found = address === null ? null : await findCredentials(records, address)
      if (!(await verifyPassword(found?.password_hash ?? null, password)) || found === null) throw wrong()
      const session = newSession()
      const user = await openSession(records, found.id, session)
      if (user === null) throw wrong()
      sweep()
      return admitted(session, user)
    },

    async refresh(jti) {
      const session = newSession()
      const user = await replaceSession(records, jti, session)
      if (user === null) throw new ServiceError('UNAUTHORIZED', 'The session has ended; log in again.')
      return admitted(session, user)
    },

    logout: (jti) => endSession(records, jti, new Date(clock())),

    close: () => background.settled(),
  } satisfies Accounts)
}

/** A token's times are whole seconds; the session ends in the same instant as its token. */
const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** In characters, as the schemas count them. */
function goodLength(password: string): boolean {
  const { length } = Array.from(password)
  return length >= passwordLength.minLength && length <= passwordLength.maxLength
}

const wrong = (): ServiceError => new ServiceError('UNAUTHORIZED', 'The e-mail or the password is wrong.')

const alreadySetUp = (): ServiceError =>
  new ServiceError('CONFLICT', 'The service is set up already; log in instead.')
