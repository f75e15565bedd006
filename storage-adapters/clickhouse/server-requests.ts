import type { IncomingMessage } from 'node:http'
import { ClickHouseError, parseError } from '@clickhouse/client'
import { longestRequestMs, type ClickHouseConnection } from './connection.js'
import { escapedText, readerRequests, StatementError } from './sandbox/request.js'

/** A statement of the service itself. */
export interface Statement {
  readonly text: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** The id of the query; the engine generates one by default. */
  readonly id?: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends the statements that every question or every append needs. A request costs half of one by the engine's client (0.8 ms
 * of processor time, not 1.7), which passes each statement and answer through streams. Rejects with ClickHouseError or a
 * network error.
 */
export interface ServerRequests {
  /** Returns the rows in the column order of the statement. */
  rows(statement: Statement): Promise<readonly (readonly unknown[])[]>
  /** Runs an INSERT of `data`, in the format that the statement names. */
  insert(statement: Statement, data: readonly Buffer[]): Promise<void>
  close(): void
}

/** Length of parameters in the URL; longer ones are sent in the body. */
const mostInUrl = 4_096

/**
 * Returns requests with a pool of connections of its own.
 * @param most connections at a time; more requests wait for one
 */
export function serverRequests(
  { url, user, password }: ClickHouseConnection,
  most = Infinity,
): ServerRequests {
  const given = new URL(url)
  const account = {
    user: user ?? (decodeURIComponent(given.username) || 'default'),
    password: password ?? decodeURIComponent(given.password),
    database: 'default',
  }
  const requests = readerRequests(url, {
    // The watchdog knows the service's statements by this beginning (statements.ts).
    userAgent: 'sextant statement',
    basic: true,
    idleMs: longestRequestMs,
    most,
  })

  /** Returns the whole answer. */
  async function answerOf(
    { text, parameters: values, id, settings: given, signal }: Statement,
    data?: readonly Buffer[],
  ): Promise<string> {
    const settings = textsOf(given, String)
    const parameters = textsOf(values, parameterText)
    const length = Object.values(parameters).reduce((sum, value) => sum + value.length, 0)
    const request = {
      ...{ account, statement: text, format: 'JSONCompact', signal, data },
      ...(id !== undefined && { id }),
    }
    try {
      const incoming = await requests.open(
        length > mostInUrl && data === undefined
          ? { ...request, settings, parameters }
          : { ...request, settings: { ...settings, ...inUrl(parameters) } },
      )
      return await textOf(incoming)
    } catch (error) {
      throw error instanceof StatementError ? engineError(error) : error
    }
  }

  return {
    rows: async (statement) =>
      rowsIn(await answerOf({ ...statement, text: `${statement.text} \nFORMAT JSONCompact` })),
    async insert(statement, data) {
      await answerOf(statement, data)
    },
    close() {
      requests.close()
    },
  }
}

const textsOf = (
  values: Readonly<Record<string, unknown>>,
  text: (value: unknown) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]))

const inUrl = (parameters: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`param_${name}`, value]))

/** Returns a value of `{name:Type}` as the engine reads it. */
export function parameterText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(elementText).join(',')}]`
  if (typeof value === 'string') return escapedText(value)
  if (value === null || value === undefined) return '\\N'
  return plainText(value)
}

const elementText = (value: unknown): string =>
  typeof value === 'string' ? `'${escapedText(value).replaceAll("'", "\\'")}'` : plainText(value)

function plainText(value: unknown): string {
  switch (typeof value) {
    case 'number':
      if (Number.isNaN(value)) return 'nan'
      if (!Number.isFinite(value)) return value > 0 ? '+inf' : '-inf'
      return String(value)
    case 'bigint':
      return String(value)
    case 'boolean':
      return value ? '1' : '0'
    default:
      throw new Error(`a ${typeof value} cannot be a parameter`)
  }
}

/** What an engine that fails after the first rows writes before its error; JSON has no such line. */
const failedMark = '\r\n__exception__\r\n'

/** Returns the whole answer. The engine breaks off one that fails after the first rows, and its error stands behind these. */
function textOf(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const received = (): string => Buffer.concat(parts).toString('utf8')
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      resolve(received())
    })
    incoming.on('error', (error) => {
      const text = received()
      const at = text.indexOf(failedMark)
      const reported = at === -1 ? error : parseError(text.slice(at))
      reject(reported instanceof ClickHouseError ? reported : error)
    })
  })
}

const rowsIn = (text: string): readonly (readonly unknown[])[] =>
  (JSON.parse(text) as { readonly data: readonly (readonly unknown[])[] }).data

/** The error as the engine's client reports it, by which its cause is recognized. */
function engineError({ code, message }: StatementError): Error {
  const reported = parseError(message)
  return reported instanceof ClickHouseError ? reported : new ClickHouseError({ message, code, type: '' })
}
