import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'

/** A connection on which a test writes data that no HTTP client would. */
export interface RawSocket {
  readonly socket: Socket
  /** Resolves with everything the service sent, as soon as it has closed its side. */
  readonly ended: Promise<string>
  /** Resolves with what the service has sent so far, as soon as it matches. */
  answered(pattern: RegExp): Promise<string>
}

/** Opens a connection to the service and writes `text` on it. It is destroyed when the test ends. */
export async function rawSocket(t: Test, base: string, text = ''): Promise<RawSocket> {
  const { hostname, port } = new URL(base)
  // Half-open, like an attacker's: when the service closes its side, this one stays open.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  t.teardown(() => socket.destroy())
  let received = ''
  socket.setEncoding('utf8').on('data', (part: string) => (received += part))
  socket.on('error', () => undefined)
  const ended = new Promise<string>((resolve) => {
    socket.once('end', () => resolve(received)).once('close', () => resolve(received))
  })
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.write(text, () => resolve())
  })
  return {
    socket,
    ended,
    async answered(pattern) {
      while (!pattern.test(received)) await pause(5)
      return received
    },
  }
}

/** The head of a POST that announces a body. */
export const head = (
  path: string,
  contentLength: number,
  headers: Readonly<Record<string, string>> = {},
): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Content-Length: ${contentLength}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

/** Reads one value of the service's /metrics over a connection that is closed afterwards. */
export async function gauge(base: string, name: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`, { headers: { connection: 'close' } })).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ')[1])
}

/** Resolves when the value is as wanted: a test that waits forever has failed. */
export async function becomes(base: string, name: string, wanted: number): Promise<void> {
  while ((await gauge(base, name)) !== wanted) await pause(20)
}
