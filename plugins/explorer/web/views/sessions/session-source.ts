import type { PersonRow } from '../../people/person.js'

/** A row of sessions_raw. */
export interface SessionRow extends PersonRow {
  readonly session_id: string
  readonly started_at: string
  readonly duration_seconds: number
  readonly events: number
  readonly entry_event: string | null
  readonly exit_event: string | null
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Where a visit came from: its source and campaign, or the host of its referrer; null for a direct one. */
export function sourceOf(row: Readonly<Record<string, unknown>>): string | null {
  const [source, campaign, referrer] = ['utm_source', 'utm_campaign', 'referrer'].map((name) =>
    text(row[name]),
  )
  const named = [source, campaign].filter((part) => part !== null && part !== undefined).join(' / ')
  if (named !== '') return named
  if (referrer === null || referrer === undefined) return null
  return URL.canParse(referrer) ? new URL(referrer).hostname || referrer : referrer
}
