import type { JsonObject, Records } from '../../../contract/index.js'
import type { Administrator } from '../authority.js'

/** Writes a change of a user to the audit log. */
export type NoteUser = (
  transaction: Records,
  administrator: Administrator,
  action: string,
  userId: string,
  details: JsonObject,
) => Promise<void>
