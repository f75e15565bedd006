import { signal } from '@preact/signals'
import { get, post } from './call.js'
import { forgetRecent } from './recent.js'
import { send } from './send.js'
import { dropSession, isAgeing, keepSession, token } from './session.js'
import { storage } from './storage.js'
import type { Data, Login, Me } from './types.js'

const key = 'sextant.me'

/**
 * The logged-in user and their workspaces; null until loaded. Starts with the copy from the last visit, which is shown
 * at once and refreshed. The service checks every permission again.
 */
export const me = signal<Me | null>(kept())

interface Kept {
  readonly token: string
  readonly me: Me
}

function kept(): Me | null {
  try {
    const known = JSON.parse(storage.read(key) ?? 'null') as Kept | null
    return known !== null && known.token === token.peek() ? known.me : null
  } catch {
    return null
  }
}

/** Logs in and stores the session. Rejects with an ApiError. */
export async function logIn(email: string, password: string): Promise<void> {
  const { data } = await send<Data<Login>>(post('/api/v1/auth/login', { email, password }))
  keepSession(data)
}

/** Ends the session on the service, if it can be reached, and drops it here in any case. */
export async function logOut(): Promise<void> {
  await send(post('/api/v1/auth/logout')).catch(() => undefined)
  dropSession()
}

/** Loads the user and their workspaces into `me`. Rejects with an ApiError. */
export async function loadMe(signal?: AbortSignal): Promise<void> {
  const sent = token.peek()
  const { data } = await send<Data<Me>>(get('/api/v1/auth/me'), signal)
  // An equal value must not trigger requests or rendering.
  if (JSON.stringify(data) !== JSON.stringify(me.peek())) me.value = data
  storage.write(key, JSON.stringify({ token: sent, me: data }))
}

token.subscribe((text) => {
  if (text !== null) return
  me.value = null
  storage.remove(key)
  forgetRecent()
})

const minute = 60_000

/**
 * Refreshes the token before it expires, while the page is visible. One tab does so; the other tabs read the new token.
 * Returns a function that stops it.
 */
export function keepFresh(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void refresh().catch(() => undefined)
  }, minute)
  return () => clearInterval(timer)
}

async function refresh(): Promise<void> {
  if (!isAgeing(Date.now())) return
  // Locks exist only in secure contexts. Elsewhere two tabs that refresh at once may lead to the login page.
  const locks = 'locks' in navigator ? navigator.locks : null
  const exchange = async (): Promise<void> => {
    if (!isAgeing(Date.now())) return
    keepSession((await send<Data<Login>>(post('/api/v1/auth/refresh'))).data)
  }
  await (locks === null ? exchange() : locks.request('sextant.refresh', exchange))
}
