import Type, { type TSchema } from 'typebox'
import { named, nullable, roles, timeSchema, workspaceRoles } from '../../contract/index.js'
import type { User } from './credentials.js'
import { adminRateLimit } from './settings.js'

export const data = <T extends TSchema>(schema: T) => Type.Object({ data: schema })

export const WorkspaceRoleName = Type.Enum([...workspaceRoles])

/** readName() trims it; the bounds apply before and after. */
export const Name = Type.String({ minLength: 1, maxLength: 200 })

export const Email = Type.String({ maxLength: 320 })
export const passwordLength = { minLength: 8, maxLength: 200 } as const
export const NewPassword = Type.String(passwordLength)

export const pageFields = {
  limit: Type.Optional(Type.Integer({ default: 100, minimum: 1, maximum: 1_000 })),
  offset: Type.Optional(Type.Integer({ default: 0, minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
}

/** The rate limit of routes that create records; see ADMIN_RATE_LIMIT. */
export const creations = {
  group: 'creations',
  tries: adminRateLimit,
  seconds: 60,
  of: 'account',
} as const

export const UserBody = named(
  'User',
  Type.Object({
    id: Type.String(),
    email: Type.String(),
    role: Type.Enum([...roles]),
    created_at: timeSchema,
    last_login_at: nullable(timeSchema),
  }),
)

export const ListedUserBody = named(
  'ListedUser',
  Type.Interface([UserBody], {
    status: Type.Enum(['active', 'invited'], {
      description: 'invited: the id is that of the account which accepting the invite may create',
    }),
  }),
)

export const userBody = ({ id, email, role, created_at, last_login_at }: User) => ({
  id,
  email,
  role,
  created_at: created_at.toISOString(),
  last_login_at: last_login_at?.toISOString() ?? null,
})
