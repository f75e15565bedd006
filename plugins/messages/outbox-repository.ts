import type { Records, SentMessage } from '../../contract/index.js'

/** A message that waits, or that has an outcome. */
export interface MessageKey {
  readonly workspaceId: string
  readonly channel: string
  readonly id: string
}

export interface NewMessage {
  readonly channel: string
  /** Encrypted. */
  readonly settings: string
  readonly message: SentMessage
}

/** Records a message that is due at once. Has no effect if the channel has one of this id. */
export async function insertMessage(
  records: Records,
  { channel, settings, message }: NewMessage,
): Promise<void> {
  await records.query(
    `INSERT INTO channel_messages (id, channel, workspace_id, settings, message, next_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING`,
    [message.id, channel, message.workspaceId, settings, JSON.stringify(message), new Date(message.at)],
  )
}

export interface ClaimedMessage {
  readonly channel: string
  readonly settings: string
  readonly message: SentMessage
  readonly attempts: number
}

/**
 * Takes due messages for an attempt: until `until` no other process takes them. Skips channels that are busy.
 */
export const claimMessages = (
  records: Records,
  {
    now,
    until,
    most,
    busy,
  }: {
    readonly now: Date
    readonly until: Date
    readonly most: number
    readonly busy: readonly string[]
  },
): Promise<readonly ClaimedMessage[]> =>
  records.query<ClaimedMessage>(
    `UPDATE channel_messages m SET attempts = m.attempts + 1, next_at = $2, error = NULL
     FROM (
       SELECT workspace_id, channel, id FROM channel_messages
       WHERE next_at <= $1 AND NOT channel = ANY ($4::text[])
       ORDER BY next_at LIMIT $3 FOR UPDATE SKIP LOCKED
     ) due
     WHERE m.workspace_id = due.workspace_id AND m.channel = due.channel AND m.id = due.id
     RETURNING m.channel, m.settings, m.message, m.attempts`,
    [now, until, most, busy],
  )

export interface AttemptEnd {
  /** Null if there will be another attempt. */
  readonly outcome: 'delivered' | 'failed' | null
  readonly error: string | null
  readonly nextAt: Date | null
  readonly now: Date
}

export async function endAttempt(
  records: Records,
  { workspaceId, channel, id }: MessageKey,
  { outcome, error, nextAt, now }: AttemptEnd,
): Promise<void> {
  await records.query(
    `UPDATE channel_messages SET outcome = $4, error = $5, next_at = $6::timestamptz,
       ended_at = CASE WHEN $4::text IS NULL THEN NULL ELSE $7::timestamptz END,
       settings = CASE WHEN $4::text IS NULL THEN settings ELSE NULL END
     WHERE workspace_id = $1 AND channel = $2 AND id = $3 AND next_at IS NOT NULL`,
    [workspaceId, channel, id, outcome, error, nextAt, now],
  )
}

export async function forgetMessages(records: Records, endedBefore: Date): Promise<void> {
  await records.query('DELETE FROM channel_messages WHERE ended_at < $1', [endedBefore])
}

export interface ListedMessage {
  readonly id: string
  readonly channel: string
  readonly message: SentMessage
  readonly attempts: number
  readonly next_at: Date | null
  readonly outcome: 'delivered' | 'failed' | null
  readonly error: string | null
  readonly created_at: Date
  readonly ended_at: Date | null
}

/** Returns the latest messages of a workspace, newest first. */
export const listMessages = (
  records: Records,
  workspaceId: string,
  limit: number,
): Promise<readonly ListedMessage[]> =>
  records.query<ListedMessage>(
    `SELECT id, channel, message, attempts, next_at, outcome, error, created_at, ended_at
     FROM channel_messages WHERE workspace_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
    [workspaceId, limit],
  )
