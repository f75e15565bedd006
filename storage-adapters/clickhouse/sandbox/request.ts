import { randomUUID } from 'node:crypto'
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { overBytes, type ServiceError } from '../../../contract/index.js'
import type { ReaderAccount } from './accounts.js'
import { connectionPool } from './agent.js'

/** An error from the engine, with its ClickHouse code. The message is for the log only. */
export class StatementError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'StatementError'
    this.code = code
  }
}

/** A statement to run under a reader account. */
export interface ReaderRequest {
  readonly account: ReaderAccount
  readonly statement: string
  readonly format: string
  readonly settings?: Readonly<Record<string, string>>
  /** The query id; the engine generates one by default. */
  readonly id?: string
  /** Values of `{name:Type}` in the form in which the engine reads them: strings as escapedText() returns them. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** The rows of an INSERT. The statement and its parameters are in the URL then. */
  readonly data?: readonly Buffer[] | undefined
}

/**
 * Sends requests under reader accounts. It does not use the service's client, which has one account and
 * cannot limit an answer's bytes while it streams. Ending a request ends its statement in the engine
 * eventually.
 */
export interface ReaderRequests {
  /** Returns the streaming answer; rejects with StatementError or a connection error. */
  open(request: ReaderRequest): Promise<IncomingMessage>
  /** Returns the whole answer; rejects with VALIDATION_ERROR if it exceeds `bytes`. */
  read(request: ReaderRequest, bytes: number): Promise<string>
  close(): void
}

/** Escapes a string as the value of a `{name:String}`. */
export const escapedText = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\0', '\\0')

const mostErrorBytes = 65_536

/** A 422: the result exceeds the byte budget. */
export const tooLarge = (): ServiceError =>
  overBytes('VALIDATION_ERROR', { details: [{ path: 'query', message: 'the result is too large' }] })

/** How requests are sent. */
interface RequestOptions {
  /** The name of the program in the engine's list of statements. */
  readonly userAgent?: string
  /** Whether accounts are sent as basic authentication: a header of their own takes ASCII only. False by default. */
  readonly basic?: boolean
  /** Time in ms without a byte after which a request fails; none by default, since readers' statements may pause. */
  readonly idleMs?: number
  /** Connections at a time; more requests wait for one. No limit by default. */
  readonly most?: number
}

/** Returns the requests to one server, with a connection pool of its own. */
export function readerRequests(
  url: string,
  { userAgent, basic = false, idleMs, most = Infinity }: RequestOptions = {},
): ReaderRequests {
  const secure = new URL(url).protocol === 'https:'
  const agent = connectionPool(secure, most)

  /**
   * Sends a statement again if the server closes a connection that was used before, without an answer: it closes unused
   * ones. An INSERT is not sent again, because its rows may be stored.
   */
  async function open(wanted: ReaderRequest): Promise<IncomingMessage> {
    for (;;) {
      const outgoing = sent(wanted)
      try {
        return await answerTo(outgoing)
      } catch (error) {
        if (!outgoing.reusedSocket || !isReset(error) || wanted.data !== undefined) throw error
      }
    }
  }

  function sent(wanted: ReaderRequest): ClientRequest {
    const { account, statement, format, settings = {}, id, parameters, signal, data } = wanted
    const target = new URL(url)
    target.username = target.password = ''
    target.search = new URLSearchParams({
      database: account.database,
      default_format: format,
      ...settings,
      ...(id !== undefined && { query_id: id }),
    }).toString()
    const { type, body } =
      data === undefined ? bodyOf(statement, parameters, target) : dataOf(statement, data, target)
    const outgoing = (secure ? httpsRequest : httpRequest)(target, {
      method: 'POST',
      agent,
      headers: {
        ...(basic ? basicOf(account) : namedOf(account)),
        'Content-Type': type,
        'Content-Length': body.reduce((sum, { length }) => sum + length, 0),
        ...(userAgent !== undefined && { 'User-Agent': userAgent }),
      },
      ...(signal !== undefined && { signal }),
      ...(idleMs !== undefined && { timeout: idleMs }),
    })
    outgoing.on('timeout', () => void outgoing.destroy(new Error('Timeout error.')))
    for (const part of body) outgoing.write(part)
    outgoing.end()
    return outgoing
  }

  return {
    open,
    read: async (request, bytes) => collect(await open(request), bytes, false),
    close: () => {
      agent.destroy()
    },
  }
}

const isReset = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ECONNRESET'

const answerTo = (outgoing: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      const code = incoming.headers['x-clickhouse-exception-code']
      if (incoming.statusCode === 200 && code === undefined) resolve(incoming)
      else
        collect(incoming, mostErrorBytes, true).then((text) => {
          const said = /^Code: (\d+)\./.exec(text)?.[1] ?? String(incoming.statusCode)
          reject(new StatementError(typeof code === 'string' ? code : said, text))
        }, reject)
    })
  })

const namedOf = ({ user, password }: ReaderAccount): Record<string, string> => ({
  'X-ClickHouse-User': user,
  'X-ClickHouse-Key': password,
})

const basicOf = ({ user, password }: ReaderAccount): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

interface Body {
  readonly type: string
  readonly body: readonly Buffer[]
}

/** The engine reads no longer field of a body. */
const longestField = 131_072

/**
 * Returns the body of a request. The statement and its parameters go into the body, because a URL would hit length limits
 * of proxies; a statement that is too long for a field goes into the URL.
 */
function bodyOf(
  statement: string,
  parameters: Readonly<Record<string, string>> | undefined,
  target: URL,
): Body {
  if (parameters === undefined) return { type: 'text/plain', body: [Buffer.from(statement)] }
  const isField = Buffer.byteLength(statement) < longestField
  if (!isField) target.searchParams.set('query', statement)
  const boundary = randomUUID()
  const part = (name: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const parts = Object.entries(parameters).map(([name, value]) => part(`param_${name}`, value))
  if (isField) parts.unshift(part('query', statement))
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: [Buffer.from(`${parts.join('')}--${boundary}--\r\n`)],
  }
}

function dataOf(statement: string, data: readonly Buffer[], target: URL): Body {
  target.searchParams.set('query', statement)
  return { type: 'application/octet-stream', body: data }
}

/** Reads an answer up to `most` bytes; beyond that it is cut off, or rejected. */
async function collect(incoming: IncomingMessage, most: number, cut: boolean): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of incoming as AsyncIterable<Buffer>) {
    parts.push(part)
    bytes += part.length
    if (bytes <= most) continue
    incoming.destroy()
    if (!cut) throw tooLarge()
    break
  }
  return Buffer.concat(parts).toString('utf8')
}
