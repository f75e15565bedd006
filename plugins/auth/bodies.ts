import type { Login } from './logins.js'
import type { User } from './users-repository.js'

export const loginBody = ({ token, expiresAt, user }: Login) => ({
  data: { token, expires_at: expiresAt.toISOString(), user: userBody(user) },
})

export const userBody = (user: User) => ({
  id: user.id,
  email: user.email,
  role: user.role,
  created_at: user.created_at.toISOString(),
  last_login_at: user.last_login_at?.toISOString() ?? null,
})
