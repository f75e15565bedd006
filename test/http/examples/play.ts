import type { RouteExample } from '../../../contract/index.js'
import type { TestService, TestWorkspace } from '../../support/service.js'
import type { Called } from '../../support/request.js'
import { address } from '../../support/send.js'
import { maskedNames } from './masked-names.js'
import { moment, type Step } from './step.js'

/** A step as it went. */
export interface Played {
  readonly step: Step
  readonly called: Called
  readonly example: RouteExample
}

const longestList = 2
const longestText = 160

/** Members whose values differ from run to run. */
const steady: Readonly<Record<string, unknown>> = {
  execution_time_ms: 3,
  next_at: new Date(moment + 3_600_000).toISOString(),
}

const timeless = (body: unknown): unknown =>
  body === undefined
    ? body
    : JSON.parse(JSON.stringify(body), (name, value: unknown) => (name in steady ? steady[name] : value))

/** Lists of keys show the first characters of the workspace's own. */
const withoutPrefix = (body: unknown, key: string): unknown =>
  JSON.parse(JSON.stringify(body), (name, value: unknown) =>
    name === 'prefix' && typeof value === 'string' && key.startsWith(value) ? '0123' : value,
  )

/** Lists of more than two items and long texts are cut: an example shows a form. */
const shortened = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.slice(0, longestList).map(shortened)
    : typeof value === 'string' && value.length > longestText
      ? `${value.slice(0, longestText)}…`
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]))
        : value

/** The whole document is hundreds of kilobytes: its beginning shows the form. */
const beginningOf = (route: string, body: unknown): unknown => {
  if (!route.endsWith('/openapi.json')) return body
  const { openapi, info } = body as Readonly<Record<string, unknown>>
  return { openapi, info }
}

/** The first lines of a text; undefined of no text. */
function beginningOfText({ headers, body }: Called): string | undefined {
  if (headers.get('content-type')?.startsWith('text/') !== true) return undefined
  return `${String(body).split('\n').slice(0, 2).join('\n').slice(0, longestText)}\n…`
}

/**
 * Plays the steps in order in one workspace. `secrets` are real values by their name in the steps. The examples have
 * stable names in place of ids and secrets.
 */
export async function play(
  service: TestService,
  { id, ingestKey }: TestWorkspace,
  steps: readonly Step[],
  secrets: Readonly<Record<string, string>> = {},
): Promise<readonly Played[]> {
  const names = maskedNames(moment, secrets)
  const tokens = { admin: service.token, guest: '' }
  names.mask([id, ingestKey])
  const played: Played[] = []
  for (const step of steps) {
    const { route, params = {}, query, body, bytes, as } = step
    const [method = '', pattern = ''] = route.split(' ')
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(names.restore(params[name] ?? '')),
    )
    const token =
      as === 'ingest' ? ingestKey : as === 'guest' ? tokens.guest : as === 'nobody' ? null : tokens.admin
    service.setClock(step.clock === 'machine' ? null : moment)
    const called = await service.call(method, path, {
      token,
      workspace: id,
      headers: { 'x-forwarded-for': address(), host: 'localhost:8080' },
      ...(query && { query: names.restore(query) }),
      ...(bytes ? { body: bytes } : body === undefined ? {} : { body: names.restore(body) }),
    })
    const given = called.body?.data?.token as string | undefined
    if (route.endsWith('/invites/:token/accept') && given !== undefined) tokens.guest = given
    if (route.endsWith('/auth/refresh') || route.endsWith('/auth/password'))
      tokens.admin = given ?? tokens.admin
    const isJson = called.headers.get('content-type')?.startsWith('application/json') === true
    const response = isJson
      ? shortened(names.mask(timeless(withoutPrefix(beginningOf(route, called.body), ingestKey))))
      : beginningOfText(called)
    const example = {
      ...(step.params && { params }),
      ...(query && { query }),
      ...(bytes ? { body: Buffer.from(bytes).toString('latin1') } : body === undefined ? {} : { body }),
      ...(response === undefined ? {} : { response }),
    } as RouteExample
    played.push({ step, called, example })
  }
  return played
}
