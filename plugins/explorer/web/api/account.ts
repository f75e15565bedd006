import { signal } from '@preact/signals'
import { get, post } from './call.js'
import { send } from './send.js'
import { dropSession, isAgeing, keepSession, token } from './session.js'
import type { Data, Login, Me } from './types.js'

const key = 'sextant.me'

/**
 * Who is logged in, with their workspaces; null until that is known. What was known last time is shown at once, and
 * asked for again; what one may do, the service decides anyway.
 */
export const me = signal<Me | null>(kept())

interface Kept {
  readonly token: string
  readonly me: Me
}

function kept(): Me | null {
  try {
    const known = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
    return known !== null && known.token === token.peek() ? known.me : null
  } catch {
    return null
  }
}

export async function logIn(email: string, password: string): Promise<void> {
  const { data } = await send<Data<Login>>(post('/api/v1/auth/login', { email, password }))
  keepSession(data)
}

export async function logOut(): Promise<void> {
  await send(post('/api/v1/auth/logout')).catch(() => undefined)
  dropSession()
}

export async function loadMe(signal?: AbortSignal): Promise<void> {
  const sent = token.peek()
  const { data } = await send<Data<Me>>(get('/api/v1/auth/me'), signal)
  // The same as before is no change: nothing is asked or drawn again.
  if (JSON.stringify(data) !== JSON.stringify(me.peek())) me.value = data
  localStorage.setItem(key, JSON.stringify({ token: sent, me: data }))
}

token.subscribe((text) => {
  if (text !== null) return
  me.value = null
  localStorage.removeItem(key)
})

const minute = 60_000

/** Exchanges a token before it ends, while somebody works with it. One tab does so, the others read the new one. */
export function keepFresh(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void refresh().catch(() => undefined)
  }, minute)
  return () => clearInterval(timer)
}

async function refresh(): Promise<void> {
  if (!isAgeing(Date.now())) return
  // Locks are there in secure contexts only; two tabs that exchange at once elsewhere end in one login.
  const locks = 'locks' in navigator ? navigator.locks : null
  const exchange = async (): Promise<void> => {
    if (!isAgeing(Date.now())) return
    keepSession((await send<Data<Login>>(post('/api/v1/auth/refresh'))).data)
  }
  await (locks === null ? exchange() : locks.request('sextant.refresh', exchange))
}
