import { limitReached, type Records } from '../../contract/index.js'

/** Throws CONFLICT if `count` has reached the setting's limit. `what` is a plural, such as `keys per workspace`. */
export function requireRoom(count: number, most: number, what: string, setting: string): void {
  if (count >= most) throw limitReached(most, what, setting)
}

type Count = (records: Records, id: string) => Promise<number>

export const countMembers: Count = (records, workspaceId) =>
  counted(records, 'SELECT count(*) AS n FROM members WHERE workspace_id = $1', [workspaceId])

export const countKeys: Count = (records, workspaceId) =>
  counted(records, 'SELECT count(*) AS n FROM keys WHERE workspace_id = $1', [workspaceId])

export const countWorkspacesOf: Count = (records, userId) =>
  counted(records, 'SELECT count(*) AS n FROM workspaces WHERE created_by = $1', [userId])

export const countPending = (records: Records, workspaceId: string, now: Date): Promise<number> =>
  counted(
    records,
    `SELECT count(*) AS n FROM invites
     WHERE workspace_id = $1 AND accepted_at IS NULL AND cancelled_at IS NULL AND expires_at > $2`,
    [workspaceId, now],
  )

async function counted(records: Records, text: string, values: readonly unknown[]): Promise<number> {
  const [row] = await records.query<{ readonly n: number }>(text, [...values])
  return row?.n ?? 0
}
