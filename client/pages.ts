import type { Method, Operation, OperationAt, PathOf, Result } from './operation.js'
import type { Call } from './request.js'

/** The paths of a method that answer a page: they take an offset, and their rows are in `data`. */
export type PagedPathOf<M extends Method> = {
  [P in PathOf<M>]: 'offset' extends InputNames<OperationAt<M, P>>
    ? Result<OperationAt<M, P>> extends { readonly data: unknown }
      ? P
      : never
    : never
}[PathOf<M>]

/** The names of the parameters in the query string and of the members of the body. */
type InputNames<O extends Operation> =
  | keyof NonNullable<O['parameters']['query']>
  | (O extends { readonly requestBody: { readonly content: { readonly 'application/json': infer B } } }
      ? keyof B
      : never)

/** A row of a page: of the list `data`, or of the one list in it, as in `{data: {users: […]}}`. */
export type Row<O extends Operation> = Result<O> extends { readonly data: infer D } ? RowIn<D> : never

type RowIn<D> = D extends readonly (infer R)[]
  ? R
  : { [K in keyof D]: D[K] extends readonly (infer R)[] ? R : never }[keyof D]

interface Page {
  readonly rows: readonly unknown[]
  /** Whether the response says that this is the last page. */
  readonly isLast: boolean
}

type Asked = Call['input']

/**
 * Yields the rows of all pages, one request a page, each sent when the rows before it are taken. Pages are cut
 * by number: rows that are stored meanwhile may shift them, unless the range has ended.
 */
export async function* rowsOf(
  send: (input: Asked) => Promise<unknown>,
  input: Asked,
): AsyncGenerator<unknown, void, undefined> {
  for (let offset = offsetIn(input); ;) {
    const page = pageIn(await send(at(input, offset)), offset)
    yield* page.rows
    offset += page.rows.length
    if (page.isLast || page.rows.length === 0) return
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const offsetIn = ({ query, body }: Asked): number => {
  const given = isRecord(body) ? body['offset'] : query?.['offset']
  return typeof given === 'number' ? given : 0
}

/** Questions with a body take the offset there. */
const at = (input: Asked, offset: number): Asked =>
  isRecord(input.body)
    ? { ...input, body: { ...input.body, offset } }
    : { ...input, query: { ...input.query, offset } }

function pageIn(response: unknown, offset: number): Page {
  const { data, has_more: hasMore } = isRecord(response) ? response : {}
  const rows: readonly unknown[] = Array.isArray(data) ? data : listIn(isRecord(data) ? data : {})
  const total = isRecord(data) ? data['total'] : undefined
  return { rows, isLast: hasMore === false || (typeof total === 'number' && offset + rows.length >= total) }
}

const listIn = (data: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Object.values(data).find((one): one is unknown[] => Array.isArray(one)) ?? []
