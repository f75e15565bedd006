import { users } from './auth/users.js'

export const plugins = [users]
