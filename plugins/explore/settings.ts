import Type from 'typebox'
import { defineSetting, workspaceRoles } from '../../contract/index.js'

export const sqlMinRole = defineSetting({
  name: 'SQL_MIN_ROLE',
  schema: Type.Enum([...workspaceRoles]),
  default: 'viewer',
  description: 'the lowest role that may run SQL',
})

export const sqlRateLimit = defineSetting({
  name: 'SQL_RATE_LIMIT',
  schema: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  default: 30,
  description: 'SQL queries per minute for each user and workspace',
})
