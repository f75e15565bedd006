import {
  auditLog,
  changedMeanwhile,
  invalid,
  isReachedFromOutside,
  serviceRef,
  ServiceError,
  type Caller,
  type Records,
  type ServiceDependencies,
} from '../../contract/index.js'
import { readEmail } from './email.js'
import { createLogins, type Login } from './logins.js'
import { isCommonPassword, tooCommon } from './common-passwords.js'
import { passwordKeeper } from './password-keeper.js'
import { hashPassword, passwordLength } from './passwords.js'
import { deleteResetsOf } from './resets-repository.js'
import { checkSetupCode } from './setup-code.js'
import { endSession, endSessionsOf, openSession, replaceSession } from './sessions-repository.js'
import { anyUsers, insertFirstUser, replacePasswordHash, type NewUser } from './users-repository.js'

export interface Accounts {
  /** Creates the platform user of ADMIN_EMAIL and ADMIN_PASSWORD if there is no user yet. Throws if these are invalid. */
  start(): Promise<void>
  setupRequired(): Promise<boolean>
  /**
   * Creates the first user, with the role platform, and logs in. Throws CONFLICT once there is a user, FORBIDDEN for a
   * wrong code and for a missing one where it is required, VALIDATION_ERROR and UNAVAILABLE as PasswordKeeper.choose().
   */
  setup(given: GivenUser): Promise<Login>
  /**
   * Throws UNAUTHORIZED for a wrong password and for an unknown e-mail address, with the same message after the same time;
   * RATE_LIMITED and UNAVAILABLE as PasswordKeeper.check(). `address` is the caller's network address.
   */
  login(email: string, password: string, address: string): Promise<Login>
  /**
   * Ends the session and opens the next, which ends at the latest SESSION_MAX_AGE after the sign-in. If two calls use the
   * same token, one gets UNAUTHORIZED.
   */
  refresh(jti: string): Promise<Login>
  logout(jti: string): Promise<void>
  /**
   * Changes the caller's password; ends all their other sessions and their reset links. Throws VALIDATION_ERROR if the
   * current password is wrong, CONFLICT if another request changed it first.
   */
  changePassword(
    caller: Caller,
    passwords: { readonly current: string; readonly next: string },
    address: string,
  ): Promise<void>
}

export interface GivenUser {
  readonly email: string
  readonly password: string
  /** The caller's network address. */
  readonly address: string
  readonly code?: string | undefined
}

export const accounts = serviceRef<Accounts>('accounts')

type Dependencies = Pick<
  ServiceDependencies,
  'settings' | 'records' | 'log' | 'clock' | 'newId' | 'tokenKey' | 'use'
>

export function createAccounts(dependencies: Dependencies): Accounts {
  const { settings, records, log, clock, newId, tokenKey, use } = dependencies
  const logins = createLogins(dependencies)

  const newPlatformUser = (email: string, passwordHash: string): NewUser => ({
    id: newId('usr_'),
    email,
    role: 'platform',
    passwordHash,
    createdAt: new Date(clock()),
    confirmed: true,
  })

  /** Returns false if there already is a user. `actor` is null if the settings, not a caller, create the user. */
  async function createFirst(transaction: Records, user: NewUser, actor: NewUser | null): Promise<boolean> {
    if (!(await insertFirstUser(transaction, user))) return false
    const details = { email: user.email, role: user.role }
    const entry = { action: 'user.created', actor, workspaceId: null, subject: user.id, details }
    await use(auditLog).note(transaction, entry)
    return true
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
      if (await isCommonPassword(adminPassword)) {
        const message = tooCommon('ADMIN_PASSWORD')
        // If only this machine can reach the service, a start that worked with this password must keep working.
        if (isReachedFromOutside(settings)) throw new Error(message)
        log.warn({}, message)
      }
      const user = newPlatformUser(email, await hashPassword(adminPassword))
      const made = await records.transaction((transaction) => createFirst(transaction, user, null))
      if (made) log.info({ email }, 'platform user created from the settings')
    },

    setupRequired: async () => !(await anyUsers(records)),

    async setup({ email, password, address, code }) {
      // Before hashing, so that a service with users spends no time on it.
      if (await anyUsers(records)) throw alreadySetUp()
      checkSetupCode(settings, tokenKey, code)
      const user = newPlatformUser(email, await use(passwordKeeper).choose(password, address))
      // Later calls must not wait for the table lock; the insert checks again.
      if (await anyUsers(records)) throw alreadySetUp()
      const session = logins.newSession()
      const first = await records.transaction(async (transaction) =>
        (await createFirst(transaction, user, user))
          ? openSession(transaction, { userId: user.id, passwordHash: user.passwordHash }, session)
          : null,
      )
      if (first === null) throw alreadySetUp()
      return logins.loginOf(session, first)
    },

    async login(email, password, address) {
      const found = await use(passwordKeeper).check({ email, password, address })
      if (found === null) throw wrong()
      const session = logins.newSession()
      const stored = { userId: found.id, passwordHash: found.passwordHash }
      const user = await openSession(records, stored, session)
      if (user === null) throw wrong()
      return logins.loginOf(session, user)
    },

    async refresh(jti) {
      const session = logins.newSession()
      const renewed = await replaceSession(records, jti, { ...session, maxAge: settings.sessionMaxAge })
      if (renewed === null)
        throw new ServiceError('UNAUTHORIZED', 'the session has ended (SESSION_MAX_AGE); log in again')
      const { user, expiresAt } = renewed
      return logins.loginOf({ ...session, expiresAt }, user)
    },

    logout: (jti) => endSession(records, jti, new Date(clock())),

    async changePassword({ id, email, sessionId }, { current, next }, address) {
      const found = await use(passwordKeeper).check({ email: email ?? '', password: current, address })
      if (found?.id !== id) throw invalid('/current_password', 'current_password is wrong')
      const hash = await use(passwordKeeper).choose(next, address, '/new_password')
      await records.transaction(async (transaction) => {
        if (!(await replacePasswordHash(transaction, id, found.passwordHash, hash)))
          throw changedMeanwhile('password')
        await endSessionsOf(transaction, id, new Date(clock()), sessionId)
        await deleteResetsOf(transaction, id)
        const entry = { action: 'user.password_changed', workspaceId: null, subject: id, details: {} }
        await use(auditLog).note(transaction, { ...entry, actor: { id, email } })
      })
    },
  } satisfies Accounts)
}

/** Whether the length in characters, as the schemas count them, is within the bounds. */
function goodLength(password: string): boolean {
  const { length } = Array.from(password)
  return length >= passwordLength.minLength && length <= passwordLength.maxLength
}

const wrong = (): ServiceError => new ServiceError('UNAUTHORIZED', 'email or password is wrong')

const alreadySetUp = (): ServiceError =>
  new ServiceError('CONFLICT', 'the service is already set up; log in instead')
