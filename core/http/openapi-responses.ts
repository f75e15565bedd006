import { errorCatalogue, type ErrorCode } from '../contract/index.js'
import { asOfHeader } from './as-of.js'
import { isUnderAnyName } from './own-site.js'
import type { CoreRoute } from './route.js'

type Definition = CoreRoute['definition']

/** A route's responses by status, for its OpenAPI operation: its successes and its possible errors. */
export function responsesOf(definition: Definition): object {
  const { status = 200, response = {}, otherwise = {}, produces } = definition
  const refused = errorsOf(definition).map(
    (code) => [errorCatalogue[code].status, errorResponse(code)] as const,
  )
  const others = Object.entries(otherwise).map(
    ([other, schema]) =>
      [other, { description: descriptions[other] ?? 'Success', content: contentOf(schema) }] as const,
  )
  const success =
    status === 204
      ? { description: 'Done' }
      : { description: 'Success', ...headersOf(definition), content: contentOf(response, produces) }
  return { ...Object.fromEntries(refused), ...Object.fromEntries(others), [status]: success }
}

const descriptions: Readonly<Record<string, string>> = {
  207: 'Some items were rejected, the others are stored',
  400: 'The body cannot be read',
  503: 'A required service does not respond',
}

const json = 'application/json'

const contentOf = (schema: object, types: readonly string[] = [json]): object =>
  Object.fromEntries(types.map((type) => [type, { schema: type === json ? schema : { type: 'string' } }]))

/** Any route in a workspace may respond with its data. */
const headersOf = ({ access }: Definition): object =>
  access.kind === 'workspace' || access.kind === 'link'
    ? { headers: { [asOfHeader]: { $ref: '#/components/headers/AsOf' } } }
    : {}

function errorsOf({
  access,
  path,
  body,
  raw,
  rateLimit,
  params,
  refusals = [],
}: Definition): readonly ErrorCode[] {
  const named = Object.keys(params?.properties ?? {})
  const asksData = access.kind === 'workspace' || access.kind === 'link'
  return [
    ...(access.kind === 'public' || access.kind === 'link' ? [] : (['UNAUTHORIZED'] as const)),
    ...(isUnderAnyName(path) ? [] : (['FORBIDDEN'] as const)),
    ...(named.length === 0 ? [] : (['NOT_FOUND'] as const)),
    ...(body === undefined && raw === undefined ? [] : (['PAYLOAD_TOO_LARGE'] as const)),
    'VALIDATION_ERROR',
    ...(rateLimit !== undefined || asksData ? (['RATE_LIMITED'] as const) : []),
    'INTERNAL',
    'UNAVAILABLE',
    ...(asksData ? (['TIMEOUT'] as const) : []),
    ...refusals,
  ]
}

const errorResponse = (code: ErrorCode): object => ({
  description: errorCatalogue[code].meaning,
  content: { [json]: { schema: { $ref: '#/components/schemas/Error' } } },
})
