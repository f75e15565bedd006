import type { JsonObject, Records } from '../../../core/contract/index.js'
import type { Administrator } from '../authority.js'

/** Writes down what was done to a user. */
export type NoteUser = (
  transaction: Records,
  administrator: Administrator,
  action: string,
  userId: string,
  details: JsonObject,
) => Promise<void>
