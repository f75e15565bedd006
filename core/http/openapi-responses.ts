import { errorCatalogue, type ErrorCode } from '../contract/index.js'
import { asOfDescription, asOfHeader } from './as-of.js'
import type { Components } from './openapi-components.js'
import { errorExample, ErrorSchema } from './openapi-errors.js'
import { isUnderAnyName } from './own-site.js'
import type { CoreRoute } from './route.js'

type Definition = CoreRoute['definition']

/**
 * A route's responses by status, for its OpenAPI operation: its successes and its possible errors. `example`
 * is the body of the success.
 */
export function responsesOf(definition: Definition, example: unknown, components: Components): object {
  const { status = 200, response = {}, otherwise = {}, produces } = definition
  const refused = errorsOf(definition).map(
    (code) => [errorCatalogue[code].status, errorResponse(code, components)] as const,
  )
  const others = Object.entries(otherwise).map(
    ([other, schema]) =>
      [
        other,
        { description: descriptions[other] ?? 'Success', content: contentOf(components.open(schema)) },
      ] as const,
  )
  const success =
    status === 204
      ? { description: 'Done' }
      : {
          description: 'Success',
          ...headersOf(definition, components),
          content: contentOf(components.open(response), produces, example),
        }
  return { ...Object.fromEntries(refused), ...Object.fromEntries(others), [status]: success }
}

const descriptions: Readonly<Record<string, string>> = {
  207: 'Some items were rejected, the others are stored',
  400: 'The body cannot be read',
  503: 'A required service does not respond',
}

const json = 'application/json'

const contentOf = (schema: object, types: readonly string[] = [json], example?: unknown): object =>
  Object.fromEntries(
    types.map((type) => [
      type,
      type === json
        ? { schema, ...(example === undefined ? {} : { example }) }
        : { schema: { type: 'string' } },
    ]),
  )

/** Any route in a workspace may respond with its data. */
const headersOf = ({ access }: Definition, components: Components): object =>
  access.kind === 'workspace' || access.kind === 'link'
    ? { headers: { [asOfHeader]: components.add('headers', 'AsOf', asOfDescription) } }
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

const errorResponse = (code: ErrorCode, components: Components): object =>
  components.add('responses', componentOf(code), {
    description: errorCatalogue[code].meaning,
    content: { [json]: { schema: components.open(ErrorSchema), example: errorExample(code) } },
  })

/** `PayloadTooLarge` for PAYLOAD_TOO_LARGE. */
const componentOf = (code: ErrorCode): string =>
  code
    .toLowerCase()
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
