import type { TSchema } from 'typebox'
import { errorCatalogue, errorShape, type DescribedRoute, type ErrorCode } from '../../contract/index.js'
import type { Components } from './components.js'
import { errorExample } from './error-examples.js'

const json = 'application/json'

/** The first of the schema's own examples: no request of the examples is answered so. */
const exampleOf = (schema: TSchema): unknown => (schema as { examples?: readonly unknown[] }).examples?.[0]

/** A route's responses by status, for its OpenAPI operation: its successes and its possible errors. */
export function responsesOf(route: DescribedRoute, components: Components): object {
  const { status = 200, response = {}, otherwise = {}, produces } = route.definition
  const refused = route.errors.map(
    (code) => [errorCatalogue[code].status, errorResponse(code, components)] as const,
  )
  const others = Object.entries(otherwise).map(
    ([other, schema]) =>
      [
        other,
        {
          description: descriptions[other] ?? meanings.get(Number(other)) ?? 'Success',
          content: contentOf(components.open(schema), [json], exampleOf(schema)),
        },
      ] as const,
  )
  const success =
    status === 204
      ? { description: 'Done' }
      : {
          description: 'Success',
          ...headersOf(route, components),
          content: contentOf(components.open(response), produces, route.example.response),
        }
  return { ...Object.fromEntries(refused), ...Object.fromEntries(others), [status]: success }
}

const descriptions: Readonly<Record<string, string>> = {
  207: 'Some items were rejected, the others are stored',
  400: 'The body cannot be read',
  415: 'The format of the body is not supported',
  503: 'A required service does not respond',
}

/** What an error status means. */
const meanings = new Map<number, string>(
  Object.values(errorCatalogue).map(({ status, meaning }) => [status, meaning]),
)

const contentOf = (schema: object, types: readonly string[] = [json], example?: unknown): object =>
  Object.fromEntries(
    types.map((type) => [
      type,
      {
        schema: type === json ? schema : { type: 'string' },
        // Text of one of several types is an example of no other.
        ...(example !== undefined && (type === json || types.length === 1) ? { example } : {}),
      },
    ]),
  )

function headersOf({ headers }: DescribedRoute, components: Components): object {
  const described = Object.entries(headers).map(([name, header]) => [
    name,
    components.add('headers', headerComponent(name), header),
  ])
  return described.length === 0 ? {} : { headers: Object.fromEntries(described) as object }
}

/** `AsOf` for X-As-Of. */
const headerComponent = (name: string): string => name.replace(/^X-/, '').replaceAll('-', '')

const errorResponse = (code: ErrorCode, components: Components): object =>
  components.add('responses', componentOf(code), {
    description: errorCatalogue[code].meaning,
    content: { [json]: { schema: components.open(errorShape), example: errorExample(code) } },
  })

/** `PayloadTooLarge` for PAYLOAD_TOO_LARGE. */
const componentOf = (code: ErrorCode): string =>
  code
    .toLowerCase()
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
