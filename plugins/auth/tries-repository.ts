import type { Records } from '../../contract/index.js'

/**
 * Counts one more try of a key in one statement; the row lock keeps two tries from counting as one. `endsAt` is the end of
 * a window that begins now. A stored window with a later end was begun by a clock that runs ahead; it counts as over.
 */
export async function countTry(
  records: Records,
  key: string,
  now: Date,
  endsAt: Date,
): Promise<{ readonly tries: number; readonly ends_at: Date }> {
  const [row] = await records.query<{ tries: number; ends_at: Date }>(
    `INSERT INTO tries AS t (key, tries, ends_at) VALUES ($1, 1, $3)
     ON CONFLICT (key) DO UPDATE SET
       tries = CASE WHEN t.ends_at > $2 AND t.ends_at <= $3 THEN t.tries + 1 ELSE 1 END,
       ends_at = CASE WHEN t.ends_at > $2 AND t.ends_at <= $3 THEN t.ends_at ELSE $3 END
     RETURNING tries, ends_at`,
    [key, now, endsAt],
  )
  return row ?? { tries: 1, ends_at: endsAt }
}

/** Deletes the windows that are over. */
export async function sweepTries(records: Records, now: Date): Promise<void> {
  await records.query('DELETE FROM tries WHERE ends_at <= $1', [now])
}
