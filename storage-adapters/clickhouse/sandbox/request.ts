import { randomUUID } from 'node:crypto'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { ServiceError } from '../../../core/contract/index.js'
import type { ReaderAccount } from './accounts.js'

/** What the engine said instead of an answer. Its words are for the log only. */
export class EngineRefusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'EngineRefusal'
    this.code = code
  }
}

export interface ReaderRequest {
  readonly account: ReaderAccount
  readonly statement: string
  readonly format: string
  readonly settings?: Readonly<Record<string, string>>
  /** What the engine's list calls the statement; the engine makes one up unless given. */
  readonly id?: string
  /** Bound as {name:String}. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/**
 * Requests as a reader. Not through the client of the service: its one account would have to be mixed with these, and
 * an answer must be cut off by its bytes while it comes. Ending a request ends its statement in the engine, sooner or later.
 */
export interface ReaderRequests {
  /** The answer as it comes; rejects with EngineRefusal, or as the connection fails. */
  open(request: ReaderRequest): Promise<IncomingMessage>
  /** The whole answer; rejects with VALIDATION_ERROR beyond `bytes`. */
  read(request: ReaderRequest, bytes: number): Promise<string>
  close(): void
}

/** As the server takes bound texts. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\0', '\\0')

const mostRefusalBytes = 65_536

export const tooLarge = (): ServiceError =>
  new ServiceError(
    'VALIDATION_ERROR',
    'The result is larger than its budget; ask for fewer columns or rows.',
    {
      details: [{ path: 'query', message: 'the result is too large' }],
    },
  )

export function readerRequests(url: string): ReaderRequests {
  const secure = new URL(url).protocol === 'https:'
  // The socket may live shorter than the server keeps it, or a request runs into a closing one.
  const options = { keepAlive: true, timeout: 500, maxFreeSockets: 8 }
  const agent = secure ? new HttpsAgent(options) : new HttpAgent(options)

  function open(wanted: ReaderRequest): Promise<IncomingMessage> {
    const { account, statement, format, settings = {}, id, parameters, signal } = wanted
    const target = new URL(url)
    target.username = target.password = ''
    target.search = new URLSearchParams({
      database: account.database,
      default_format: format,
      ...settings,
      ...(id !== undefined && { query_id: id }),
    }).toString()
    const { type, body } = bodyOf(statement, parameters, target)
    return new Promise((resolve, reject) => {
      const outgoing = (secure ? httpsRequest : httpRequest)(target, {
        method: 'POST',
        agent,
        headers: {
          'X-ClickHouse-User': account.user,
          'X-ClickHouse-Key': account.password,
          'Content-Type': type,
          'Content-Length': body.length,
        },
        ...(signal === undefined ? {} : { signal }),
      })
      outgoing.on('error', reject)
      outgoing.on('response', (incoming) => {
        const code = incoming.headers['x-clickhouse-exception-code']
        if (incoming.statusCode === 200 && code === undefined) resolve(incoming)
        else
          collect(incoming, mostRefusalBytes, true).then((text) => {
            const said = /^Code: (\d+)\./.exec(text)?.[1] ?? String(incoming.statusCode)
            reject(new EngineRefusal(typeof code === 'string' ? code : said, text))
          }, reject)
      })
      outgoing.end(body)
    })
  }

  return {
    open,
    read: async (request, bytes) => collect(await open(request), bytes, false),
    close: () => {
      agent.destroy()
    },
  }
}

/** Parameters travel in the body: in the address they would meet the limits of servers in between. */
function bodyOf(
  statement: string,
  parameters: Readonly<Record<string, string>> | undefined,
  target: URL,
): { readonly type: string; readonly body: Buffer } {
  if (parameters === undefined) return { type: 'text/plain', body: Buffer.from(statement) }
  target.searchParams.set('query', statement)
  const boundary = randomUUID()
  const parts = Object.entries(parameters).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="param_${name}"\r\n\r\n${escaped(value)}\r\n`,
  )
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
  }
}

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
