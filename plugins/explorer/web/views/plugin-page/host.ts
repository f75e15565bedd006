import { me } from '../../api/account.js'
import { isAbort } from '../../api/error.js'
import { answerOf } from '../../api/send.js'
import { workspace } from '../../api/workspace.js'
import {
  ready,
  type FromFrame,
  type PluginPage,
  type Query,
  type Start,
  type ToFrame,
} from '../../page/protocol.js'
import { changeQuery, hrefOf, navigate, query } from '../../router/location.js'
import { shownTheme } from '../../shell/theme.js'
import { toast } from '../../ui/toast.js'

/** What the view learns of its frame. */
export interface Events {
  readonly onShown: () => void
  /** The page cannot be shown. */
  readonly onFailed: (message: string) => void
  /** An error that nothing in the page caught. */
  readonly onError: (message: string) => void
  /** Called with false when the frame no longer answers, and with true when it does again. */
  readonly onAlive: (alive: boolean) => void
}

interface Given extends Events {
  readonly page: PluginPage
  readonly params: Start['params']
}

/** Milliseconds between two pings, and without an answer until a frame counts as hung. */
const pingEvery = 2_000
const hungAfter = 8_000

/** The parameters of the address that belong to the page. */
export const pageQuery = (): Query =>
  Object.fromEntries([...query.value].filter(([name]) => name !== 'workspace'))

/** Serves the frame of a page: starts it, sends its requests, follows its wishes. Returns a function that ends it. */
export function serveFrame(frame: HTMLIFrameElement, given: Given): () => void {
  const calls = new Map<number, AbortController>()
  const ends: (() => void)[] = []
  let port: MessagePort | null = null
  const post = (message: ToFrame, moved: Transferable[] = []): void => port?.postMessage(message, moved)

  const answer = async ({ id, call }: Extract<FromFrame, { kind: 'call' }>): Promise<void> => {
    const controller = new AbortController()
    calls.set(id, controller)
    try {
      const response = await answerOf(call, controller.signal)
      const body = await response.arrayBuffer()
      const { status, headers } = response
      post({ kind: 'answer', id, status, headers: [...headers], body }, [body])
    } catch (error) {
      if (!isAbort(error)) post({ kind: 'unanswered', id })
    } finally {
      calls.delete(id)
    }
  }

  const start = ({ source, data }: MessageEvent): void => {
    const [user, open] = [me.peek()?.user, workspace.peek()]
    if (source !== frame.contentWindow || data !== ready || user === undefined || open === null) return
    const channel = new MessageChannel()
    port?.close()
    port = channel.port1
    const alive = watchPulse(() => post({ kind: 'ping' }), given.onAlive)
    ends.push(alive.end)
    port.onmessage = ({ data }: MessageEvent<FromFrame>) => {
      alive.beat()
      if (data.kind === 'call') void answer(data)
      else if (data.kind === 'cancel') calls.get(data.id)?.abort()
      else follow(data, given)
    }
    const { page, params } = given
    const first: Start = { page, params, user, workspace: open, query: pageQuery(), theme: shownTheme.peek() }
    frame.contentWindow?.postMessage(first, '*', [channel.port2])
    ends.push(
      shownTheme.subscribe((theme) => post({ kind: 'theme', theme })),
      query.subscribe(() => post({ kind: 'query', query: pageQuery() })),
    )
  }
  addEventListener('message', start)

  return () => {
    removeEventListener('message', start)
    for (const end of ends) end()
    for (const call of calls.values()) call.abort()
    port?.close()
  }
}

function follow(message: FromFrame, { onShown, onFailed, onError }: Given): void {
  switch (message.kind) {
    case 'shown':
      onShown()
      break
    case 'failed':
      onFailed(message.message)
      break
    case 'error':
      onError(message.message)
      break
    case 'navigate':
      open(message.href, message.replace)
      break
    case 'query':
      changeQuery(message.changes, message.replace)
      break
    case 'toast':
      toast(message.text, { bad: message.bad })
      break
    case 'key':
      // The explorer's own shortcuts listen to the window.
      dispatchEvent(new KeyboardEvent('keydown', { ...message, cancelable: true }))
      break
    default:
  }
}

/** Opens an address of the explorer in the open workspace, unless it names another one. */
function open(href: string, replace: boolean): void {
  const url = new URL(href, location.origin)
  if (url.origin === location.origin)
    navigate(hrefOf(url.pathname, Object.fromEntries(url.searchParams)), { replace })
}

/** Pings, and reports when no message has come for too long. A hidden document is not watched: browsers slow it. */
function watchPulse(
  ping: () => void,
  onAlive: (alive: boolean) => void,
): {
  readonly beat: () => void
  readonly end: () => void
} {
  let [last, alive] = [performance.now(), true]
  const set = (now: boolean): void => {
    if (now !== alive) onAlive((alive = now))
  }
  const timer = setInterval(() => {
    if (document.visibilityState === 'hidden') last = performance.now()
    ping()
    if (performance.now() - last > hungAfter) set(false)
  }, pingEvery)
  return {
    beat() {
      last = performance.now()
      set(true)
    },
    end: () => clearInterval(timer),
  }
}
