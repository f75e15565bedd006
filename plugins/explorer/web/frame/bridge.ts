import { asApiError } from '../api/error.js'
import { sendOver } from '../api/send.js'
import type { FromFrame, ToFrame } from '../page/protocol.js'
import { frameText } from '../text/frame.js'

/** The way from the document of a page to the explorer. */
export interface Bridge {
  post(message: FromFrame): void
  listen(listener: (message: ToFrame) => void): void
}

type Answered = Extract<ToFrame, { kind: 'answer' | 'unanswered' }>

/** Opens the way over a port: from now on, requests are sent by the explorer, which has the user's token. */
export function bridge(port: MessagePort): Bridge {
  const listeners: ((message: ToFrame) => void)[] = []
  const waiting = new Map<number, (answer: Answered) => void>()
  let last = 0
  const post = (message: FromFrame): void => port.postMessage(message)

  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.kind === 'ping') post({ kind: 'pong' })
    else if (data.kind === 'answer' || data.kind === 'unanswered') waiting.get(data.id)?.(data)
    else for (const listener of listeners) listener(data)
  }

  sendOver((call, _, signal) => {
    const id = ++last
    return new Promise<Response>((resolve, reject) => {
      const end = (): void => {
        waiting.delete(id)
        signal?.removeEventListener('abort', cancel)
      }
      const cancel = (): void => {
        end()
        post({ kind: 'cancel', id })
        reject(new DOMException(frameText.theRequestWasCancelled, 'AbortError'))
      }
      if (signal?.aborted === true) {
        cancel()
        return
      }
      signal?.addEventListener('abort', cancel)
      waiting.set(id, (answer) => {
        end()
        if (answer.kind === 'unanswered') reject(asApiError(null))
        else resolve(responseOf(answer))
      })
      post({ kind: 'call', id, call })
    })
  })
  return { post, listen: (listener) => void listeners.push(listener) }
}

/** Responses of these statuses must have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

const responseOf = ({ status, headers, body }: Extract<ToFrame, { kind: 'answer' }>): Response =>
  new Response(bodiless.has(status) ? null : body, {
    status,
    headers: Object.fromEntries(headers),
  })
