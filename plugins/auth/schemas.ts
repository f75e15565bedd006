import Type, { type TSchema } from 'typebox'
import { named, roles, timeSchema, weekStarts, workspaceRoles } from '../../contract/index.js'

export const data = <T extends TSchema>(schema: T) => Type.Object({ data: schema })

export const User = named(
  'User',
  Type.Object({
    id: Type.String(),
    email: Type.String(),
    role: Type.Enum([...roles]),
    created_at: timeSchema,
    last_login_at: Type.Union([timeSchema, Type.Null()]),
  }),
)

export const Login = named('Login', Type.Object({ token: Type.String(), expires_at: timeSchema, user: User }))

export const Me = named(
  'Me',
  Type.Object({
    user: User,
    workspaces: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        slug: Type.String(),
        role: Type.Enum([...workspaceRoles]),
        timezone: Type.String(),
        week_start: Type.Enum([...weekStarts]),
      }),
    ),
  }),
)
