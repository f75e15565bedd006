import Type from 'typebox'
import { defineSetting, settingRef } from '../../contract/index.js'

/** Declared by the plugin `auth`. */
export const authRateLimit = settingRef<number>('AUTH_RATE_LIMIT')

export const adminRateLimit = defineSetting({
  name: 'ADMIN_RATE_LIMIT',
  schema: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  default: 600,
  description: 'workspaces, users, invites and keys that one user may create per minute, all together',
})

export const maxWorkspacesPerUser = defineSetting({
  name: 'MAX_WORKSPACES_PER_USER',
  schema: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  default: 100,
  description: 'workspaces per creator; platform users have no such limit',
})

export const maxMembersPerWorkspace = defineSetting({
  name: 'MAX_MEMBERS_PER_WORKSPACE',
  schema: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  default: 10_000,
  description: 'members of one workspace',
})

export const maxInvitesPerWorkspace = defineSetting({
  name: 'MAX_INVITES_PER_WORKSPACE',
  schema: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  default: 1_000,
  description: 'pending invites of one workspace',
})

export const maxKeysPerWorkspace = defineSetting({
  name: 'MAX_KEYS_PER_WORKSPACE',
  schema: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  default: 1_000,
  description: 'keys of one workspace',
})

export const adminSettings = [
  adminRateLimit,
  maxWorkspacesPerUser,
  maxMembersPerWorkspace,
  maxInvitesPerWorkspace,
  maxKeysPerWorkspace,
] as const
