import { createHash } from 'node:crypto'
import type {
  AccessControl,
  Admission,
  ServiceDependencies,
  WorkspaceRef,
  WorkspaceRole,
} from '../../contract/index.js'
import {
  findIdentityAdmission,
  findKeyAdmission,
  findSessionAdmission,
  touchKey,
  type KeyAdmission,
  type UserAdmission,
} from './admissions-repository.js'
import { createBackground } from './background.js'
import { createBinding } from './identities.js'
import { setupCodeOf } from './setup-code.js'
import { anyUsers } from './users-repository.js'

/** The shapes of an ingest key and of a query key; other strings are rejected without reading the records. */
const keyShape = /^(?:[0-9a-f]{32}|sxq_[A-Za-z0-9_-]{32,128})$/

/** Milliseconds between two updates of a key's `last_used_at`. */
const touchEvery = 60_000

export interface ClosableAccessControl extends AccessControl {
  close(): Promise<void>
}

export function createAccessControl(
  dependencies: Pick<ServiceDependencies, 'records' | 'clock' | 'log' | 'tokenKey' | 'use' | 'find'>,
): ClosableAccessControl {
  const { records, clock, log } = dependencies
  const background = createBackground(log)
  const bind = createBinding(dependencies)

  const noteUse = (key: KeyAdmission, now: number): void => {
    const before = now - touchEvery
    if (key.last_used_at !== null && key.last_used_at.getTime() > before) return
    background.start(key.id, () => touchKey(records, key.id, new Date(now), new Date(before)))
  }

  return Object.freeze({
    async session({ sub, jti }, workspaceId) {
      const found = await findSessionAdmission(records, { jti, userId: sub }, workspaceId, new Date(clock()))
      return found === null ? null : userAdmission(found, jti)
    },
    async key(secret, workspaceId) {
      if (!keyShape.test(secret)) return null
      const now = clock()
      const hash = createHash('sha256').update(secret).digest('hex')
      const key = await findKeyAdmission(records, hash, new Date(now))
      if (key === null) return null
      noteUse(key, now)
      return keyAdmission(key, workspaceId)
    },
    async account(identity, workspaceId) {
      const find = () => findIdentityAdmission(records, identity, workspaceId)
      let found = await find()
      if (found === null) {
        await bind(identity)
        // Reads again even if nothing was bound: another request with the same token may have been first.
        found = await find()
      }
      return found === null ? null : userAdmission(found, null)
    },
    setupCode: async () => ((await anyUsers(records)) ? null : setupCodeOf(dependencies.tokenKey)),
    close: () => background.settled(),
  } satisfies ClosableAccessControl)
}

function userAdmission(found: UserAdmission, jti: string | null): Admission {
  const role: WorkspaceRole | null = found.role === 'platform' ? 'admin' : found.member_role
  const workspace: WorkspaceRef | null =
    found.workspace_id === null || found.number === null || role === null
      ? null
      : { id: found.workspace_id, number: found.number }
  return {
    caller: { id: found.user_id, kind: 'user', email: found.email, role: found.role, sessionId: jti },
    workspace,
    role: workspace === null ? null : role,
    ...(workspace === null ? {} : defaultsOf(found)),
  }
}

/** A key has access to its own workspace only. An ingest key has no role there: it may write but not read. */
function keyAdmission(key: KeyAdmission, workspaceId: string | null): Admission {
  const home = workspaceId === null || workspaceId === key.workspace_id
  return {
    caller: {
      id: key.id,
      kind: key.kind === 'query' ? 'query-key' : 'ingest-key',
      email: null,
      role: 'viewer',
      sessionId: null,
    },
    workspace: home ? { id: key.workspace_id, number: key.number } : null,
    role: home ? key.role : null,
    ...(home ? defaultsOf(key) : {}),
  }
}

/** The calendar of the workspace's questions, if there is a workspace. */
const defaultsOf = ({
  timezone,
  week_start: weekStart,
}: Pick<UserAdmission, 'timezone' | 'week_start'>): Pick<Admission, 'defaults'> =>
  timezone === null || weekStart === null ? {} : { defaults: { timezone, weekStart } }
