import { signal } from '@preact/signals'
import type { Login } from './types.js'

/**
 * The token lies in localStorage: a link that is opened in a new tab is logged in, and the API knows no cookies, so
 * there is nothing that another site could make a browser send. What could read it is a foreign script, and the
 * Content-Security-Policy lets none in.
 */
const key = 'sextant.session'

interface Stored {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly startedAt: number
}

const stored = signal<Stored | null>(read())
export const token = signal<string | null>(stored.peek()?.token ?? null)

export function keepSession({ token: text, expires_at }: Login): void {
  const session = { token: text, expiresAt: Date.parse(expires_at), startedAt: Date.now() }
  localStorage.setItem(key, JSON.stringify(session))
  set(session)
}

export function dropSession(): void {
  localStorage.removeItem(key)
  set(null)
}

/** True from the middle of the token's life on. */
export function isAgeing(now: number): boolean {
  const session = stored.peek()
  return session !== null && now > (session.startedAt + session.expiresAt) / 2
}

/** Logging in or out in one tab does so in all. */
addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) set(read())
})

function set(session: Stored | null): void {
  stored.value = session
  token.value = session?.token ?? null
}

function read(): Stored | null {
  try {
    const session = JSON.parse(localStorage.getItem(key) ?? 'null') as Stored | null
    return session !== null && session.expiresAt > Date.now() ? session : null
  } catch {
    return null
  }
}
