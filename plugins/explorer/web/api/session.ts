import { signal } from '@preact/signals'
import { storage } from './storage.js'
import type { Login } from './types.js'

/**
 * The token is in localStorage, so a link opened in a new tab is logged in. The API uses no cookies: another site cannot
 * make the browser send the token. Only a foreign script could read it, and the Content-Security-Policy blocks those.
 */
const key = 'sextant.session'

interface Stored {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly startedAt: number
}

const stored = signal<Stored | null>(read())
/** The bearer token; null if no one is logged in. */
export const token = signal<string | null>(stored.peek()?.token ?? null)

/** Stores a login in this browser, for all tabs. */
export function keepSession({ token: text, expires_at }: Login): void {
  const session = { token: text, expiresAt: Date.parse(expires_at), startedAt: Date.now() }
  storage.write(key, JSON.stringify(session))
  set(session)
}

export function dropSession(): void {
  storage.remove(key)
  set(null)
}

/** Whether more than half of the token's lifetime has passed; `now` in milliseconds since 1970. */
export function isAgeing(now: number): boolean {
  const session = stored.peek()
  return session !== null && now > (session.startedAt + session.expiresAt) / 2
}

/** A login or logout in one tab applies to all tabs. */
addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) set(read())
})

function set(session: Stored | null): void {
  stored.value = session
  token.value = session?.token ?? null
}

function read(): Stored | null {
  try {
    const session = JSON.parse(storage.read(key) ?? 'null') as Stored | null
    return session !== null && session.expiresAt > Date.now() ? session : null
  } catch {
    return null
  }
}
